//! Client addresses: that of the peer, or the one that a trusted proxy names.
//!
//! A client can send the headers that proxies set, so they are ignored unless the server runs behind a proxy, and then
//! only the last value counts, which the proxy itself has added.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};

use crate::limits::ClientAddress;

/// The network part of an IPv6 address: a customer usually has a whole /64.
const NETWORK: u128 = !0 << 64;

/// The address that limits are kept for. A customer has a whole /64 of IPv6, so that counts as one address; an
/// IPv4 address written as IPv6 is the IPv4 address.
pub fn counted_as(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & NETWORK)),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The client of a request, and the scheme and host by which it came.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The address that limits are kept for.
    pub address: ClientAddress,
    /// Whether the request came by TLS, as far as the proxy says.
    pub is_secure: bool,
    /// The host that was asked for.
    host: Option<String>,
}

impl Caller {
    /// Reads it from a request.
    pub fn of(peer: SocketAddr, headers: &HeaderMap, behind_proxy: bool) -> Self {
        let said = |name| if behind_proxy { last(headers, name) } else { None };
        let address = said("x-forwarded-for").and_then(address_in).unwrap_or(peer.ip());
        let host = said("x-forwarded-host").or_else(|| last(headers, HOST.as_str()));
        Self {
            address: ClientAddress(counted_as(address)),
            is_secure: said("x-forwarded-proto").is_some_and(|it| it.eq_ignore_ascii_case("https")),
            host: host.map(str::to_owned),
        }
    }

    /// Whether a request comes from a page of ours. Browsers always say where from; programs that say nothing
    /// carry nobody else's cookie. A proxy may have ended TLS without saying so.
    pub fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(ORIGIN) else { return true };
        let named = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        let (Some((scheme, name)), Some(host)) = (named, &self.host) else { return false };
        let usual_port = match scheme {
            "https" => ":443",
            "http" if !self.is_secure => ":80",
            _ => return false,
        };
        let plain = |name: &str| name.strip_suffix(usual_port).unwrap_or(name).to_ascii_lowercase();
        plain(name) == plain(host)
    }
}

/// The last value of a header that may be given several times and hold several values.
fn last<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let line = headers.get_all(name).iter().next_back()?;
    line.to_str().ok()?.rsplit(',').next().map(str::trim)
}

/// An address, with a port or without.
fn address_in(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    text.parse().ok().or_else(with_port)
}
