//! A disk that is really full: a small file system in memory, which a user may mount in a namespace of the test's own,
//! where nobody else sees it and whose end is the test's end. A limit to the size of files would be simpler, but what is
//! tested would see another error than the one it is to survive.
//!
//! A test that needs one is marked `#[ignore]` and asks for [`path`]; another test runs it by [`run_test`].
#![allow(dead_code)] // each test uses its part

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The variable that tells where the disk is.
const DISK: &str = "ESTOPIM_TEST_SMALL_DISK";
/// How the shell says that nothing could be mounted.
const NO_DISK: i32 = 77;

/// Where the disk is that this test runs on.
pub fn path() -> PathBuf {
    std::env::var_os(DISK).expect("this test is run by another, which names a disk").into()
}

/// Writes a file until there is no room left, in blocks of these sizes.
pub fn fill(path: &Path, blocks: &[usize]) {
    let mut ballast = File::create(path).expect("there is room for a name");
    for &block in blocks {
        let bytes = vec![b'x'; block];
        loop {
            match ballast.write(&bytes) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => break,
                Err(error) => panic!("the ballast: {error}"),
            }
        }
    }
}

/// Runs an ignored test of this very binary on a disk of that size (`64k`, `8m`). Where nothing can be mounted it says
/// so, past the capture of the test runner: who reads the log should know.
#[cfg(target_os = "linux")]
pub fn run_test(size: &str, test: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let this = std::env::current_exe().expect("the test knows its name");
    let mount =
        format!("mount -t tmpfs -o size={size} tmpfs \"${DISK}\" || exit {NO_DISK}; exec \"$@\"");
    let run = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", &mount, "sh"])
        .arg(this)
        .args(["--ignored", "--exact", test, "--nocapture"])
        .env(DISK, folder.path())
        .output();
    let run = match run {
        Ok(run) if run.status.code() != Some(NO_DISK) && !run.stderr.starts_with(b"unshare:") => {
            run
        }
        refused => {
            let _ = writeln!(
                io::stderr(),
                "NOT TESTED: no small disk can be mounted here: {refused:?}"
            );
            return;
        }
    };
    let said = [run.stdout, run.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(run.status.success() && said[0].contains("1 passed"), "{}\n{}", said[0], said[1]);
}
