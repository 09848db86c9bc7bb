//! [`Evaluator`]: the static evaluation of one thread, by a network (NNUE) or hand-crafted (HCE).

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use estopim_nnue::{Network, NetworkError, NetworkEvaluator};
use estopim_rules::{Position, Variant};

use super::{EvalCache, Weights};
use crate::score::Score;
use crate::variant_search::SearchRules;

/// Where evaluations come from.
#[derive(Clone, Debug, Default)]
pub enum EvalSource {
    /// The network that is part of the program; the hand-crafted evaluation for games that have none.
    #[default]
    BuiltIn,
    /// The hand-crafted evaluation (HCE).
    HandCrafted,
    /// A network from a file, for the games it supports; the built-in networks for the others.
    Network(Arc<Network>),
}

impl EvalSource {
    /// What [`Self::named`] calls the built-in evaluation.
    pub const BUILT_IN: &'static str = "<built-in>";
    /// What [`Self::named`] calls the hand-crafted evaluation.
    pub const HCE: &'static str = "<hce>";
    /// The former name of the hand-crafted evaluation, still accepted.
    const OLD_HCE: &'static str = "<by hand>";

    /// One of the names above, or a path to the file of a network.
    pub fn named(name: &str) -> Result<Self, NetworkError> {
        Ok(match name {
            "" | Self::BUILT_IN => Self::BuiltIn,
            Self::HCE | Self::OLD_HCE => Self::HandCrafted,
            path => Self::Network(Arc::new(Network::open_any(Path::new(path))?)),
        })
    }

    /// Whether the program has a built-in network for a game.
    pub fn has_network(variant: Variant) -> bool {
        Network::embedded(variant).is_some()
    }

    /// What tells this evaluation of a game from others: the fingerprint of the network, or `hce`.
    pub fn id(&self, variant: Variant) -> String {
        let network = match self {
            Self::HandCrafted => None,
            Self::Network(network) if network.shape().variants.has(variant) => Some(&**network),
            Self::Network(_) | Self::BuiltIn => Network::embedded(variant),
        };
        network
            .map_or_else(|| "hce".to_owned(), |network| format!("{:016x}", network.fingerprint()))
    }

    /// The file of the network for a game that is part of the program, and a number that tells it from others.
    pub fn network_file(variant: Variant) -> Option<(&'static [u8], u64)> {
        let fingerprint = Network::embedded(variant)?.fingerprint();
        Some((Network::embedded_file(variant)?, fingerprint))
    }

    /// Whether this is a network that does not support a game, so that another evaluation is used there.
    pub fn is_for_others_than(&self, variant: Variant) -> bool {
        matches!(self, Self::Network(network) if !network.shape().variants.has(variant))
    }
}

/// A built-in network or one from a file.
#[derive(Clone)]
enum Source {
    Embedded(&'static Network),
    Loaded(Arc<Network>),
}

impl Deref for Source {
    type Target = Network;

    #[inline(always)]
    fn deref(&self) -> &Network {
        match self {
            Self::Embedded(network) => network,
            Self::Loaded(network) => network,
        }
    }
}

/// Evaluates positions of one game for one thread.
pub(crate) struct Evaluator(Kind);

enum Kind {
    Network(Source, Box<NetworkEvaluator>),
    HandCrafted(Arc<Weights>, EvalCache),
}

impl Evaluator {
    /// An evaluator of the game `R`.
    pub fn new<R: SearchRules>(source: &EvalSource) -> Self {
        let network = match source {
            EvalSource::HandCrafted => None,
            EvalSource::Network(network) if network.shape().variants.has(R::VARIANT) => {
                Some(Source::Loaded(Arc::clone(network)))
            }
            EvalSource::Network(_) | EvalSource::BuiltIn => {
                Network::embedded(R::VARIANT).map(Source::Embedded)
            }
        };
        Self(match network {
            Some(network) => Kind::Network(network, Box::default()),
            None => Kind::HandCrafted(Arc::new(Weights::built_in::<R>()), EvalCache::new()),
        })
    }

    /// A copy for another thread.
    pub fn for_another_thread(&self) -> Self {
        Self(match &self.0 {
            Kind::Network(network, _) => Kind::Network(network.clone(), Box::default()),
            Kind::HandCrafted(weights, _) => {
                Kind::HandCrafted(Arc::clone(weights), EvalCache::new())
            }
        })
    }

    /// The static evaluation for the side to move. `ply`, the distance from the root, chooses the accumulator to start
    /// from: it changes the time, never the value.
    #[inline]
    pub fn evaluate<R: SearchRules>(&mut self, pos: &Position<R>, ply: usize) -> Score {
        match &mut self.0 {
            Kind::Network(network, evaluator) => {
                Score(evaluator.evaluate(network, ply, pos.board(), pos.turn())).clamped()
            }
            Kind::HandCrafted(weights, cache) => cache.evaluate(pos, weights),
        }
    }
}
