//! Work shared among threads. What is compiled anew for each kind of work is one closure: everything of the library behind it is
//! compiled once.

use std::sync::{Mutex, PoisonError};

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// Runs jobs on the threads of the pool that the caller is in, and returns their results in order.
pub fn map<T: Send>(jobs: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..jobs).map(|_| Mutex::new(None)).collect();
    run(jobs, &|number| {
        let result = job(number);
        *results[number]
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    results.into_iter().map(finished).collect()
}

/// Returns the first job that succeeds, the same for any number of threads; as many are tried at once as there are threads.
pub fn first(jobs: usize, succeeds: impl Fn(usize) -> bool + Sync) -> Option<usize> {
    let at_once = rayon::current_num_threads();
    (0..jobs).step_by(at_once).find_map(|from| {
        let tried = map(at_once.min(jobs - from), |number| succeeds(from + number));
        tried
            .iter()
            .position(|&is_found| is_found)
            .map(|number| from + number)
    })
}

/// Runs jobs on the threads of the pool that the caller is in; each job may go to another thread.
fn run(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..jobs).into_par_iter().with_max_len(1).for_each(job);
}

fn finished<T>(result: Mutex<Option<T>>) -> T {
    result
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .expect("every job has ended")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            assert_eq!(
                pool.install(|| map(100, |number| number * number)),
                (0..100).map(|n| n * n).collect::<Vec<_>>()
            );
        }
        assert!(map(0, |number| number).is_empty());
    }

    #[test]
    fn first_success_is_the_same_on_any_number_of_threads() {
        for threads in [1, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let found = |least| pool.install(|| first(11, |number| number >= least));
            assert_eq!(
                [0, 4, 10, 11].map(found),
                [Some(0), Some(4), Some(10), None]
            );
        }
    }
}
