//! Networks come back from their files as they went, and a wrong or cut file is refused with the reason.

mod support;

use std::fs;

use estopim_nnue::network::Variants;
use estopim_nnue::{Network, NetworkError};
use estopim_rules::Variant;
use rstest::rstest;
use support::random_network;

#[rstest]
fn a_network_comes_back_from_its_file(
    #[values(Variant::Chess, Variant::Atomic, Variant::PawnBattle)] variant: Variant,
    #[values(64, 320)] hidden: usize,
) {
    let network = random_network(variant, hidden, 1);
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("test.nnue");
    network.write(fs::File::create(&path).expect("a new file")).expect("the file is written");
    let back = Network::open(&path, variant).expect("the file is sound");
    assert_eq!(back, network);
    assert_eq!(back.fingerprint(), network.fingerprint());
    assert_eq!(fs::read(&path).expect("the file is there"), network.to_bytes());
}

#[test]
fn a_network_may_serve_several_games() {
    let variants = Variants::of(Variant::Atomic).with(Variant::StrictAtomic);
    let network = random_network(Variant::Atomic, 64, 1).serving(variants);
    let back = Network::from_bytes(&network.to_bytes()).expect("the bytes are sound");
    assert_eq!(back.shape().variants, variants);
    assert_eq!(variants.to_string(), "atomic, strictatomic");
}

/// Changes some bytes of a sound file and asks why it is refused.
fn refusal(change: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = random_network(Variant::Atomic, 64, 1).to_bytes();
    change(&mut bytes);
    let from_slice = Network::from_bytes(&bytes).expect_err("a bad file").to_string();
    let from_reader = Network::read(&*bytes).expect_err("a bad file").to_string();
    assert_eq!(from_slice, from_reader);
    from_slice
}

#[rstest]
#[case::foreign(0, b"MZ", "expected a file that begins with \"ESTONNUE\", found \"MZTONNUE\"")]
#[case::newer(8, b"\x02", "format version 1, found version 2")]
#[case::no_game(10, b"\x00", "at least one of the five games")]
#[case::unknown_game(10, b"\x40", "at least one of the five games")]
#[case::odd_width(12, b"\x41", "found 65")]
#[case::no_width(12, b"\x00", "found 0")]
#[case::great_width(12, b"\x40\x04", "found 1088")]
#[case::wider_than_the_file(12, b"\x80", "cut or too long")]
#[case::king_buckets(14, b"\x07", "7 buckets, found bucket 7")]
#[case::output_buckets(15, b"\x01", "expected 8 as the number of output buckets, found 1")]
#[case::feature_unit(16, b"\xb5", "expected 255 as one in the first layer, found 181")]
#[case::output_unit(18, b"\x20", "expected 256 as one in the output layer, found 288")]
#[case::king_map(24, b"\x09", "8 buckets, found bucket 9")]
#[case::checksum(56, b"\x00\x00\x00\x00\x00\x00\x00\x00", "damaged: expected the checksum")]
#[case::a_weight(5000, b"\x01\x01\x01", "damaged: expected the checksum")]
fn a_wrong_byte_is_refused_with_the_reason(
    #[case] at: usize,
    #[case] bytes: &[u8],
    #[case] reason: &str,
) {
    let refusal = refusal(|file| file[at..at + bytes.len()].copy_from_slice(bytes));
    assert!(refusal.contains(reason), "{refusal}");
}

#[test]
fn a_cut_file_is_refused_wherever_it_ends() {
    let whole = random_network(Variant::Atomic, 64, 1).to_bytes().len();
    for length in [0, 5, 8, 40, 63] {
        refusal(|bytes| bytes.truncate(length));
    }
    for length in [64, 65, whole / 2, whole - 1] {
        let reason = refusal(|bytes| bytes.truncate(length));
        let wanted = format!("cut or too long: expected {whole} bytes, found {length}");
        assert!(reason.contains(&wanted), "{reason}");
    }
    let reason = refusal(|bytes| bytes.push(0));
    assert!(reason.contains("cut or too long"), "{reason}");
}

#[test]
fn a_network_for_another_game_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("chess.nnue");
    fs::write(&path, random_network(Variant::Chess, 64, 1).to_bytes()).expect("a new file");
    let error = Network::open(&path, Variant::Atomic).expect_err("not for atomic");
    assert_eq!(error.to_string(), "expected a network for atomic, found one for chess");
    let error = Network::open(&folder.path().join("none"), Variant::Chess).expect_err("no file");
    assert!(matches!(error, NetworkError::Io(_)), "{error}");
}

#[test]
fn numbers_that_could_overflow_are_refused() {
    let network = random_network(Variant::Atomic, 1024, 1);
    let check = |change: fn(&mut estopim_nnue::Parameters), reason: &str| {
        let mut parameters = network.parameters();
        change(&mut parameters);
        let error = Network::new(*network.shape(), &parameters).expect_err("numbers too great");
        assert!(error.to_string().contains(reason), "{error}");
    };
    check(|numbers| numbers.feature_weights[7] = 993, "at most 992 in size, found 993");
    check(|numbers| numbers.feature_bias[7] = i16::MIN, "at most 992 in size, found 32768");
    check(|numbers| numbers.output_weights.fill(128), "does not fit 32 bits");
    check(|numbers| numbers.output_weights.truncate(5), "output weights, found 5");
}
