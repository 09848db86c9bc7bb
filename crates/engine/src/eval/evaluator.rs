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
    /// A network from elsewhere, for the games it serves; the built-in ones for the others.
    Network(Arc<Network>),
}

impl EvalSource {
    /// What [`Self::named`] calls the built-in evaluation.
    pub const BUILT_IN: &'static str = "<built-in>";
    /// What [`Self::named`] calls the hand-crafted evaluation.
    pub const HCE: &'static str = "<hce>";
    /// Its former name, still understood.
    const BY_HAND: &'static str = "<by hand>";

    /// One of the names above, or a path to the file of a network.
    pub fn named(name: &str) -> Result<Self, NetworkError> {
        Ok(match name {
            "" | Self::BUILT_IN => Self::BuiltIn,
            Self::HCE | Self::BY_HAND => Self::HandCrafted,
            path => Self::Network(Arc::new(Network::open_any(Path::new(path))?)),
        })
    }

    /// Whether a network for a game is part of the program.
    pub fn has_network(variant: Variant) -> bool {
        Network::embedded(variant).is_some()
    }

    /// Whether positions of a game are evaluated by something else because the network does not know it.
    pub fn is_for_others_than(&self, variant: Variant) -> bool {
        matches!(self, Self::Network(network) if !network.shape().variants.has(variant))
    }
}

/// A network of the program or from elsewhere.
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

    /// One that evaluates alike, for another thread.
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
