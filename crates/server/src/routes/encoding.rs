//! Which compressed forms of a file a client takes.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// A compressed form that files are kept in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Browsers ask for it on encrypted connections only.
    Brotli,
    /// Every browser takes it.
    Gzip,
}

impl Encoding {
    /// The smallest first.
    pub const ALL: [Self; 2] = [Self::Brotli, Self::Gzip];

    /// As `Accept-Encoding` and `Content-Encoding` call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// What the name of such a file ends with, after that of the plain one.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
        }
    }

    /// Whether a client takes it: it names it, and not with the weight zero (RFC 9110, section 12.5.3).
    pub fn is_taken(self, headers: &HeaderMap) -> bool {
        let values =
            headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            let is_it = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(self.name()));
            let weight = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
            is_it
                && weight.is_none_or(|weight| weight.parse().is_ok_and(|weight: f32| weight > 0.0))
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", "")]
    #[case("gzip, deflate", "gzip")]
    #[case("gzip, deflate, br, zstd", "br gzip")]
    #[case("br;q=1.0, GZIP;q=0.5", "br gzip")]
    #[case("br;q=0, gzip;q=0.000", "")]
    #[case("gzip; q=0, br", "br")]
    #[case("xgzip, brotli, gzip;q=much", "")]
    fn only_what_a_client_names_is_sent(#[case] accepts: &str, #[case] wanted: &str) {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_str(accepts).expect("plain words"));
        let taken = Encoding::ALL.into_iter().filter(|encoding| encoding.is_taken(&headers));
        assert_eq!(taken.map(Encoding::name).collect::<Vec<_>>().join(" "), wanted);
    }
}
