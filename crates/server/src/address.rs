//! Whose request it is, as far as limits go: an address, which a proxy may have to tell.

use std::net::{IpAddr, Ipv6Addr};

/// The bits of an IPv6 address that one customer has in common.
const NETWORK: u128 = !0 << 64;

/// The address that limits are kept for. A customer has a whole /64 of IPv6, so that counts as one address; an
/// IPv4 address written as IPv6 is the IPv4 address.
pub fn counted_as(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & NETWORK)),
        v4 @ IpAddr::V4(_) => v4,
    }
}
