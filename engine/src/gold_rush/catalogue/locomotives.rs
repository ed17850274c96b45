//! Catalogues with more or fewer locomotives, derived from another by a rule (V7).
//!
//! Tiles to draw are taken in catalogue order. To have fewer, some of the tiles with locomotives lose them; to have more,
//! some of the tiles with one railroad and none get one; which ones is spread evenly over those tiles: of m tiles, tile i
//! (from 0) is one of the k that stay or are chosen if ⌊(i + 1)·k/m⌋ > ⌊i·k/m⌋. Everything else stays as it is, and so
//! does the order of the tiles: the same shuffle deals the same landscape parts.

use super::{Catalogue, FeatureKind, Kind, text};

impl Catalogue {
    /// Returns the number of tiles have a locomotive.
    pub fn locomotive_tiles(&self) -> u32 {
        self.kinds.iter().filter(|kind| bears(kind)).map(|kind| u32::from(kind.copies)).sum()
    }

    /// This catalogue with so many of its tiles having a locomotive. Tiles that changed are kinds of their own, called
    /// as before with an `L` if they got one and an `x` if they lost it.
    ///
    /// # Errors
    /// If there are not so many tiles that could have one, or what is derived is no catalogue; says what is possible.
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
        // The start tile stays as it is.
        let free = |i: usize| u32::from(self.kinds[i].copies) - u32::from(self.start.index() == i);
        let may_change = |kind: &Kind| if fewer { bears(kind) } else { !bears(kind) && rails(kind) == 1 };
        let changeable: Vec<usize> = (0..self.kinds.len())
            .filter(|&i| may_change(&self.kinds[i]))
            .flat_map(|i| std::iter::repeat_n(i, free(i) as usize))
            .collect();
        let (all, change) = (changeable.len() as u32, now.abs_diff(tiles));
        if change > all {
            let (least, most) = if fewer { (now - all, now) } else { (now, now + all) };
            return Err(format!(
                "{tiles} tiles with a locomotive; {} has {now}, {least} to {most} are possible",
                self.name
            ));
        }
        // Of those that lose it, the ones that stay are spread evenly.
        let chosen = if fewer { all - change } else { change };
        let mut changed = vec![0; self.kinds.len()];
        for (i, &kind) in (0..).zip(&changeable) {
            let picked = (i + 1) * chosen / all > i * chosen / all;
            changed[kind] += u8::from(picked != fewer);
        }
        let derived = self.kinds.iter().zip(changed).flat_map(|(kind, changed)| {
            let unchanged = Kind { copies: kind.copies - changed, ..kind.clone() };
            [unchanged, changed_kind(kind, changed)]
        });
        let kinds: Vec<Kind> = derived.filter(|kind| kind.copies > 0).collect();
        let name = format!("{}-{tiles}-locomotive-tiles", self.name);
        // Read as a file is, and so checked.
        let text = text::write(&self.tokens, &kinds, &self.kind(self.start).name);
        Catalogue::parse(&name, &name, &text).map_err(|e| e.to_string())
    }
}

fn rails(kind: &Kind) -> usize {
    kind.segments.iter().filter(|segment| segment.kind == FeatureKind::Railroad).count()
}

fn bears(kind: &Kind) -> bool {
    kind.segments.iter().any(|segment| segment.locomotives > 0)
}

fn changed_kind(kind: &Kind, copies: u8) -> Kind {
    let (letter, locomotives) = if bears(kind) { ('x', 0) } else { ('L', 1) };
    let mut changed = Kind { name: format!("{}{letter}", kind.name), copies, ..kind.clone() };
    for segment in changed.segments.iter_mut().filter(|segment| segment.kind == FeatureKind::Railroad) {
        segment.locomotives = locomotives;
    }
    changed
}
