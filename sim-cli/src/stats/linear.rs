//! Small, positive definite systems of linear equations.

/// Solves a·x = b by Cholesky's method for a symmetric positive definite matrix, given by rows. Returns `None` if it is not
/// positive definite.
pub fn solve(a: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
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
    let mut x = b.to_vec();
    for i in 0..n {
        let known: f64 = (0..i).map(|k| lower[i][k] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| lower[k][i] * x[k]).sum();
        x[i] = (x[i] - known) / lower[i][i];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_matches_a_hand_calculation() {
        let a = [vec![4.0, 2.0, 0.0], vec![2.0, 5.0, 3.0], vec![0.0, 3.0, 6.0]];
        let x = solve(&a, &[8.0, 21.0, 24.0]).unwrap();
        for (x, expected) in x.iter().zip([1.0, 2.0, 3.0]) {
            assert!((x - expected).abs() < 1e-12, "{x} {expected}");
        }
        assert_eq!(solve(&[vec![1.0, 2.0], vec![2.0, 1.0]], &[1.0, 1.0]), None);
    }
}
