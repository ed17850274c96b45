//! The normal distribution and Student's t, with the same bits on every system: functions of a system's own library differ in
//! their last digits from one to the next, those of `libm` do not.

use std::f64::consts::{PI, SQRT_2};

/// Returns the probability that a standard normal variable is at most `x`.
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// Returns the quantile of the standard normal distribution at `p`, which is between 0 and 1, both excluded.
pub fn normal_quantile(p: f64) -> f64 {
    quantile(
        p,
        |x| normal_cdf(-x),
        |x| libm::exp(-0.5 * x * x) / (2.0 * PI).sqrt(),
    )
}

/// Returns the probability that a variable with Student's t distribution is at most `t`; `freedom`, its degrees of freedom, is
/// more than 0 and may be a fraction.
pub fn student_cdf(t: f64, freedom: f64) -> f64 {
    let beyond = student_tail(t.abs(), freedom);
    if t > 0.0 { 1.0 - beyond } else { beyond }
}

/// Returns the quantile of Student's t distribution at `p`, which is between 0 and 1, both excluded; not a number without degrees
/// of freedom.
pub fn student_quantile(p: f64, freedom: f64) -> f64 {
    if freedom <= 0.0 {
        return f64::NAN;
    }
    let scale = gamma_ratio(freedom / 2.0) / (freedom * PI).sqrt();
    quantile(
        p,
        |t| student_tail(t, freedom),
        |t| scale * libm::exp(-(freedom + 1.0) / 2.0 * libm::log1p(t * t / freedom)),
    )
}

/// Returns the quantile of a symmetric distribution, given the probability of values beyond x ≥ 0, and the density at x.
fn quantile(p: f64, tail: impl Fn(f64) -> f64, density: impl Fn(f64) -> f64) -> f64 {
    let (sign, beyond) = if p < 0.5 { (-1.0, p) } else { (1.0, 1.0 - p) };
    // The density falls, so Newton's method comes from below, until rounding stops it.
    let mut x = 0.0;
    loop {
        let next = x + (tail(x) - beyond) / density(x);
        if !(next > x && next.is_finite()) {
            return sign * x;
        }
        x = next;
    }
}

/// Returns the probability of values beyond `t`, which is at least 0: half the regularized incomplete beta function Iₓ(ν/2, ½) at
/// x = ν/(ν + t²) (Abramowitz and Stegun, 26.7.1).
fn student_tail(t: f64, freedom: f64) -> f64 {
    let a = freedom / 2.0;
    let b = 0.5;
    let square = t * t;
    // Here the fraction loses more digits than this approximation (Abramowitz and Stegun, 26.7.8).
    if freedom > 1e6 {
        return normal_cdf(-t * (1.0 - 0.25 / freedom) / (1.0 + 0.5 * square / freedom).sqrt());
    }
    let x = freedom / (freedom + square);
    let rest = square / (freedom + square);
    // xᵃ·(1 − x)ᵇ / B(a, b), where B(a, ½) = √π·Γ(a) / Γ(a + ½).
    let factor =
        libm::exp(-a * libm::log1p(square / freedom)) * rest.sqrt() * gamma_ratio(a) / PI.sqrt();
    // The fraction converges fast below the mean of the beta distribution.
    if x < (a + 1.0) / (a + b + 2.0) {
        0.5 * factor / a * beta_fraction(a, b, x)
    } else {
        0.5 - 0.5 * factor / b * beta_fraction(b, a, rest)
    }
}

/// Replaces a value too small to divide by.
fn not_zero(value: f64) -> f64 {
    const TINY: f64 = 1e-300;
    if value.abs() < TINY { TINY } else { value }
}

/// Returns the continued fraction of the incomplete beta function (Abramowitz and Stegun, 26.5.8), by Lentz's method.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let mut d = 1.0 / not_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut c = 1.0;
    let mut fraction = d;
    let mut m = 1.0;
    loop {
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for numerator in [even, odd] {
            d = 1.0 / not_zero(1.0 + numerator * d);
            c = not_zero(1.0 + numerator / c);
            change = c * d;
            fraction *= change;
        }
        // What is not a number ends it, too.
        if (change - 1.0).abs() >= 4.0 * f64::EPSILON {
            m += 1.0;
        } else {
            return fraction;
        }
    }
}

/// Returns Γ(a + ½) / Γ(a), by its series for large a (Tricomi and Erdélyi 1951, "The asymptotic expansion of a ratio of gamma
/// functions", Pacific J. Math. 1).
fn gamma_ratio(a: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] = [
        -399.0 / 262_144.0,
        -21.0 / 32_768.0,
        5.0 / 1024.0,
        1.0 / 128.0,
        -1.0 / 8.0,
    ];
    let mut factor = 1.0;
    let mut a = a;
    while a < 100.0 {
        factor *= a / (a + 0.5);
        a += 1.0;
    }
    factor
        * a.sqrt()
        * (1.0
            + COEFFICIENTS
                .iter()
                .fold(0.0, |sum, coefficient| (sum + coefficient) / a))
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

    use super::*;

    fn is_near(found: f64, expected: f64, relative: f64) -> bool {
        (found - expected).abs() <= relative * expected.abs()
    }

    #[test]
    fn students_t_is_that_of_another_program() {
        for freedom in [0.7, 1.0, 2.0, 3.533, 5.0, 19.0, 20.5, 99.0, 999.5] {
            let other = StudentsT::new(0.0, 1.0, freedom).unwrap();
            for p in [1e-4, 0.005, 0.1, 0.6, 0.975, 0.9999] {
                let t = student_quantile(p, freedom);
                assert!(is_near(t, other.inverse_cdf(p), 1e-8), "{freedom} {p}: {t}");
                assert!(
                    is_near(student_cdf(t, freedom), p, 1e-10),
                    "{freedom} {p}: {t}"
                );
                assert!(
                    is_near(student_cdf(t, freedom), other.cdf(t), 1e-10),
                    "{freedom} {p}: {t}"
                );
            }
        }
    }

    #[test]
    fn what_is_not_defined_is_not_a_number() {
        assert!(student_quantile(0.975, 0.0).is_nan());
        assert!(student_cdf(f64::NAN, 9.0).is_nan() && student_cdf(-1.0, f64::NAN).is_nan());
    }

    #[test]
    fn with_many_degrees_of_freedom_t_is_nearly_normal() {
        for p in [0.001, 0.4, 0.975, 0.999_999] {
            let normal = normal_quantile(p);
            assert!(
                is_near(normal, Normal::standard().inverse_cdf(p), 1e-9),
                "{p}: {normal}"
            );
            assert!(is_near(normal_cdf(normal), p, 1e-14), "{p}: {normal}");
            // Where another formula takes over, nothing jumps.
            let [less, more] = [1e6, 1.000_001e6].map(|freedom| student_quantile(p, freedom));
            assert!(
                is_near(less, more, 1e-9) && is_near(more, normal, 1e-5),
                "{p}: {less} {more} {normal}"
            );
            assert!(is_near(student_quantile(p, 1e12), normal, 1e-10), "{p}");
        }
    }

    #[test]
    fn results_have_the_same_bits_on_every_system() {
        let found = [
            student_quantile(0.975, 99.0),
            student_quantile(0.975, 3.533),
            normal_cdf(-1.96),
        ];
        assert_eq!(
            found.map(f64::to_bits),
            [
                4_611_614_937_896_433_720,
                4_613_774_217_928_716_226,
                4_582_862_374_129_996_562
            ]
        );
    }
}
