//! Results of all settings of a grid, in parts of a few deals each, and searches that take their samples from them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use goldrush::design::exploration::SampleSource;
use goldrush::design::goal::Goal;
use goldrush::design::grid::{Grid, Levels};
use goldrush::design::measurement::{Measurer, Played, Sample, Samples};
use goldrush::games::{Choice, GameName};
use goldrush::sim::batch;
use goldrush_engine::rng::{choose, tool_stream};

/// A grid to record.
pub struct Case {
    /// Name in the table.
    pub name: &'static str,
    /// Game.
    pub game: GameName,
    /// Rules that vary.
    pub vary: &'static [&'static str],
    /// Numbers of players.
    pub players: &'static [usize],
    /// Weaker and stronger bot.
    pub agents: [&'static str; 2],
    /// Quantities to record, as goals.
    pub recorded: &'static str,
    /// Deals to record.
    pub deals: u64,
    /// Deals of a part.
    pub part: u64,
    /// Deals of a look, for searches with few games and with many.
    pub looks: [u64; 2],
    /// Lists of goals to search for.
    pub wanted: &'static [&'static str],
}

impl Case {
    /// Returns the game with its printed rules.
    pub fn choice(&self) -> Choice {
        Choice::printed(self.game)
    }

    /// Returns the grid of settings.
    pub fn grid(&self) -> anyhow::Result<Grid> {
        let vary: Vec<String> = self.vary.iter().map(|rule| (*rule).to_owned()).collect();
        Grid::parse(&vary, &self.choice(), self.players)
    }

    /// Parses goals of this game.
    pub fn goals(&self, text: &str) -> anyhow::Result<Vec<Goal>> {
        Goal::parse_list(text, self.game).map_err(anyhow::Error::msg)
    }
}

/// Recorded results.
pub struct Recording {
    /// Number of each setting.
    numbers: BTreeMap<Levels, usize>,
    /// Samples by part and setting.
    parts: Vec<Vec<Samples>>,
    /// Deals of a part.
    part: u64,
}

impl Recording {
    /// Reads the recording of a case, or plays and writes it if there is none in the folder yet.
    pub fn open(case: &Case, folder: &Path) -> anyhow::Result<Recording> {
        let grid = case.grid()?;
        let numbers: BTreeMap<Levels, usize> = (0..grid.settings().unwrap_or_default())
            .map(|number| (grid.levels(number), number))
            .collect();
        let file = folder.join(format!("{}.json", case.name));
        let parts = match fs::read_to_string(&file) {
            Ok(text) => serde_json::from_str(&text)?,
            Err(_) => {
                let parts = play(case, &grid, numbers.len())?;
                fs::create_dir_all(folder)?;
                fs::write(&file, serde_json::to_string(&parts)?)?;
                parts
            }
        };
        Ok(Recording {
            numbers,
            parts,
            part: case.part,
        })
    }

    /// Returns the number of settings.
    pub fn settings(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the number of parts that this many deals take.
    fn parts_for(&self, deals: u64) -> usize {
        ((deals + self.part / 2) / self.part).max(1) as usize
    }

    /// Splits the parts at random: those of this many deals, for searches to look at, and the others, which tell the truth.
    pub fn split(&self, deals: u64, seed: u64) -> [Vec<usize>; 2] {
        let mut order = self.all();
        let mut rng = tool_stream(seed);
        for at in (1..order.len()).rev() {
            order.swap(at, choose(&mut rng, at as u32 + 1) as usize);
        }
        let truth = order.split_off(self.parts_for(deals));
        [order, truth]
    }

    /// Returns all parts.
    pub fn all(&self) -> Vec<usize> {
        (0..self.parts.len()).collect()
    }

    /// Returns the samples of a setting in these parts, for the quantities at these places.
    pub fn samples(&self, setting: usize, parts: &[usize], places: &[usize]) -> Samples {
        let mut sums: Samples =
            vec![vec![Sample::default(); places.len()]; self.parts[0][setting].len()];
        for part in parts {
            for (sums, samples) in sums.iter_mut().zip(&self.parts[*part][setting]) {
                sums.iter_mut()
                    .zip(places)
                    .for_each(|(sum, place)| sum.add(&samples[*place]));
            }
        }
        sums
    }

    /// Returns the number of a setting.
    pub fn number(&self, levels: &[usize]) -> usize {
        self.numbers[levels]
    }
}

/// Plays all settings of a case, part by part.
fn play(case: &Case, grid: &Grid, settings: usize) -> anyhow::Result<Vec<Vec<Samples>>> {
    let (pool, choice) = (batch::pool(None)?, case.choice());
    let quantities = case
        .goals(case.recorded)?
        .iter()
        .map(|goal| goal.quantity)
        .collect();
    let measurer = Measurer {
        quantities,
        players: case.players,
        weaker: case.agents[0],
        pool: &pool,
    };
    let stronger = vec![case.agents[1].to_owned(); case.players.len()];
    let all = (0..settings)
        .map(|number| {
            Ok(Played {
                choice: grid.choice(&choice, &grid.levels(number))?,
                stronger: stronger.clone(),
            })
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let parts = case.deals / case.part;
    (0..parts)
        .map(|part| {
            eprint!("\r{}: part {} of {parts}", case.name, part + 1);
            measurer.measure(&all, part + 1, case.part)
        })
        .collect()
}

/// Deals of a recording that a search may look at, each look on deals of its own.
pub struct RecordedDeals<'a> {
    recording: &'a Recording,
    parts: &'a [usize],
    places: &'a [usize],
    /// Parts of each look so far.
    looks: BTreeMap<u64, &'a [usize]>,
    /// Number of parts that no look has yet.
    left: usize,
}

impl<'a> RecordedDeals<'a> {
    /// Creates a source of samples of the quantities at these places.
    pub fn new(
        recording: &'a Recording,
        parts: &'a [usize],
        places: &'a [usize],
    ) -> RecordedDeals<'a> {
        RecordedDeals {
            recording,
            parts,
            places,
            looks: BTreeMap::new(),
            left: parts.len(),
        }
    }

    /// Returns the parts of a look; a new look gets this many deals, rounded to whole parts.
    fn parts_of(&mut self, look: u64, deals: u64) -> anyhow::Result<&'a [usize]> {
        if let Some(parts) = self.looks.get(&look) {
            return Ok(parts);
        }
        let count = self.recording.parts_for(deals);
        anyhow::ensure!(
            count <= self.left,
            "look {look} needs {deals} deals, more than are left of the recording"
        );
        let first = self.parts.len() - self.left;
        self.left -= count;
        self.looks.insert(look, &self.parts[first..first + count]);
        Ok(self.looks[&look])
    }
}

impl SampleSource for RecordedDeals<'_> {
    fn look(&mut self, settings: &[Levels], look: u64, deals: u64) -> anyhow::Result<Vec<Samples>> {
        let parts = self.parts_of(look, deals)?;
        let samples = |levels: &Levels| {
            self.recording
                .samples(self.recording.number(levels), parts, self.places)
        };
        Ok(settings.iter().map(samples).collect())
    }
}
