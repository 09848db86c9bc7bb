//! A disk that is full stops writing only for as long as it is full, and nothing that was acknowledged is lost.

mod small_disk;

use std::fs;

use estopim_store::{MoveRow, Store, StoreErrorKind, Write, Written};

/// How often the disk fills up.
const ROUNDS: usize = 3;
/// More moves than the room that is left has room for.
const MOST_MOVES: i64 = 200_000;

/// Moves of one game, and how many of them were acknowledged.
struct Player<'a> {
    store: &'a Store,
    acknowledged: i64,
}

impl Player<'_> {
    /// A move with a long text, so that the room is soon used up.
    async fn play(&mut self) -> Result<(), StoreErrorKind> {
        let ply = self.acknowledged + 1;
        let uci = format!("{ply}{}", "-".repeat(1000));
        let row = MoveRow { ply, uci, at_ms: ply, white_ms: None, black_ms: None };
        let written = self.store.write(vec![Write::Move { game: "g1".to_owned(), row }]).await;
        let written = written.map_err(|error| error.kind())?;
        assert_eq!(written, Written::Done, "ply {ply} was acknowledged twice");
        self.acknowledged = ply;
        Ok(())
    }

    /// Plays until the disk is full, and a little more: it stays full, and is said to be.
    async fn play_until_full(&mut self) {
        let mut failed = None;
        while failed.is_none() && self.acknowledged < MOST_MOVES {
            failed = self.play().await.err();
        }
        assert_eq!(failed, Some(StoreErrorKind::DiskFull));
        for _ in 0..5 {
            assert_eq!(self.play().await, Err(StoreErrorKind::DiskFull));
        }
    }

    /// Plays once there is room again, and finds every move that was acknowledged.
    async fn play_on(&mut self) {
        self.store.check_write(1).await.expect("there is room to write");
        for _ in 0..5 {
            assert_eq!(self.play().await, Ok(()));
        }
        let kept = self.store.moves("g1").await.expect("answered");
        let plies: Vec<i64> = kept.iter().map(|row| row.ply).collect();
        assert!(plies.iter().copied().eq(1..=self.acknowledged), "{plies:?}");
    }
}

#[tokio::test]
async fn writing_goes_on_once_the_file_may_grow_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!("sqlite:{}", folder.path().join("games.db").display());
    let store = Store::open(&address).await.expect("the database opens");
    let mut player = Player { store: &store, acknowledged: 0 };
    for round in 1..=ROUNDS {
        store.limit_pages(Some(100 * round as u32)).await.expect("the limit is set");
        player.play_until_full().await;
        store.limit_pages(None).await.expect("the limit is lifted");
        player.play_on().await;
    }
}

#[tokio::test]
#[ignore = "run by the test below, on a small disk"]
async fn on_a_small_disk() {
    let disk = small_disk::path();
    let address = format!("sqlite:{}", disk.join("games.db").display());
    let store = Store::open(&address).await.expect("the database opens");
    let mut player = Player { store: &store, acknowledged: 0 };
    for _ in 0..ROUNDS {
        small_disk::fill(&disk.join("ballast"), &[64 * 1024, 4096, 1]);
        player.play_until_full().await;
        // A probe is smaller than a move: there may be room for some, but not for many.
        let mut probe = Ok(());
        for now_ms in 100..200 {
            probe = probe.and(store.check_write(now_ms).await.map_err(|error| error.kind()));
        }
        assert_eq!(probe, Err(StoreErrorKind::DiskFull));
        fs::remove_file(disk.join("ballast")).expect("the ballast can be thrown off");
        player.play_on().await;
    }
}

#[cfg(target_os = "linux")]
#[test]
fn writing_goes_on_once_a_real_disk_has_room_again() {
    small_disk::run_test("8m", "on_a_small_disk");
}
