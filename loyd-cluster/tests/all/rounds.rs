//! Parcels arrive in the round in which they are sent: all of them, once, in order.

use std::time::{Duration, Instant};

use loyd_cluster::local;
use loyd_core::table::map::{Parcel, Partnership, Peers};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::setting::{BEATS, each, flows, join_all, quick_starts};

/// The number of rounds of each process, and the number of rounds that are open at a time.
const ROUNDS: u64 = 40;
const OPEN: u64 = 2;

/// The parcels that process `from` sends in a round. The receiver draws the same random numbers to check them.
fn parcels(number: usize, from: usize, round: u64) -> Vec<(usize, Vec<u8>)> {
    let mut random = ChaCha8Rng::seed_from_u64(round * 100 + from as u64);
    let mut parcel = |_| {
        let bytes = match random.random_range(0..20) {
            0 => 0,
            1 => random.random_range(0..1_500_000),
            2..6 => random.random_range(0..50_000),
            _ => random.random_range(0..100),
        };
        let mut parcel = vec![0; bytes];
        random.fill(&mut parcel[..]);
        (random.random_range(0..number), parcel)
    };
    let count = if (round + from as u64).is_multiple_of(5) { 0 } else { round % 9 };
    (0..count).map(&mut parcel).collect()
}

fn check(own: usize, number: usize, round: u64, received: &[Parcel]) {
    for from in 0..number {
        let sent = parcels(number, from, round).into_iter().filter(|(to, _)| *to == own).map(|(_, bytes)| bytes);
        let came = received.iter().filter(|parcel| parcel.from == from).map(|parcel| parcel.bytes.clone());
        assert!(sent.eq(came), "round {round}, from {from} to {own} of {number}");
    }
}

fn exchange(peers: &mut impl Peers) {
    let (own, number) = (peers.own(), peers.number());
    for round in 0..ROUNDS + OPEN {
        if round < ROUNDS {
            for (to, parcel) in parcels(number, own, round) {
                peers.send(to, parcel).unwrap();
            }
            peers.close().unwrap();
        }
        if round >= OPEN {
            let received = peers.receive().unwrap();
            check(own, number, round - OPEN, &received);
        }
    }
}

#[test]
fn parcels_arrive_in_their_round_once_and_in_order() {
    for number in [1, 2, 3, 5] {
        let stats = each(flows(number), |mut flow| {
            exchange(&mut flow);
            let stats = flow.stats();
            assert_eq!(stats.rounds(), (ROUNDS, ROUNDS));
            assert_eq!(flow.lost(), None);
            let other = flow.clone();
            flow.leave().unwrap();
            assert_eq!(other.lost(), None);
            (other.own(), stats)
        });
        for (own, one) in &stats {
            for (to, other) in &stats {
                let (sent, received) = (one.sent()[*to], other.received()[*own]);
                assert_eq!(sent, received, "from {own} to {to} of {number}");
                assert!(own == to && sent.wire == 0 || sent.wire > sent.payload);
            }
        }
    }
}

#[test]
fn threads_exchange_in_the_same_way() {
    for number in [1, 2, 5] {
        each(local(number), |mut peers| exchange(&mut peers));
    }
    // A process that is dropped early is lost for the processes that wait for it.
    let mut all = local(3);
    drop(all.remove(1));
    all[0].close().unwrap();
    assert_eq!(all[0].receive().unwrap_err().process, 1);
}

#[test]
fn numbers_are_told_to_all() {
    each(flows(3), |flow| {
        let partnership = Partnership::new(flow.clone(), 1 << 20);
        let own = flow.own() as u64;
        assert_eq!(partnership.tell(&[own, 7]).unwrap(), [[0, 7], [1, 7], [2, 7]]);
        assert_eq!(partnership.sum([1, own]).unwrap(), [3, 3]);
        drop(partnership);
        flow.leave().unwrap();
    });
}

#[test]
fn leaving_drops_what_was_not_received() {
    each(flows(2), |mut flow| {
        flow.send(1, vec![1; 1000]).unwrap();
        flow.close().unwrap();
        flow.send(0, vec![2; 1000]).unwrap();
        flow.leave().unwrap();
    });
}

/// A process that sends no parcels for longer than the limit is not lost.
#[test]
fn silence_is_no_loss() {
    let flows = join_all(quick_starts(2)).into_iter().map(Result::unwrap).collect();
    each(flows, |mut flow| {
        let start = Instant::now();
        if flow.own() == 0 {
            std::thread::sleep(BEATS.limit + Duration::from_millis(500));
        }
        flow.close().unwrap();
        flow.receive().unwrap();
        assert!(start.elapsed() >= BEATS.limit);
        flow.leave().unwrap();
    });
}
