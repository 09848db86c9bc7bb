//! [`Perft`]: perft in the background, so that it can be stopped.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use estopim_rules::{AnyPosition, CastlingNotation};

/// Trees of this depth are counted without checking the stop flag: some milliseconds.
const UNBROKEN: u32 = 3;

/// A perft that runs, or has run.
pub(crate) struct Perft {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Perft {
    /// Counts the leaves at `depth` plies, and prints the count of each move and the total.
    pub fn start(
        position: AnyPosition,
        depth: u32,
        notation: CastlingNotation,
        tell: impl Fn(&str) + Send + 'static,
    ) -> io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&stop);
        let count = move || match divide(&position, depth, notation, &told, &tell) {
            Some(total) => {
                tell("");
                tell(&format!("Nodes searched: {total}"));
            }
            None => tell("info string perft was stopped"),
        };
        let thread = Some(thread::Builder::new().spawn(count)?);
        Ok(Self { stop, thread })
    }

    /// Waits until the result has been printed.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Stops the count and waits for its thread.
impl Drop for Perft {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn divide(
    position: &AnyPosition,
    depth: u32,
    notation: CastlingNotation,
    stop: &AtomicBool,
    tell: &impl Fn(&str),
) -> Option<u64> {
    let Some(rest) = depth.checked_sub(1) else { return Some(1) };
    let mut total = 0;
    for mv in position.legal_moves() {
        let nodes = count(&position.after(mv), rest, stop)?;
        total += nodes;
        tell(&format!("{}: {nodes}", position.uci_as(mv, notation)));
    }
    Some(total)
}

/// The leaf count at `depth` plies, or `None` if it was stopped.
fn count(position: &AnyPosition, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Relaxed) {
        return None;
    }
    if depth <= UNBROKEN {
        return Some(position.perft(depth));
    }
    let mut total = 0;
    for mv in position.legal_moves() {
        total += count(&position.after(mv), depth - 1, stop)?;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use estopim_rules::Variant;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(0, 1)]
    #[case(1, 20)]
    #[case(3, 8902)]
    #[case(5, 4_865_609)]
    fn all_positions_are_counted(#[case] depth: u32, #[case] wanted: u64) {
        let told = Arc::new(Mutex::new(Vec::new()));
        let tell = {
            let told = Arc::clone(&told);
            move |line: &str| told.lock().expect("nobody panics").push(line.to_owned())
        };
        let position = AnyPosition::initial(Variant::Chess);
        let counting = Perft::start(position, depth, CastlingNotation::KingSteps, tell);
        counting.expect("there is a thread").wait();
        let told = told.lock().expect("nobody panics");
        assert_eq!(told.last(), Some(&format!("Nodes searched: {wanted}")));
        let parts = told.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok());
        let sum: u64 = parts.sum::<u64>() - wanted;
        assert_eq!(sum, if depth == 0 { 0 } else { wanted });
    }
}
