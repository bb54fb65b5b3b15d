//! From a body to a question, a place among those who search, and the reply.

pub(crate) mod admission;
pub(crate) mod answering;
pub(crate) mod asking;
pub(crate) mod cancelling;
pub(crate) mod events;
pub(crate) mod frames;
pub(crate) mod lanes;
pub(crate) mod reading;
pub(crate) mod rules;
pub(crate) mod worker;
pub(crate) mod workers;
