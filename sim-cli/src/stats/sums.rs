//! Sums over blocks, in whole numbers: exact, whatever the order.

/// Sums of one metric over blocks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    block: i64,
    /// Sum of the blocks' sums.
    pub sum: i128,
    /// Sum of their squares.
    pub squares: i128,
    /// Sum of their third powers; exact for blocks below 2^31 in amount and fewer than 2^34 of them.
    pub cubes: i128,
}

impl Sums {
    /// Adds a value to the block that is being played.
    pub fn add(&mut self, value: i64) {
        self.block += value;
    }

    /// Ends that block, and returns its sum.
    pub fn end_block(&mut self) -> i64 {
        let block = std::mem::take(&mut self.block);
        self.push(block);
        block
    }

    /// Adds a block by its sum.
    pub fn push(&mut self, block: i64) {
        let x = i128::from(block);
        self.sum += x;
        self.squares += x * x;
        self.cubes += x * x * x;
    }

    /// The sums of the same blocks, each less `amount`.
    pub fn less(&self, blocks: u64, amount: i64) -> Sums {
        let (n, amount) = (i128::from(blocks), i128::from(amount));
        let squares = self.squares - 2 * amount * self.sum + n * amount * amount;
        let cubes = self.cubes - 3 * amount * self.squares + 3 * amount * amount * self.sum - n * amount.pow(3);
        Sums { block: 0, sum: self.sum - n * amount, squares, cubes }
    }

    /// As many times the sum of the squared deviations from the mean as there are blocks: n·Σx² − (Σx)² in whole
    /// numbers, so nothing cancels.
    pub fn spread(&self, blocks: u64) -> i128 {
        i128::from(blocks) * self.squares - self.sum * self.sum
    }

    /// The standard error of the blocks' mean, all divided by `unit`: s/√n; none with fewer than two blocks.
    pub fn standard_error(&self, blocks: u64, unit: f64) -> Option<f64> {
        let n = blocks as f64;
        let variance = || self.spread(blocks) as f64 / (n * (n - 1.0)) / (unit * unit);
        (blocks >= 2).then(|| (variance() / n).sqrt())
    }
}
