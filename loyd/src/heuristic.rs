//! General lower bounds.
