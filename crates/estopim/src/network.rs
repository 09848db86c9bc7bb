//! Which of this computer's addresses children can reach: not loopback, not those of containers and virtual networks.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

/// How the names of interfaces begin that no other device is behind: containers, virtual machines, VPNs.
const VIRTUAL: [&str; 24] = [
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "vmenet",
    "tun",
    "tap",
    "wg",
    "utun",
    "tailscale",
    "zt",
    "ham",
    "ppp",
    "cni",
    "flannel",
    "cali",
    "lxc",
    "lxd",
    "podman",
    "nordlynx",
    "ipsec",
    "vEthernet",
];
/// Ports that are tried, in this order; 80 needs not be typed.
const PORTS: [u16; 3] = [80, 8080, 8000];

/// An address of one of this computer's interfaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interface {
    /// The interface's name.
    pub name: String,
    /// The address.
    pub ip: IpAddr,
}

/// Addresses for children, the best first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reachable {
    /// The addresses.
    pub addresses: Vec<Interface>,
    /// Whether none of them looks like a local network's.
    pub is_unsure: bool,
}

/// This computer's interfaces.
pub fn interfaces() -> io::Result<Vec<Interface>> {
    let found = if_addrs::get_if_addrs()?;
    Ok(found.into_iter().map(|it| Interface { ip: it.ip(), name: it.name }).collect())
}

/// The addresses that children can reach. If all look virtual, all are shown.
pub fn reachable(interfaces: &[Interface]) -> Reachable {
    let is_possible = |it: &&Interface| match it.ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local() && !ip.is_unspecified(),
        // Nobody types these.
        IpAddr::V6(_) => false,
    };
    let possible: Vec<&Interface> = interfaces.iter().filter(is_possible).collect();
    let is_virtual = |it: &Interface| VIRTUAL.iter().any(|start| it.name.starts_with(start));
    let mut real: Vec<Interface> =
        possible.iter().filter(|it| !is_virtual(it)).map(|it| (*it).clone()).collect();
    let is_unsure = real.is_empty() && !possible.is_empty();
    if is_unsure {
        real = possible.into_iter().cloned().collect();
    }
    real.sort_by_key(|it| (rank(it), it.ip));
    Reachable { addresses: real, is_unsure }
}

/// Homes and schools have private addresses; Wi-Fi and cables have usual names.
fn rank(interface: &Interface) -> (u8, u8) {
    let private = match interface.ip {
        IpAddr::V4(ip) if ip.octets()[..2] == [192, 168] => 0,
        IpAddr::V4(ip) if ip.is_private() => 1,
        _ => 2,
    };
    let usual =
        ["wl", "en", "eth", "Wi-Fi", "Ethernet"].iter().any(|it| interface.name.starts_with(it));
    (private, u8::from(!usual))
}

/// The first of the ports that may be used, and whether it is the first one that was wanted.
pub fn free_port(wanted: Option<u16>) -> (u16, bool) {
    if let Some(port) = wanted {
        return (port, true);
    }
    let may =
        |port: u16| TcpListener::bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, port))).is_ok();
    match PORTS.into_iter().find(|&port| may(port)) {
        Some(port) => (port, port == PORTS[0]),
        None => (0, false),
    }
}

/// An address as it is typed.
pub fn url(host: &str, port: u16) -> String {
    if port == 80 { format!("http://{host}") } else { format!("http://{host}:{port}") }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::plain("lo 127.0.0.1,wlan0 192.168.1.20", "192.168.1.20", false)]
    #[case::container_and_vpn(
        "docker0 172.17.0.1,tun0 10.8.0.2,wlp3s0 192.168.1.20,br-12 172.18.0.1",
        "192.168.1.20",
        false
    )]
    #[case::home_before_company("eth0 10.1.2.3,wlan0 192.168.0.7", "192.168.0.7 10.1.2.3", false)]
    #[case::all_if_unsure(
        "lo 127.0.0.1,docker0 172.17.0.1,wg0 10.9.0.1",
        "10.9.0.1 172.17.0.1",
        true
    )]
    #[case::none("lo 127.0.0.1,eth0 169.254.3.4,eth0 fe80::1", "", false)]
    #[case::school("en0 10.20.30.40,en0 fe80::2", "10.20.30.40", false)]
    fn children_get_the_address_of_the_local_network(
        #[case] interfaces: &str,
        #[case] wanted: &str,
        #[case] is_unsure: bool,
    ) {
        let interface = |text: &str| {
            let (name, ip) = text.split_once(' ').expect("a name and an address");
            Interface { name: name.to_owned(), ip: ip.parse().expect("an address") }
        };
        let interfaces: Vec<Interface> = interfaces.split(',').map(interface).collect();
        let found = reachable(&interfaces);
        let shown: Vec<String> = found.addresses.iter().map(|it| it.ip.to_string()).collect();
        assert_eq!((shown.join(" ").as_str(), found.is_unsure), (wanted, is_unsure));
    }

    #[test]
    fn port_80_needs_not_be_typed() {
        assert_eq!(url("192.168.1.20", 80), "http://192.168.1.20");
        assert_eq!(url("192.168.1.20", 8080), "http://192.168.1.20:8080");
    }
}
