//! [`Judge`]: tells how good a position is, by a network or by hand.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use estopim_nnue::{Evaluator, Network, NetworkError};
use estopim_rules::{Position, Variant};

use super::{EvalCache, Weights};
use crate::score::Score;
use crate::variant_search::SearchRules;

/// Where evaluations come from.
#[derive(Clone, Debug, Default)]
pub enum EvalSource {
    /// The network that is part of the program; the evaluation written by hand for games that have none.
    #[default]
    BuiltIn,
    /// The evaluation written by hand.
    ByHand,
    /// A network from elsewhere, for the games it serves; the built-in ones for the others.
    Network(Arc<Network>),
}

impl EvalSource {
    /// What [`Self::named`] calls the built-in evaluation.
    pub const BUILT_IN: &'static str = "<built-in>";
    /// What [`Self::named`] calls the evaluation written by hand.
    pub const BY_HAND: &'static str = "<by hand>";

    /// One of the names above, or a path to the file of a network.
    pub fn named(name: &str) -> Result<Self, NetworkError> {
        Ok(match name {
            "" | Self::BUILT_IN => Self::BuiltIn,
            Self::BY_HAND => Self::ByHand,
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

/// What one thread evaluates positions of one game with.
pub(crate) struct Judge(Means);

enum Means {
    Network(Source, Box<Evaluator>),
    ByHand(Arc<Weights>, EvalCache),
}

impl Judge {
    /// A judge of the game `R`.
    pub fn new<R: SearchRules>(source: &EvalSource) -> Self {
        let network = match source {
            EvalSource::ByHand => None,
            EvalSource::Network(network) if network.shape().variants.has(R::VARIANT) => {
                Some(Source::Loaded(Arc::clone(network)))
            }
            EvalSource::Network(_) | EvalSource::BuiltIn => {
                Network::embedded(R::VARIANT).map(Source::Embedded)
            }
        };
        Self(match network {
            Some(network) => Means::Network(network, Box::default()),
            None => Means::ByHand(Arc::new(Weights::built_in::<R>()), EvalCache::new()),
        })
    }

    /// One that judges alike, for another thread.
    pub fn for_another_thread(&self) -> Self {
        Self(match &self.0 {
            Means::Network(network, _) => Means::Network(network.clone(), Box::default()),
            Means::ByHand(weights, _) => Means::ByHand(Arc::clone(weights), EvalCache::new()),
        })
    }

    /// How good a position is for the side to move. `ply` says how far from the root it stands, which makes
    /// the answer quicker and never another.
    #[inline]
    pub fn evaluate<R: SearchRules>(&mut self, pos: &Position<R>, ply: usize) -> Score {
        match &mut self.0 {
            Means::Network(network, evaluator) => {
                Score(evaluator.evaluate(network, ply, pos.board(), pos.turn())).clamped()
            }
            Means::ByHand(weights, cache) => cache.evaluate(pos, weights),
        }
    }
}
