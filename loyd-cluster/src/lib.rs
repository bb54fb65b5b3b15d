//! Processes that share a map out among them, on [timely dataflow](https://docs.rs/timely).
//!
//! timely brings the exchange of data over threads and TCP and the tracking of progress. Here is what it lacks: the
//! processes find each other and prove that they belong together, heartbeats find the first that is lost, and where
//! timely would panic everybody is told who it is. [`join`] gives a [`Flow`], which is the way to the others as a map
//! knows it (`loyd_core::table::map::Peers`).
//!
//! | file | what is in it |
//! |---|---|
//! | `hosts`, `token`, `settings` | what an operator gives |
//! | `meet`, `meet/dial`, `meet/seats` | how the processes find each other: who calls whom, who is there |
//! | `handshake`, `hello`, `agreement`, `wire` | what two of them do before they trust a connection |
//! | `watch`, `beat`, `signal` | the first loss: suspicions, the judge, what processes say about it |
//! | `link`, `frames` | the connection that timely gets: counted, and a clean end told from a loss |
//! | `flow`, `flow/*`, `load` | the dataflow: rounds of parcels, and posts, cut in pieces |
//! | `stats` | what is sent and received |
//! | `plan` | a map on paper: memory, traffic and time |
//! | `local` | the same without sockets, for tests |
//!
//! # The protocol, version 1
//!
//! 1. Each process listens at its own host's address, and makes two connections to each process of a lower number: for
//!    data and for heartbeats.
//! 2. Both sides of a connection say hello: magic, version, purpose, numbers, a nonce, and the instance of the process.
//! 3. The caller, then the listener, proves the token by a keyed BLAKE3 hash of its side and of both hellos.
//! 4. Each sends what has to agree as a list of names and values. The listener's last word: whether the number is free.
//! 5. A process that has all its connections says `Ready` on those for heartbeats, and waits until all have said it.
//! 6. On connections for data timely's messages follow, to the empty one that announces the end.
//! 7. On those for heartbeats a byte `Beat` follows every second. `Lost` names a process and why it is taken for lost.
//!    `Goodbye` comes after the end of the data, which all have agreed on by a last round.
//!
//! Numbers are little-endian but for timely's. Nothing is encrypted.

mod flow;
mod join;
mod local;
mod meet;
mod plan;
mod settings;
mod watch;

pub use flow::stats;

pub use meet::{hosts, token};

pub use flow::stats::{Stats, Traffic};
pub use flow::{BUFFERS, Flow};
pub use join::{join, join_at};
pub use local::{Local, local};
pub use meet::NotJoined;
pub use meet::handshake::Refusal;
pub use meet::token::Token;
pub use plan::{Machines, Plan};
pub use settings::{Beats, Settings};
