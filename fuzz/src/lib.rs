//! What the fuzz targets check, and what they share: a position reached by moves that the first bytes choose.

use std::fmt::Debug;

use estopim_nnue::{Network, NetworkEvaluator};
use estopim_protocol::{ClientMessage, ServerMessage, report, rest};
use estopim_rules::{AnyPosition, Variant};
use estopim_train::data::{Reader, Record};
use estopim_uci::{Command, Reply};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Positions beside the games' first ones in which texts can mean much: castling of both kinds, en passant, promotion, rivals.
const STARTS: [(Variant, &str); 7] = [
    (Variant::Chess, "r3k2r/1P6/8/2pP4/8/2N2N2/8/R3K2R w KQkq c6 0 1"),
    (Variant::Chess, "1r2k1r1/8/8/8/8/8/p6P/1R2K1R1 b GBgb - 0 1"),
    (Variant::Chess, "7k/8/8/8/Q1Q5/8/Q7/4K3 w - - 0 1"),
    (Variant::Atomic, "1r2k1r1/3p4/8/4P3/8/8/p6P/1R2K1R1 b GBgb - 0 1"),
    (Variant::StrictAtomic, "1r2k1r1/3p4/8/4P3/8/8/p6P/1R2K1R1 b GBgb - 0 1"),
    (Variant::SimpleAtomic, "4k3/P6p/8/8/8/3r4/3Q4/4K3 w - - 0 1"),
    (Variant::PawnBattle, "1n6/P6p/8/3pP3/8/8/p6P/N7 w - d6 0 1"),
];

/// Reads an input as a start, a number of moves, the moves chosen, and a text.
pub fn position_and_text(data: &[u8]) -> Option<(AnyPosition, String)> {
    let (&start, rest) = data.split_first()?;
    let (&plies, rest) = rest.split_first()?;
    let (choices, text) = rest.split_at_checked(usize::from(plies % 32))?;
    let firsts = Variant::ALL.map(|variant| (variant, variant.initial_fen()));
    let starts: Vec<_> = firsts.into_iter().chain(STARTS).collect();
    let (variant, fen) = starts[usize::from(start) % starts.len()];
    let mut position = AnyPosition::from_fen(variant, fen).expect("the starts are positions");
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        position.play_unchecked(mv);
    }
    Some((position, String::from_utf8_lossy(text).into_owned()))
}

/// A line of UCI, read as a command and as a reply: what was read is written and read again.
pub fn check_uci_line(line: &str) {
    match Command::parse(line) {
        Ok(Some(command)) => {
            let written = command.to_string();
            assert_eq!(Command::parse(&written), Ok(Some(command)), "{line:?} {written:?}");
        }
        Ok(None) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let reply = Reply::parse(line);
    let written = reply.to_string();
    assert_eq!(Reply::parse(&written), reply, "{line:?} {written:?}");
}

/// A network file, and a sound network whose first bytes are replaced by these: an error, or a network that writes the same
/// bytes and evaluates.
pub fn check_network(bytes: &[u8]) {
    let mut patched = Network::embedded(Variant::PawnBattle).map_or(Vec::new(), Network::to_bytes);
    for (byte, &by) in patched.iter_mut().zip(bytes) {
        *byte = by;
    }
    for bytes in [bytes, &patched] {
        match (Network::from_bytes(bytes), Network::read(bytes)) {
            (Ok(network), Ok(streamed)) => {
                assert_eq!(network, streamed);
                assert_eq!(network.to_bytes(), bytes);
                for variant in network.shape().variants.iter() {
                    let start = AnyPosition::initial(variant);
                    NetworkEvaluator::new().evaluate(&network, 0, start.board(), start.turn());
                }
            }
            (Err(error), Err(streamed)) => {
                assert!(!error.to_string().is_empty() && !streamed.to_string().is_empty());
            }
            (from_bytes, read) => panic!("{:?} but {:?}", from_bytes.is_ok(), read.is_ok()),
        }
    }
}

/// Training records one by one, and the bytes as a whole file of them.
pub fn check_records(bytes: &[u8]) {
    for &chunk in bytes.as_chunks::<{ Record::BYTES }>().0 {
        let record = Record::from_bytes(chunk);
        let _ = (record.pieces().count(), record.fingerprint(), record.variant());
        match record.position() {
            Ok(position) => {
                let again = Record::new(&position, record.score(), record.result(), record.ply());
                let again = again.expect("it had room before");
                assert_eq!(again.position().as_ref(), Ok(&position), "{chunk:?}");
                assert_eq!(again.fingerprint(), record.fingerprint(), "{chunk:?}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let path = std::env::temp_dir().join(format!("estopim-fuzz-{}.data", std::process::id()));
    std::fs::write(&path, bytes).expect("there is room for a small file");
    if let Ok(mut reader) = Reader::open(&path) {
        // Damaged blocks are errors, after which reading goes on; it always ends.
        let found: usize = reader.by_ref().flatten().map(|block| block.records.len()).sum();
        assert!(found * Record::BYTES <= bytes.len());
        assert!(reader.offset() <= bytes.len() as u64);
    }
    let _ = std::fs::remove_file(&path);
}

/// A JSON text as every message that server and clients exchange.
pub fn check_message(text: &str) {
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) {
        match serde_json::from_str::<T>(text) {
            Ok(message) => {
                let written = serde_json::to_string(&message).expect("a message can be written");
                let read = serde_json::from_str(&written);
                assert_eq!(read.ok().as_ref(), Some(&message), "{written}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    check::<ClientMessage>(text);
    check::<ServerMessage>(text);
    check::<rest::NewGame>(text);
    check::<rest::SetNickname>(text);
    check::<rest::Lobby>(text);
    check::<rest::PositionQuery>(text);
    check::<report::ReportAnswer>(text);
}

#[cfg(test)]
mod tests {
    use std::fs;

    use estopim_rules::SplitMix64;

    use super::*;

    /// The seeds of a target, and each with some bytes changed, cut or doubled.
    fn each_input(target: &str, rounds: usize, check: impl Fn(&[u8])) {
        let mut rng = SplitMix64::new(1);
        let mut seeds = 0;
        for entry in fs::read_dir(format!("corpus_seed/{target}")).expect("there are seeds") {
            let seed = fs::read(entry.expect("it can be read").path()).expect("it can be read");
            seeds += 1;
            check(&seed);
            for _ in 0..rounds {
                let mut input = seed.clone();
                for _ in 0..1 + rng.below(4) {
                    let at = rng.below(input.len().max(1));
                    match rng.below(4) {
                        0 => input.truncate(at),
                        1 => input.insert(at.min(input.len()), rng.below(256) as u8),
                        2 => input.extend_from_within(at.min(input.len())..),
                        _ => {
                            if let Some(byte) = input.get_mut(at) {
                                *byte ^= 1 << rng.below(8);
                            }
                        }
                    }
                }
                check(&input);
            }
        }
        assert!(seeds > 0, "no seeds of {target}");
    }

    fn text(check: impl Fn(&str)) -> impl Fn(&[u8]) {
        move |bytes| {
            for line in String::from_utf8_lossy(bytes).lines() {
                check(line);
            }
        }
    }

    #[test]
    fn lines_of_uci() {
        each_input("uci_line", 20_000, text(check_uci_line));
    }

    #[test]
    fn networks() {
        each_input("network", 200, check_network);
    }

    #[test]
    fn records() {
        each_input("records", 2000, check_records);
    }

    #[test]
    fn messages() {
        each_input("messages", 5000, text(check_message));
    }
}
