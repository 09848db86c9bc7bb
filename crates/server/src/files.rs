//! The limit on open file descriptors.

/// The present limit; `None` if it is unknown.
#[cfg(unix)]
pub fn limit() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current
}

/// The present limit; `None` if it is unknown.
#[cfg(not(unix))]
pub fn limit() -> Option<u64> {
    None
}

/// Raises the soft limit to the hard limit, and returns it.
#[cfg(unix)]
pub fn raise_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    // Some systems report a hard limit that they do not grant.
    if raised.is_ok() { maximum } else { current }
}

/// Raises the soft limit to the hard limit, and returns it.
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
