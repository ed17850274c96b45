//! Small, positive definite systems of linear equations.

/// Cholesky factor of a symmetric positive definite matrix: lower triangular, times its transpose the matrix.
pub struct Cholesky {
    lower: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Factors a matrix, given by rows. Returns `None` if it is not positive definite.
    pub fn new(a: &[Vec<f64>]) -> Option<Cholesky> {
        let n = a.len();
        let mut lower = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..=i {
                let known: f64 = (0..j).map(|k| lower[i][k] * lower[j][k]).sum();
                let rest = a[i][j] - known;
                lower[i][j] = if i != j {
                    rest / lower[j][j]
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Cholesky { lower })
    }

    /// Solves lower·x = b.
    pub fn half_solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for i in 0..x.len() {
            let known: f64 = (0..i).map(|k| self.lower[i][k] * x[k]).sum();
            x[i] = (x[i] - known) / self.lower[i][i];
        }
        x
    }

    /// Solves a·x = b for the matrix a that was factored.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = self.half_solve(b);
        for i in (0..x.len()).rev() {
            let known: f64 = (i + 1..x.len()).map(|k| self.lower[k][i] * x[k]).sum();
            x[i] = (x[i] - known) / self.lower[i][i];
        }
        x
    }

    /// Returns half the logarithm of the matrix's determinant.
    pub fn half_log_determinant(&self) -> f64 {
        self.lower
            .iter()
            .enumerate()
            .map(|(i, row)| libm::log(row[i]))
            .sum()
    }
}

/// Solves a·x = b for a symmetric positive definite matrix, given by rows. Returns `None` if it is not positive definite.
pub fn solve(a: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    Some(Cholesky::new(a)?.solve(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_matches_a_hand_calculation() {
        let a = [
            vec![4.0, 2.0, 0.0],
            vec![2.0, 5.0, 3.0],
            vec![0.0, 3.0, 6.0],
        ];
        let x = solve(&a, &[8.0, 21.0, 24.0]).unwrap();
        for (x, expected) in x.iter().zip([1.0, 2.0, 3.0]) {
            assert!((x - expected).abs() < 1e-12, "{x} {expected}");
        }
        assert_eq!(solve(&[vec![1.0, 2.0], vec![2.0, 1.0]], &[1.0, 1.0]), None);
        // Determinant 4·(30 − 9) − 2·12 = 60.
        let half = Cholesky::new(&a).unwrap().half_log_determinant();
        assert!((2.0 * half - libm::log(60.0)).abs() < 1e-12);
    }
}
