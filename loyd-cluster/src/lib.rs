//! Processes that divide a map among them, on [timely dataflow](https://docs.rs/timely).
//!
//! timely exchanges data over threads and TCP, and tracks progress. This crate adds what timely lacks: the processes
//! find each other and prove that they belong together, and heartbeats find the first process that is lost. Where
//! timely would panic, every process is informed which process is lost. [`join`] returns a [`Flow`], the connection to
//! the other processes in the form that a map uses (`loyd_core::table::map::Peers`).
//!
//! | file | contents |
//! |---|---|
//! | `hosts`, `token`, `settings` | what an operator gives |
//! | `meet`, `meet/dial`, `meet/seats` | how the processes find each other: who calls whom, and who is there |
//! | `handshake`, `hello`, `agreement`, `wire` | what two processes exchange before they trust a connection |
//! | `watch`, `beat`, `signal` | the first loss: suspicions, the judge, and the messages about the loss |
//! | `link`, `frames` | the connection that timely gets: it counts bytes, and distinguishes a clean end from a loss |
//! | `flow`, `flow/*`, `load` | the dataflow: rounds of parcels, and posts, all cut in pieces |
//! | `stats` | counters of the bytes and parcels sent and received |
//! | `plan` | a prediction for a map: memory, traffic and time |
//! | `local` | the same interface without sockets, for tests |
//!
//! # The protocol, version 1
//!
//! 1. Each process listens at its own host's address, and makes two connections to each process with a lower number:
//!    for data and for heartbeats.
//! 2. Both sides of a connection send a hello: magic, version, purpose, numbers, a nonce, and the process's instance.
//! 3. The caller, then the listener, proves the token by a keyed BLAKE3 hash of its side and of both hellos.
//! 4. Each side sends the list of what must agree. Last, the listener reports whether the number is free.
//! 5. A process with all its connections sends `Ready` on its heartbeat connections, and waits for every other `Ready`.
//! 6. On data connections timely's messages follow, up to the empty message that announces the end.
//! 7. On heartbeat connections a byte `Beat` follows every second. `Lost` names a lost process and the reason.
//!    `Goodbye` follows the end of the data, on which all processes have agreed by a last round.
//!
//! Numbers are little-endian, except in timely's messages. Nothing is encrypted.

mod flow;
mod join;
mod local;
mod meet;
mod plan;
mod settings;
mod watch;

pub use flow::stats;

pub use meet::{hosts, token};

pub use flow::stats::{Traffic, TrafficStats};
pub use flow::{BUFFERS, Flow};
pub use join::{join, join_at};
pub use local::{Local, local};
pub use meet::NotJoined;
pub use meet::handshake::Refusal;
pub use meet::token::ClusterToken;
pub use plan::{Machines, PredictedCost};
pub use settings::{Beats, ClusterSettings};
