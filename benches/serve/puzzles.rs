//! Random positions, and the checks of the replies. The checks use no code of the library, so other code than the
//! solver makes the moves.

use std::cell::RefCell;
use std::collections::HashMap;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use super::client::{Load, post};

/// The fields of a reply that are checked.
#[derive(Deserialize)]
struct Reply<'a> {
    outcome: &'a str,
    length: Option<u32>,
    #[serde(borrow)]
    moves: Option<Vec<&'a str>>,
    best: Option<u32>,
    #[serde(borrow)]
    best_moves: Option<Vec<&'a str>>,
    at_least: Option<u32>,
    reason: Option<&'a str>,
}

/// The tile in each cell of a square board, with 0 for the blank.
type Board = Vec<u8>;

/// Moves the blank. Returns whether the move was possible.
fn go(board: &mut [u8], width: usize, letter: &str) -> bool {
    let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
    let (row, column) = (blank / width, blank % width);
    let to = match letter {
        "u" if row > 0 => blank - width,
        "d" if row + 1 < width => blank + width,
        "l" if column > 0 => blank - 1,
        "r" if column + 1 < width => blank + 1,
        _ => return false,
    };
    board.swap(blank, to);
    true
}

fn goal(width: usize) -> Board {
    (1..(width * width) as u8).chain([0]).collect()
}

/// Whether the moves lead to the goal.
fn leads_home(board: &[u8], width: usize, moves: &[&str]) -> bool {
    let mut board = board.to_vec();
    moves.iter().all(|letter| go(&mut board, width, letter)) && board == goal(width)
}

fn text(board: &[u8]) -> String {
    board.iter().map(|&tile| if tile == 0 { "x".into() } else { tile.to_string() }).collect::<Vec<_>>().join(" ")
}

/// Every solvable 8-puzzle, with the length of its shortest solution.
pub fn eight_puzzles() -> HashMap<Board, u32> {
    let mut lengths = HashMap::from([(goal(3), 0)]);
    let (mut layer, mut depth) = (vec![goal(3)], 0);
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for board in layer {
            for letter in ["u", "d", "l", "r"] {
                let mut child = board.clone();
                if go(&mut child, 3, letter) && !lengths.contains_key(&child) {
                    lengths.insert(child.clone(), depth);
                    next.push(child);
                }
            }
        }
        layer = next;
    }
    assert_eq!(lengths.len(), 181_440);
    lengths
}

/// A random solvable position. All positions are equally likely.
pub fn random(width: usize, rng: &mut ChaCha8Rng) -> Board {
    let mut board = goal(width);
    loop {
        board.shuffle(rng);
        if is_solvable(&board, width) {
            return board;
        }
    }
}

/// A position is solvable if the permutation and the blank's way home have the same parity.
fn is_solvable(board: &[u8], width: usize) -> bool {
    let cells = board.len();
    let at = |tile: usize| if tile == 0 { cells } else { tile };
    let places: Vec<usize> = board.iter().map(|&tile| at(tile.into())).collect();
    let pairs = (0..cells).flat_map(|one| (0..one).map(move |other| (other, one)));
    let odd = pairs.filter(|&(before, behind)| places[before] > places[behind]).count() % 2;
    let blank = board.iter().position(|&tile| tile == 0).expect("a blank");
    let way = (width - 1 - blank / width) + (width - 1 - blank % width);
    odd == way % 2
}

/// A random generator with a fixed seed.
pub fn draws(seed: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let _: u64 = rng.random();
    rng
}

/// A load of positions to solve.
pub struct Solving {
    width: usize,
    boards: Vec<Board>,
    requests: Vec<Vec<u8>>,
    /// The lengths of the shortest solutions, if they are known.
    lengths: Vec<Option<u32>>,
    /// Whether a server may refuse a question, or stop at its limit.
    is_overload: bool,
    /// The positions that were solved, each with the length in the reply.
    pub solved: RefCell<Vec<(usize, u32)>>,
}

impl Solving {
    /// Creates a load of positions. `more` is appended to each question, for example `,"limit_seconds":1`.
    pub fn new(width: usize, boards: Vec<Board>, more: &str, is_overload: bool) -> Solving {
        let puzzle = width * width - 1;
        let request = |board: &Board| {
            post("/api/v1/solve", &format!("{{\"puzzle\":\"{puzzle}\",\"state\":\"{}\"{more}}}", text(board)))
        };
        let (requests, lengths) = (boards.iter().map(request).collect(), vec![None; boards.len()]);
        Solving { width, boards, requests, lengths, is_overload, solved: RefCell::default() }
    }

    /// Creates a load of 8-puzzles with known lengths.
    pub fn eight(positions: &[(Board, u32)]) -> Solving {
        let boards = positions.iter().map(|(board, _)| board.clone()).collect();
        let lengths = positions.iter().map(|(_, length)| Some(*length)).collect();
        Solving { lengths, ..Solving::new(3, boards, "", false) }
    }

    /// The text of a position.
    pub fn text(&self, number: usize) -> String {
        text(&self.boards[number])
    }
}

impl Load for Solving {
    fn request(&self, number: usize) -> Option<Vec<u8>> {
        self.requests.get(number).cloned()
    }

    fn check(&self, number: usize, status: u16, body: &[u8]) {
        let said = || format!("{}: {status}: {}", self.text(number), String::from_utf8_lossy(body));
        if self.is_overload && [429, 503].contains(&status) {
            return;
        }
        assert_eq!(status, 200, "{}", said());
        let reply: Reply<'_> = serde_json::from_slice(body).unwrap_or_else(|error| panic!("{error}: {}", said()));
        let board = &self.boards[number];
        let replayed = |moves: &Option<Vec<&str>>, length: Option<u32>| match (moves, length) {
            (Some(moves), Some(length)) => moves.len() as u32 == length && leads_home(board, self.width, moves),
            (None, None) => true,
            _ => false,
        };
        match reply.outcome {
            "solved" => {
                let length = reply.length.unwrap_or_else(|| panic!("{}", said()));
                assert!(reply.moves.is_some() && replayed(&reply.moves, reply.length), "{}", said());
                assert!(self.lengths[number].is_none_or(|shortest| shortest == length), "{}", said());
                self.solved.borrow_mut().push((number, length));
            }
            "stopped" if self.is_overload => {
                assert!(replayed(&reply.best_moves, reply.best), "{}", said());
                assert!(reply.best.is_none_or(|best| reply.at_least.is_some_and(|low| low <= best)), "{}", said());
                assert!(["time", "memory", "interrupted"].contains(&reply.reason.unwrap_or_default()), "{}", said());
            }
            _ => panic!("{}", said()),
        }
    }
}
