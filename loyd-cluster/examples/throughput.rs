//! Measures the throughput between two processes of this machine, and of a plain TCP connection in the same run:
//! `cargo run --release -p loyd-cluster --example throughput [BYTES OF A PARCEL…]`.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Instant;

use loyd_cluster::{ClusterSettings, Flow, join_at};
use loyd_core::table::map::Peers;

/// The bytes sent with each size of parcels.
const BYTES: usize = 1 << 30;

/// The sizes of parcels that are measured, in bytes, if the command line gives none.
const SIZES: [usize; 6] = [64, 1 << 10, 16 << 10, 256 << 10, 4 << 20, 64 << 20];

/// The bytes of all parcels of a round.
const ROUND: usize = 64 << 20;

/// The number of round trips that are timed.
const TRIPS: u32 = 10_000;

fn main() {
    plain();
    let listeners: Vec<_> = (0..2).map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let hosts: Vec<_> =
        listeners.iter().map(|listener| listener.local_addr().expect("an address").to_string()).collect();
    let threads: Vec<_> = listeners
        .into_iter()
        .enumerate()
        .map(|(own, listener)| {
            let settings = ClusterSettings::new(hosts.clone(), own);
            thread::spawn(|| measure(join_at(listener, settings).expect("both join")))
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
}

/// Sends [`BYTES`] over a plain TCP connection, from one buffer to another, and prints the throughput.
fn plain() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let start = Instant::now();
    let sending = thread::spawn(move || {
        let mut stream = TcpStream::connect(address).expect("a connection");
        let buffer = vec![7; 256 << 10];
        (0..BYTES / buffer.len()).for_each(|_| stream.write_all(&buffer).expect("it is read"));
    });
    let (mut stream, _) = listener.accept().expect("a connection");
    let mut buffer = vec![0; 256 << 10];
    let mut read = 0;
    while read < BYTES {
        read += stream.read(&mut buffer).expect("it is written");
    }
    sending.join().expect("no panic");
    println!("a plain connection: {:.2} GB/s", BYTES as f64 / start.elapsed().as_secs_f64() / 1e9);
}

fn measure(mut flow: Flow) {
    let own = flow.own();
    let mut sizes: Vec<usize> = std::env::args().skip(1).map(|size| size.parse().expect("a number of bytes")).collect();
    if sizes.is_empty() {
        sizes = SIZES.into();
    }
    for size in sizes {
        for both in [false, true] {
            let bytes = if size < 1 << 10 { BYTES / 16 } else { BYTES };
            let seconds = carry(&mut flow, size, bytes, both);
            if own == 0 {
                let ways = if both { "both ways" } else { "one way" };
                let rate = (if both { 2 } else { 1 }) as f64 * bytes as f64 / seconds / 1e9;
                println!("parcels of {size} bytes, {ways}: {rate:.2} GB/s");
            }
        }
    }
    let start = Instant::now();
    for _ in 0..TRIPS {
        flow.send(1 - own, vec![1; 100]).expect("nobody is lost");
        flow.close().expect("nobody is lost");
        assert_eq!(flow.receive().expect("nobody is lost").len(), 1);
    }
    if own == 0 {
        println!("a round of one small parcel each: {:.0} us", start.elapsed().as_secs_f64() * 1e6 / f64::from(TRIPS));
    }
    flow.leave().expect("nobody is lost");
}

/// Sends rounds of parcels from process 0 to 1, or both ways, with two rounds open at a time. Returns the seconds.
fn carry(flow: &mut Flow, size: usize, bytes: usize, both: bool) -> f64 {
    let own = flow.own();
    let rounds = bytes / ROUND;
    let start = Instant::now();
    let mut came = 0;
    for round in 0..=rounds {
        if round < rounds {
            if both || own == 0 {
                for _ in 0..ROUND / size {
                    flow.send(1 - own, vec![7; size]).expect("nobody is lost");
                }
            }
            flow.close().expect("nobody is lost");
        }
        if round > 0 {
            came += flow.receive().expect("nobody is lost").iter().map(|parcel| parcel.bytes.len()).sum::<usize>();
        }
    }
    assert_eq!(came, if both || own == 1 { bytes } else { 0 });
    start.elapsed().as_secs_f64()
}
