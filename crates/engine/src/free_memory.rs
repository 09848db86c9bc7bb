//! How much memory the machine has left. It is checked before a table is allocated: a system that overcommits grants
//! the allocation and kills the process later, when the pages are touched.

use std::fs;
use std::path::Path;

/// Where Linux reports the available memory.
const MEMINFO: &str = "/proc/meminfo";
/// Where control groups (cgroups), which limit containers, report their limit: the folder, the file with the limit, and
/// the name in `memory.stat` of the pages that cannot be reclaimed.
const GROUPS: [(&str, &str, &str); 2] = [
    ("/sys/fs/cgroup", "memory.max", "anon"),
    ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "total_rss"),
];

/// How many bytes can still be allocated, or `None` where the system does not say.
pub(crate) fn available_bytes() -> Option<u64> {
    let machine = kilobytes(&fs::read_to_string(MEMINFO).ok()?, "MemAvailable:")?;
    let groups = GROUPS.into_iter().filter_map(|(folder, limit, used)| {
        let folder = Path::new(folder);
        let limit = fs::read_to_string(folder.join(limit)).ok()?;
        let stat = fs::read_to_string(folder.join("memory.stat")).ok()?;
        left_in_group(&limit, &stat, used)
    });
    Some(groups.fold(machine * 1024, u64::min))
}

/// The number after a name in a text of such lines.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

/// How many bytes a control group may still allocate; `None` if it has no limit.
fn left_in_group(limit: &str, stat: &str, used: &str) -> Option<u64> {
    let limit: u64 = limit.trim().parse().ok()?;
    let used = stat.lines().find_map(|line| line.strip_prefix(used)?.strip_prefix(' '))?;
    Some(limit.saturating_sub(used.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_understood() {
        let meminfo = "MemTotal:  1000 kB\nMemFree:  10 kB\nMemAvailable:     700 kB\n";
        assert_eq!(kilobytes(meminfo, "MemAvailable:"), Some(700));
        assert_eq!(kilobytes("MemTotal: 1000 kB\n", "MemAvailable:"), None);
        let stat = "anon_thp 1\nanon 300\nfile 50\n";
        assert_eq!(left_in_group("1000\n", stat, "anon"), Some(700));
        assert_eq!(left_in_group("200\n", stat, "anon"), Some(0));
        assert_eq!(left_in_group("max\n", stat, "anon"), None);
        assert_eq!(left_in_group("1000\n", "file 50\n", "anon"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_machine_that_runs_tests_has_some_memory_left() {
        let available = available_bytes().expect("Linux says how much there is");
        assert!(available > 1 << 20, "{available}");
    }
}
