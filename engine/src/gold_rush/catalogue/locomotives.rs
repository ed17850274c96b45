//! Catalogues with more or fewer locomotives, derived from another by a rule (V7).
//!
//! Tiles to draw are processed in catalogue order. To reduce locomotives, some tiles lose theirs; to add some, tiles
//! with one railroad and no locomotive get one. The changes are spread evenly: of m candidates, tile i (from 0) is one
//! of the k that keep or get one if ⌊(i + 1)·k/m⌋ > ⌊i·k/m⌋. Everything else is unchanged, including the order of the
//! tiles, so the same shuffle deals the same landscape parts.

use super::{Catalogue, FeatureKind, Kind, text};

impl Catalogue {
    /// Returns the number of tiles with a locomotive.
    pub fn locomotive_tiles(&self) -> u32 {
        self.kinds
            .iter()
            .filter(|kind| has_locomotives(kind))
            .map(|kind| u32::from(kind.copies))
            .sum()
    }

    /// Returns a copy of this catalogue with `tiles` locomotive tiles. Changed tiles become kinds of their own, named
    /// with an `L` appended if they got a locomotive and an `x` if they lost it.
    ///
    /// # Errors
    /// If too few tiles are eligible, or the result is not a valid catalogue; names the possible range.
    ///
    /// # Examples
    ///
    /// ```
    /// use goldrush_engine::gold_rush::Catalogue;
    ///
    /// let catalogue = Catalogue::built_in("gold_rush").ok_or("there is no such catalogue")?;
    /// let more = catalogue.with_locomotive_tiles(15)?;
    /// assert_eq!((catalogue.locomotive_tiles(), more.locomotive_tiles()), (11, 15));
    /// # Ok::<(), String>(())
    /// ```
    pub fn with_locomotive_tiles(&self, tiles: u32) -> Result<Catalogue, String> {
        let now = self.locomotive_tiles();
        let fewer = tiles < now;
        let changeable: Vec<usize> = (0..self.kinds.len())
            .filter(|&i| {
                if fewer {
                    has_locomotives(&self.kinds[i])
                } else {
                    may_get_locomotive(&self.kinds[i])
                }
            })
            .flat_map(|i| std::iter::repeat_n(i, self.copies_to_draw(i)))
            .collect();
        let all = changeable.len() as u32;
        let change = now.abs_diff(tiles);
        if change > all {
            let least = if fewer { now - all } else { now };
            let most = if fewer { now } else { now + all };
            return Err(format!(
                "{tiles} tiles with a locomotive; {} has {now}, {least} to {most} are possible",
                self.name
            ));
        }
        // When tiles lose theirs, those that keep it are spread evenly.
        let chosen = if fewer { all - change } else { change };
        let mut changed = vec![0; self.kinds.len()];
        for (i, &kind) in (0..).zip(&changeable) {
            let picked = (i + 1) * chosen / all > i * chosen / all;
            changed[kind] += u8::from(picked != fewer);
        }
        let derived = self.kinds.iter().zip(changed).flat_map(|(kind, changed)| {
            let unchanged = Kind {
                copies: kind.copies - changed,
                ..kind.clone()
            };
            [unchanged, changed_kind(kind, changed)]
        });
        let kinds: Vec<Kind> = derived.filter(|kind| kind.copies > 0).collect();
        let name = format!("{}-{tiles}-locomotive-tiles", self.name);
        // Parsed like a file, and so validated.
        let text = text::write(&self.tokens, &kinds, &self.kind(self.start).name);
        Catalogue::parse(&name, &name, &text).map_err(|e| e.to_string())
    }

    /// Returns the number of copies of a kind without the start tile, which stays unchanged.
    fn copies_to_draw(&self, kind: usize) -> usize {
        usize::from(self.kinds[kind].copies) - usize::from(self.start.index() == kind)
    }
}

fn rails(kind: &Kind) -> usize {
    kind.segments
        .iter()
        .filter(|segment| segment.kind == FeatureKind::Railroad)
        .count()
}

fn may_get_locomotive(kind: &Kind) -> bool {
    !has_locomotives(kind) && rails(kind) == 1
}

fn has_locomotives(kind: &Kind) -> bool {
    kind.segments.iter().any(|segment| segment.locomotives > 0)
}

fn changed_kind(kind: &Kind, copies: u8) -> Kind {
    let got = !has_locomotives(kind);
    let letter = if got { 'L' } else { 'x' };
    let mut changed = Kind {
        name: format!("{}{letter}", kind.name),
        copies,
        ..kind.clone()
    };
    for segment in changed
        .segments
        .iter_mut()
        .filter(|segment| segment.kind == FeatureKind::Railroad)
    {
        segment.locomotives = u8::from(got);
    }
    changed
}
