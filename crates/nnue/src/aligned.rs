//! Numbers that begin on a cache line, so that no vector of them lies across two.

use std::ops::{Deref, DerefMut};

const LINE_BYTES: usize = 64;

/// A fixed number of 16-bit numbers, the first at the beginning of a cache line.
#[derive(Debug)]
pub(crate) struct Aligned {
    storage: Vec<i16>,
    start: usize,
    len: usize,
}

impl Aligned {
    /// `len` zeros.
    pub(crate) fn zeros(len: usize) -> Self {
        let storage = vec![0; len + LINE_BYTES / size_of::<i16>()];
        // The offset may be unknown to the interpreter of constants, never here; then speed is lost, no more.
        let start = storage.as_ptr().align_offset(LINE_BYTES).min(LINE_BYTES / size_of::<i16>());
        Self { storage, start, len }
    }

    /// `times` copies of `numbers`, one after another.
    pub(crate) fn repeated(numbers: &[i16], times: usize) -> Self {
        let mut all = Self::zeros(numbers.len() * times);
        for copy in all.chunks_exact_mut(numbers.len().max(1)) {
            copy.copy_from_slice(numbers);
        }
        all
    }
}

impl Deref for Aligned {
    type Target = [i16];

    #[inline(always)]
    fn deref(&self) -> &[i16] {
        &self.storage[self.start..self.start + self.len]
    }
}

impl DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [i16] {
        &mut self.storage[self.start..self.start + self.len]
    }
}

impl From<&[i16]> for Aligned {
    fn from(numbers: &[i16]) -> Self {
        let mut aligned = Self::zeros(numbers.len());
        aligned.copy_from_slice(numbers);
        aligned
    }
}

/// A copy is aligned anew.
impl Clone for Aligned {
    fn clone(&self) -> Self {
        Self::from(&**self)
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Aligned {}
