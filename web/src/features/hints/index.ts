// Hints in games against the computer: a move, and why.
export { findHint, type Hint } from './hint';
