//! Database addresses, and how to show one without its password.

use crate::store::StoreError;

/// How an address of an SQLite file begins.
const SQLITE: &str = "sqlite:";
/// Parameters of an address that PostgreSQL's driver knows; it would log the value of any other.
const PARAMETERS: [&str; 19] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "statement-cache-capacity",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
    "options[",
];
/// Those whose value may be shown.
const HARMLESS: [&str; 7] =
    ["sslmode", "ssl-mode", "host", "hostaddr", "port", "dbname", "application_name"];
/// Shown in place of a secret.
const HIDDEN: &str = "***";
/// The longest part of an address that is shown, in characters.
const MOST_TOLD: usize = 100;

/// Which database an address means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Address<'a> {
    /// The file at this path.
    Sqlite(&'a str),
    /// The server at this URL.
    Postgres(&'a str),
}

impl<'a> Address<'a> {
    /// Parses an address.
    pub fn parse(address: &'a str) -> Result<Self, StoreError> {
        if let Some(path) = address.strip_prefix(SQLITE) {
            return Ok(Self::Sqlite(path));
        }
        if !address.starts_with("postgres:") && !address.starts_with("postgresql:") {
            return Err(StoreError::Address(redacted(address)));
        }
        let known = |name: &str| {
            PARAMETERS.contains(&name) || name.starts_with("options[") || name.is_empty()
        };
        if !parameters(address).all(|(name, _)| known(name)) {
            return Err(StoreError::Parameter(redacted(address)));
        }
        Ok(Self::Postgres(address))
    }
}

/// An address without whatever may be a password, also if it is malformed.
///
/// ```
/// let told = estopim_store::redacted("postgres://ana:secret@db.example/games");
/// assert_eq!(told, "postgres://***@db.example/games");
/// ```
pub fn redacted(address: &str) -> String {
    if address.starts_with(SQLITE) {
        return shortened(address);
    }
    let Some((scheme, rest)) = address.split_once("://") else {
        // A malformed address: only its first word is shown.
        let (word, rest) =
            address.split_at(address.find([':', '=', '@', ' ']).unwrap_or(address.len()));
        return shortened(&format!("{word}{}", if rest.is_empty() { "" } else { HIDDEN }));
    };
    // A password may contain anything, so all before the last of these may be one.
    let (user, rest) = match rest.rsplit_once('@') {
        Some((_, rest)) => (format!("{HIDDEN}@"), rest),
        None => (String::new(), rest),
    };
    let (place, _) = rest.split_once('?').unwrap_or((rest, ""));
    let (host, path) = place.split_at(place.find('/').unwrap_or(place.len()));
    // What follows the colon is a port or, if the host has been forgotten, a password.
    let host = match host.rsplit_once(':') {
        Some((host, port))
            if port.bytes().all(|byte| byte.is_ascii_digit()) && !user.is_empty() =>
        {
            format!("{host}:{port}")
        }
        Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => {
            format!("{host}:{port}")
        }
        Some(_) => HIDDEN.to_owned(),
        None => host.to_owned(),
    };
    let mut told = format!("{scheme}://{user}{host}{path}");
    for (index, (name, value)) in parameters(rest).enumerate() {
        let harmless = HARMLESS.contains(&name);
        let name = if PARAMETERS.contains(&name) { name } else { HIDDEN };
        let value = if harmless { value } else { HIDDEN };
        told.push(if index == 0 { '?' } else { '&' });
        told.extend([name, "=", value]);
    }
    shortened(&told)
}

/// The parameters after the question mark, names and values as they are written.
fn parameters(address: &str) -> impl Iterator<Item = (&str, &str)> {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    let query = query.split('#').next().unwrap_or("");
    query
        .split('&')
        .filter(|parameter| !parameter.is_empty())
        .map(|parameter| parameter.split_once('=').unwrap_or((parameter, "")))
}

fn shortened(told: &str) -> String {
    match told.char_indices().nth(MOST_TOLD) {
        Some((end, _)) => format!("{}…", &told[..end]),
        None => told.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// Every address has the password `hunter2`.
    #[rstest]
    #[case::plain(
        "postgres://ana:hunter2@db.example:5432/games",
        "postgres://***@db.example:5432/games"
    )]
    #[case::password_alone("postgres://:hunter2@db/games", "postgres://***@db/games")]
    #[case::at_sign("postgres://ana:p@hunter2@db/games", "postgres://***@db/games")]
    #[case::slash("postgres://ana:hunter2/x@db/games", "postgres://***@db/games")]
    #[case::question_mark("postgres://ana:x?hunter2@db/games", "postgres://***@db/games")]
    #[case::hash("postgres://ana:x#hunter2@db/games", "postgres://***@db/games")]
    #[case::host_forgotten("postgres://ana:hunter2", "postgres://***")]
    #[case::host_forgotten_with_path("postgres://ana:hunter2/games", "postgres://***/games")]
    #[case::parameter("postgres://db/games?password=hunter2", "postgres://db/games?password=***")]
    #[case::parameters(
        "postgres://db/games?sslmode=require&password=hunter2&host=here",
        "postgres://db/games?sslmode=require&password=***&host=here"
    )]
    #[case::misspelt("postgres://db/games?pasword=hunter2", "postgres://db/games?***=***")]
    #[case::encoded("postgres://db/games?p%61ssword=hunter2", "postgres://db/games?***=***")]
    #[case::bare("postgres://db/games?hunter2", "postgres://db/games?***=***")]
    #[case::at_in_parameter("postgres://db/games?password=hunter2@x", "postgres://***@x")]
    #[case::another_database("mysql://ana:hunter2@db/games", "mysql://***@db/games")]
    #[case::no_scheme("ana:hunter2@db/games", "ana***")]
    #[case::one_slash("postgres:/ana:hunter2@db", "postgres***")]
    #[case::words("host=db user=ana password=hunter2", "host***")]
    fn no_password_is_told(#[case] address: &str, #[case] told: &str) {
        assert_eq!(redacted(address), told);
        assert!(!told.contains("hunter2"));
        // Nor by what is said when it is refused.
        if let Err(error) = Address::parse(address) {
            let said = format!("{error} {error:?}");
            assert!(!said.contains("hunter2"), "{said}");
        }
    }

    #[rstest]
    #[case("sqlite:/home/a@b:c/games.db")]
    #[case("postgres://db.example:5432/games?sslmode=require")]
    #[case("postgres://[::1]:5432/games")]
    #[case("nowhere")]
    fn the_rest_is_told(#[case] address: &str) {
        assert_eq!(redacted(address), address);
    }

    #[test]
    fn a_parameter_that_is_unknown_is_refused_without_its_value() {
        let error = Address::parse("postgres://db/games?pasword=hunter2").expect_err("refused");
        assert!(matches!(error, StoreError::Parameter(_)), "{error}");
        assert!(Address::parse("postgres://db/games?options[a]=b&user=ana").is_ok());
    }
}
