//! How much memory the machine has left, and whether a large table may be allocated. A system that overcommits grants
//! the allocation and kills the process later, when the pages are touched; so the available memory is checked before.

use std::fs;
use std::path::Path;

use thiserror::Error;

/// There is not enough memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no room for a table of {wanted_mb} megabytes{}", free(*.available_mb))]
pub struct MemoryError {
    /// The size asked for, in megabytes.
    pub wanted_mb: usize,
    /// How many megabytes are available, if that is known.
    pub available_mb: Option<usize>,
}

fn free(available_mb: Option<usize>) -> String {
    available_mb.map_or(String::new(), |free| format!(", the machine has {free}"))
}

/// A megabyte, in bytes.
const MEGABYTE: usize = 1 << 20;

/// The part of the available memory that a table may take; the rest is left to other programs.
const fn most_of(available_mb: usize) -> usize {
    available_mb - available_mb / 16
}

/// Refuses a table of `megabytes` that the machine has no room for, given that `in_use` megabytes will be freed. Where
/// the system does not say how much is available, nothing is refused.
pub fn check_room(megabytes: usize, in_use: usize) -> Result<(), MemoryError> {
    let Some(available) = available_bytes() else { return Ok(()) };
    let available_mb = (available / MEGABYTE as u64) as usize;
    if megabytes > most_of(available_mb).saturating_add(in_use) {
        return Err(MemoryError { wanted_mb: megabytes, available_mb: Some(available_mb) });
    }
    Ok(())
}

/// A table of about `megabytes`, all default values, if there is enough memory. Every page of it is touched.
pub fn table<T: Default>(megabytes: usize) -> Result<Vec<T>, MemoryError> {
    let refused = MemoryError { wanted_mb: megabytes, available_mb: None };
    let count = megabytes.checked_mul(MEGABYTE).ok_or(refused)? / size_of::<T>();
    let mut table = room_for(count)?;
    table.resize_with(count, T::default);
    Ok(table)
}

/// An empty list with room for `count` values, if there is enough memory.
pub fn room_for<T>(count: usize) -> Result<Vec<T>, MemoryError> {
    let wanted_mb = count.saturating_mul(size_of::<T>()).div_ceil(MEGABYTE);
    check_room(wanted_mb, 0)?;
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| MemoryError { wanted_mb, available_mb: None })?;
    Ok(list)
}

/// Where Linux reports the available memory.
const MEMINFO: &str = "/proc/meminfo";
/// Where control groups (cgroups), which limit containers, report their limit: the folder, the file with the limit, and
/// the name in `memory.stat` of the pages that cannot be reclaimed.
const GROUPS: [(&str, &str, &str); 2] = [
    ("/sys/fs/cgroup", "memory.max", "anon"),
    ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "total_rss"),
];

/// How many bytes can still be allocated, or `None` where the system does not say.
pub fn available_bytes() -> Option<u64> {
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

    #[test]
    fn a_table_that_no_machine_has_room_for_is_refused() {
        for megabytes in [1 << 30, usize::MAX >> 20, usize::MAX] {
            let error = table::<u64>(megabytes).expect_err("it is refused");
            assert_eq!(error.wanted_mb, megabytes);
            assert!(error.to_string().starts_with("no room for a table of"), "{error}");
        }
        assert_eq!(table::<u64>(1).expect("there is room for little").len(), MEGABYTE / 8);
    }

    /// The allocation itself would succeed where the system overcommits, and touching it would end the process.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_larger_than_what_is_free_is_refused_before_it_is_touched() {
        let available_mb =
            (available_bytes().expect("Linux says how much there is") >> 20) as usize;
        let error = table::<u64>(available_mb + 64).expect_err("it is refused");
        assert!(error.available_mb.is_some_and(|found| found < available_mb + 64), "{error}");
        check_room(available_mb + 64, available_mb).expect("what is in use will be freed");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_machine_that_runs_tests_has_some_memory_left() {
        let available = available_bytes().expect("Linux says how much there is");
        assert!(available > 1 << 20, "{available}");
    }
}
