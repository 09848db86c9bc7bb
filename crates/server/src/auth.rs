//! Who somebody is: an anonymous session, named by a cookie that only we can sign.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use cookie::{Cookie, CookieJar, Key, SameSite};
use rand::RngCore;

use crate::random_id;

/// The cookie's name.
const COOKIE_NAME: &str = "estopim_session";
/// How long a browser keeps it.
const KEPT: cookie::time::Duration = cookie::time::Duration::days(365);
/// How many letters a session's id has.
const ID_LENGTH: usize = 24;
/// How many bytes the secret has.
const SECRET_BYTES: usize = 64;

/// Somebody's session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session(pub String);

impl Session {
    /// What somebody is called who has chosen no nickname.
    pub fn default_nickname(&self) -> String {
        format!("anon-{}", self.0.chars().take(4).collect::<String>().to_lowercase())
    }
}

/// Signs sessions and knows its own signature.
pub struct Signer(Key);

impl Signer {
    /// With the secret in a file, drawn by chance at the first start and readable to its owner only.
    pub fn open(path: &Path) -> io::Result<Self> {
        let secret = match fs::read(path) {
            Ok(secret) => secret,
            Err(error) if error.kind() == io::ErrorKind::NotFound => new_secret(path)?,
            Err(error) => return Err(error),
        };
        let key = Key::try_from(secret.as_slice()).map_err(|_| {
            let found = secret.len();
            let fault = format!("{}: expected {SECRET_BYTES} bytes, found {found}", path.display());
            io::Error::new(io::ErrorKind::InvalidData, fault)
        })?;
        Ok(Self(key))
    }

    /// The session that a request's cookie names, if the signature is ours. Of several cookies the first that we
    /// have signed counts: others may set one for a whole domain.
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

fn new_secret(path: &Path) -> io::Result<Vec<u8>> {
    let mut secret = vec![0; SECRET_BYTES];
    rand::rng().fill_bytes(&mut secret);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(&secret)?;
    file.sync_all()?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
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
