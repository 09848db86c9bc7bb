//! `estopim loadtest` knows what the machine allows.
#![cfg(unix)]

use std::io::{Write, stderr};
use std::process::{Command, Output};

use rstest::rstest;

/// Runs it by a shell that has first done `before`.
fn loadtest_after(shell: &[&str], before: &str, arguments: &[&str]) -> Output {
    Command::new(shell[0])
        .args(&shell[1..])
        .args([
            "-c",
            &format!("{before} && exec \"$@\""),
            "sh",
            env!("CARGO_BIN_EXE_estopim"),
            "loadtest",
        ])
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Runs it with a limit on open files.
fn loadtest(files: u32, arguments: &[&str]) -> Output {
    loadtest_after(&["sh"], &format!("ulimit -n {files}"), arguments)
}

#[rstest]
#[case(400, "26", "26 games need 404 open files; this machine allows 400: raise it with ulimit -n")]
#[case(
    400,
    "2000",
    "2000 games need 8300 open files; this machine allows 400: raise it with ulimit -n"
)]
#[case(
    1000,
    "1000000",
    "1000000 games need 4000300 open files; this machine allows 1000: raise it with ulimit -n"
)]
fn more_games_than_files_are_refused_at_once(
    #[case] files: u32,
    #[case] games: &str,
    #[case] wanted: &str,
) {
    let output = loadtest(files, &["--games", games]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {wanted}\n"));
    assert!(output.stdout.is_empty());
}

#[test]
fn as_many_games_as_files_allow_are_played() {
    let output = loadtest(400, &["--games", "25", "--rate", "200", "--seconds", "1"]);
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    assert!(said.starts_with("25 games, 50 sockets, 200 moves/s wanted\n"), "{said}");
}

#[test]
fn without_the_echo_server_twice_as_many_games_are_played() {
    let arguments = ["--games", "50", "--rate", "200", "--seconds", "1", "--without-echo"];
    let output = loadtest(400, &arguments);
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    assert!(said.starts_with("50 games, 100 sockets, 200 moves/s wanted\n"), "{said}");
    assert!(said.contains("\nat full speed") && !said.contains("echo"), "{said}");
    let output = loadtest(400, &["--games", "51", "--without-echo"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: 51 games need 402 open files; this machine allows 400: raise it with ulimit -n\n"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn more_games_than_ports_are_refused_with_what_to_do() {
    // A network of its own, in which there are few.
    let own_network = ["unshare", "--map-root-user", "--net", "sh"];
    let few_ports =
        "ip link set lo up && echo 60000 60100 > /proc/sys/net/ipv4/ip_local_port_range";
    let allowed = Command::new(own_network[0])
        .args(&own_network[1..])
        .args(["-c", few_ports])
        .output()
        .is_ok_and(|output| output.status.success());
    if !allowed {
        // Past the capture of the test runner: who reads the log should know.
        let _ = writeln!(stderr(), "NOT TESTED: this system gives no network of one's own");
        return;
    }
    let output = loadtest_after(&own_network, few_ports, &["--games", "200", "--seconds", "1"]);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{complained}");
    let wanted = "error: 200 games need 400 ports for their sockets, and this machine has fewer: \
                  widen net.ipv4.ip_local_port_range\n";
    assert!(complained.ends_with(wanted), "{complained}");
}
