//! Who somebody is: an anonymous session, named by a cookie that only we can sign.

use std::path::Path;
use std::{fs, io};

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use cookie::{Cookie, CookieJar, Key, SameSite};
use estopim_system::files::{Access, replace_file};
use rand::RngCore;

use crate::random_id;

/// The cookie's name.
const COOKIE_NAME: &str = "estopim_session";
/// The lifetime of the cookie.
const KEPT: cookie::time::Duration = cookie::time::Duration::days(365);
/// How many letters a session's id has.
const ID_LENGTH: usize = 24;
/// How many bytes the secret has.
const SECRET_BYTES: usize = 64;

/// Somebody's session.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Session(pub String);

impl Session {
    /// The default nickname.
    pub fn default_nickname(&self) -> String {
        format!("anon-{}", self.0.chars().take(4).collect::<String>().to_lowercase())
    }
}

/// Signs and verifies session cookies.
pub struct Signer(Key);

impl Signer {
    /// Reads the secret from a file, which is created at the first start with random bytes, readable by its owner only.
    /// An empty file counts as missing.
    pub fn open(path: &Path) -> io::Result<Self> {
        let secret = match fs::read(path) {
            Ok(secret) if secret.is_empty() => new_secret(path)?,
            Ok(secret) => secret,
            Err(error) if error.kind() == io::ErrorKind::NotFound => new_secret(path)?,
            Err(error) => return Err(error),
        };
        if secret.len() != SECRET_BYTES {
            let fault = format!(
                "{}: expected {SECRET_BYTES} bytes, found {}; put the right file back from a copy, or remove it: a new one \
                 is made then, and everybody gets a new session",
                path.display(),
                secret.len()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, fault));
        }
        Ok(Self(Key::from(&secret)))
    }

    /// The session that a request's cookie names, if the signature is ours. Of several cookies the first with a valid
    /// signature counts: other sites may set one for a whole domain.
    pub fn session(&self, headers: &HeaderMap) -> Option<Session> {
        let texts = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = texts.flat_map(Cookie::split_parse).flatten();
        let ours = cookies.filter(|cookie| cookie.name() == COOKIE_NAME);
        let signed = ours.map(Cookie::into_owned).find_map(|cookie| {
            let mut jar = CookieJar::new();
            jar.add_original(cookie);
            jar.signed(&self.0).get(COOKIE_NAME)
        });
        signed.map(|cookie| Session(cookie.value().to_owned()))
    }

    /// A new session.
    pub fn new_session(&self) -> Session {
        Session(random_id(ID_LENGTH))
    }

    /// The `Set-Cookie` header of a session, for TLS only if that is how it was asked for.
    pub fn cookie(&self, session: &Session, is_secure: bool) -> String {
        let cookie = Cookie::build((COOKIE_NAME, session.0.clone()))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(is_secure)
            .max_age(KEPT)
            .build();
        let mut jar = CookieJar::new();
        jar.signed_mut(&self.0).add(cookie);
        jar.get(COOKIE_NAME).map(ToString::to_string).unwrap_or_default()
    }
}

/// Creates a random secret and stores it atomically, so that no incomplete file is left behind.
fn new_secret(path: &Path) -> io::Result<Vec<u8>> {
    let mut secret = vec![0; SECRET_BYTES];
    rand::rng().fill_bytes(&mut secret);
    replace_file(path, &secret, Access::OwnerOnly)?;
    Ok(secret)
}

#[cfg(test)]
#[path = "../../store/tests/small_disk/mod.rs"]
mod small_disk;

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn headers(cookie: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, cookie.parse().expect("a header"));
        headers
    }

    #[test]
    fn a_signed_session_is_known_again_and_a_forged_one_is_not() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("secret");
        let signer = Signer::open(&path).expect("a secret can be made");
        let session = signer.new_session();
        let cookie = signer.cookie(&session, false);
        let (pair, rest) = cookie.split_once(';').expect("attributes follow");
        assert!(rest.contains("HttpOnly") && rest.contains("SameSite=Lax"), "{rest}");
        // After a restart too.
        let signer = Signer::open(&path).expect("the secret can be read");
        assert_eq!(signer.session(&headers(pair)), Some(session));
        assert_eq!(signer.session(&headers("estopim_session=ana")), None);
        let other = Signer::open(&directory.path().join("other")).expect("a secret");
        assert_eq!(other.session(&headers(pair)), None);
    }

    #[test]
    fn an_empty_secret_is_made_anew_and_no_leavings_stay() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("secret");
        fs::write(&path, "").expect("an empty file");
        let session = Session("ana".to_owned());
        let cookie = Signer::open(&path).expect("a secret can be made").cookie(&session, false);
        let (pair, _) = cookie.split_once(';').expect("attributes follow");
        let signer = Signer::open(&path).expect("the secret can be read");
        assert_eq!(signer.session(&headers(pair)), Some(session));
        assert_eq!(fs::metadata(&path).expect("it is there").len(), SECRET_BYTES as u64);
        let names = fs::read_dir(&directory).expect("it can be listed");
        assert_eq!(names.count(), 1, "nothing but the secret");
    }

    #[rstest]
    fn a_secret_of_another_length_is_left_alone_and_one_is_told_what_to_do(
        #[values(1, 63, 65, 1000)] length: usize,
    ) {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("secret");
        let found = vec![7; length];
        fs::write(&path, &found).expect("a file");
        let error = Signer::open(&path).err().expect("it is refused").to_string();
        assert!(error.contains(&format!("expected 64 bytes, found {length}")), "{error}");
        assert!(error.contains("remove it"), "{error}");
        assert_eq!(fs::read(&path).expect("it is there"), found);
    }

    #[test]
    #[ignore = "run by the test below, on a small disk"]
    fn on_a_full_disk() {
        let disk = small_disk::path();
        let (path, ballast) = (disk.join("secret"), disk.join("ballast"));
        small_disk::fill(&ballast, &[4096, 1]);
        for _ in 0..2 {
            let error = Signer::open(&path).err().expect("there is no room");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{error}");
        }
        let names = fs::read_dir(&disk).expect("it can be listed");
        assert_eq!(names.count(), 1, "nothing but the ballast");
        fs::remove_file(&ballast).expect("it can be thrown off");
        Signer::open(&path).expect("there is room again");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_at_the_first_start_leaves_nothing_behind() {
        small_disk::run_test("64k", "auth::tests::on_a_full_disk");
    }

    #[cfg(unix)]
    #[test]
    fn the_secret_is_readable_to_its_owner_only() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("secret");
        Signer::open(&path).expect("a secret can be made");
        let mode = fs::metadata(&path).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
