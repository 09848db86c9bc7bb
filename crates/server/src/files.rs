//! How many files, connections included, this process may have open.

/// How many files may be open at a time; `None` if nobody says.
#[cfg(unix)]
pub fn limit() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current
}

/// How many files may be open at a time; `None` if nobody says.
#[cfg(not(unix))]
pub fn limit() -> Option<u64> {
    None
}

/// Takes as many as the machine allows without asking, and tells how many that is.
#[cfg(unix)]
pub fn raise_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    // Some systems name a maximum that they do not grant.
    if raised.is_ok() { maximum } else { current }
}

/// Takes as many as the machine allows without asking, and tells how many that is.
#[cfg(not(unix))]
pub fn raise_limit() -> Option<u64> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, getrlimit};

    #[test]
    fn all_that_is_allowed_is_taken() {
        let told = super::raise_limit();
        let limits = getrlimit(Resource::Nofile);
        assert_eq!((told, super::limit()), (limits.maximum, limits.maximum));
    }
}
