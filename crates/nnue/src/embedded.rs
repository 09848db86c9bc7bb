//! The networks that are part of the program: the files of `nets/`, as they were when it was built.

use std::sync::OnceLock;

use estopim_rules::Variant;

use crate::file;
use crate::network::{Network, Variants};

include!(concat!(env!("OUT_DIR"), "/networks.rs"));

/// Each is read when it is first asked for.
static NETWORKS: [OnceLock<Network>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

impl Network {
    /// The network for a game that is part of the program, if there is one. A network for this game alone is preferred
    /// to one for several games.
    pub fn embedded(variant: Variant) -> Option<&'static Self> {
        number_for(variant).map(nth)
    }

    /// The file of the network that [`Self::embedded`] reads.
    pub fn embedded_file(variant: Variant) -> Option<&'static [u8]> {
        number_for(variant).map(|number| FILES[number])
    }
}

fn number_for(variant: Variant) -> Option<usize> {
    (0..FILES.len())
        .filter(|&number| served(number).has(variant))
        .min_by_key(|&number| served(number).iter().count())
}

fn served(number: usize) -> Variants {
    file::games(FILES[number]).expect("an embedded network has a sound header")
}

fn nth(number: usize) -> &'static Network {
    NETWORKS[number]
        .get_or_init(|| Network::from_bytes(FILES[number]).expect("an embedded network is sound"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_network_is_sound_and_reached_by_a_game() {
        let reached: Vec<&Network> =
            Variant::ALL.into_iter().filter_map(Network::embedded).collect();
        for number in 0..FILES.len() {
            assert!(reached.contains(&nth(number)), "no game uses network {number}");
        }
    }
}
