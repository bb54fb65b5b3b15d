//! Posts arrive without waiting for rounds: all of them, once, in order.

use std::time::{Duration, Instant};

use loyd_cluster::Flow;
use loyd_core::table::map::{Parcel, Peers};

use crate::setting::{each, flows};

/// The number of posts from each process to each process.
const POSTS: u32 = 300;
/// Longer than any wait in these tests.
const LONG: Duration = Duration::from_secs(20);

fn post(from: usize, to: usize, number: u32) -> Vec<u8> {
    // Some posts have several pieces, and some contain only their number.
    let length = if number.is_multiple_of(97) { 700_000 } else { number as usize % 50 };
    let mut post = number.to_le_bytes().to_vec();
    post.resize(4 + length, (from * 16 + to) as u8);
    post
}

fn next(flow: &Flow) -> Parcel {
    flow.next_post(LONG).unwrap().expect("a post comes")
}

/// Sends and receives posts between rounds. Each process closes its rounds at other moments than the others.
fn exchange(mut flow: Flow) {
    let (own, number) = (flow.own(), flow.number());
    for of in 0..POSTS {
        (0..number).for_each(|to| flow.post(to, post(own, to, of)).unwrap());
        if of % 50 == own as u32 {
            flow.send((own + 1) % number, vec![7; own + 1]).unwrap();
            flow.close().unwrap();
        }
    }
    let mut seen = vec![0; number];
    for _ in 0..POSTS as usize * number {
        let Parcel { from, bytes } = next(&flow);
        assert!(bytes == post(from, own, seen[from]), "post {} from {from} to {own}", seen[from]);
        seen[from] += 1;
    }
    assert_eq!(flow.next_post(Duration::ZERO).unwrap(), None);
    // The posts did not mix with the parcels of the rounds.
    for _ in 0..POSTS.div_ceil(50) {
        let round = flow.receive().unwrap();
        assert_eq!(
            round,
            [Parcel { from: (own + number - 1) % number, bytes: vec![7; (own + number - 1) % number + 1] }]
        );
    }
    flow.leave().unwrap();
}

#[test]
fn posts_arrive_once_and_in_order() {
    for number in [1, 2, 3] {
        each(flows(number), exchange);
    }
}

#[test]
fn a_post_waits_for_nobody() {
    let flows = flows(3);
    // No process has closed a round, and the third process does nothing.
    flows[0].post(1, vec![1]).unwrap();
    assert_eq!(next(&flows[1]), Parcel { from: 0, bytes: vec![1] });
    flows[1].post(0, vec![2]).unwrap();
    assert_eq!(next(&flows[0]), Parcel { from: 1, bytes: vec![2] });
    let began = Instant::now();
    assert_eq!(flows[0].next_post(Duration::from_millis(50)).unwrap(), None);
    assert!(began.elapsed() >= Duration::from_millis(50));
    each(flows, |flow| flow.leave().unwrap());
}

#[test]
fn a_loss_ends_the_wait_for_a_post() {
    let mut flows = flows(2);
    let lost = flows.pop().unwrap();
    let waits = std::thread::spawn({
        let flow = flows.pop().unwrap();
        move || flow.next_post(LONG)
    });
    drop(lost);
    assert_eq!(waits.join().unwrap().unwrap_err().process, 1);
}
