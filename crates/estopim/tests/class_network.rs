//! `estopim class` on a network: which address it offers, the self-test, mDNS and a change of address, in network namespaces of the
//! test's own. Where they are forbidden, the test says so.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::process::Command;

/// What is done in the new namespaces before anything is tested.
const ALLOWED: &str =
    "ip link set lo up && ip netns list >/dev/null && mount -t tmpfs tmpfs /mnt && python3 -c ''";

/// A command in user, network and mount namespaces of its own.
fn unshared() -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--net", "--mount"]);
    command
}

#[test]
fn a_device_on_the_network_finds_the_class() {
    let probe = unshared().args(["sh", "-c", ALLOWED]).output();
    if !probe.as_ref().is_ok_and(|output| output.status.success()) {
        let mut out = std::io::stderr();
        let _ = writeln!(
            out,
            "NOT TESTED: this machine allows no network namespaces, or lacks ip or python3: {probe:?}"
        );
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/class_network.py");
    let output = unshared()
        .args(["python3", script, env!("CARGO_BIN_EXE_estopim")])
        .arg(directory.path().join("data"))
        .output()
        .expect("it starts");
    let (said, failed) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("ALL TESTED"), "{said}\n{failed}");
}
