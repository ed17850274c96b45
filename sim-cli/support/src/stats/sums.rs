//! Sums over blocks, in whole numbers: exact in any order.

/// Sums of one metric over blocks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    block: i64,
    /// Sum over blocks.
    pub sum: i128,
    /// Sum of squares over blocks.
    pub squares: i128,
    /// Sum of cubes over blocks; exact for fewer than 2^34 blocks of absolute value below 2^31.
    pub cubes: i128,
}

impl Sums {
    /// Adds a value to the current block.
    pub fn add(&mut self, value: i64) {
        self.block += value;
    }

    /// Ends the current block and returns its sum.
    pub fn end_block(&mut self) -> i64 {
        let block = std::mem::take(&mut self.block);
        self.push(block);
        block
    }

    /// Ends the current block without counting it.
    pub fn drop_block(&mut self) {
        self.block = 0;
    }

    /// Adds a complete block by its sum.
    pub fn push(&mut self, block: i64) {
        let x = i128::from(block);
        self.sum += x;
        self.squares += x * x;
        self.cubes += x * x * x;
    }

    /// Returns the sums of the same blocks with `amount` subtracted from each.
    pub fn less(&self, blocks: u64, amount: i64) -> Sums {
        let n = i128::from(blocks);
        let amount = i128::from(amount);
        let squares = self.squares - 2 * amount * self.sum + n * amount * amount;
        let cubes = self.cubes - 3 * amount * self.squares + 3 * amount * amount * self.sum
            - n * amount.pow(3);
        Sums {
            block: 0,
            sum: self.sum - n * amount,
            squares,
            cubes,
        }
    }

    /// Returns the number of blocks times the sum of squared deviations from their mean: n·Σx² − (Σx)² in whole numbers, so
    /// nothing cancels.
    pub fn spread(&self, blocks: u64) -> i128 {
        i128::from(blocks) * self.squares - self.sum * self.sum
    }

    /// Returns the standard error s/√n of the blocks' mean, divided by `unit`, or `None` with fewer than two blocks.
    pub fn standard_error(&self, blocks: u64, unit: f64) -> Option<f64> {
        let n = blocks as f64;
        (blocks >= 2).then(|| {
            let variance = self.spread(blocks) as f64 / (n * (n - 1.0)) / (unit * unit);
            (variance / n).sqrt()
        })
    }
}
