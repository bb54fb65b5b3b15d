//! HTTP and the command return the same JSON: over the whole catalogue, for random positions, and for each kind of
//! question that both answer, unsolvable and wrong ones included.

use std::path::Path;
use std::thread;

use serde_json::{Value, json};

use super::serving::Serving;
use super::serving::client::Client;
use super::{command, serving};

/// The server's limits for a question. The command gets them, too, because the planner chooses by them.
const CEILING: [&str; 4] = ["--limit-seconds", "30", "--limit-memory", "1694000000"];
/// The number of nodes after which searches by a named algorithm are stopped.
const NODES: u64 = 2_000;
/// The seed of all random choices.
const SEED: u64 = 20_121;

/// A xorshift64* generator, which makes the same choices in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }

    fn one<'v>(&mut self, list: &'v Value) -> Option<&'v str> {
        let list = list.as_array().filter(|list| !list.is_empty())?;
        list[self.below(list.len())].as_str()
    }
}

/// Removes the values that differ between runs.
fn lasting(value: &mut Value) {
    match value {
        Value::Object(object) => {
            ["seconds", "table_seconds"].iter().for_each(|key| drop(object.remove(*key)));
            object.values_mut().for_each(lasting);
        }
        Value::Array(list) => list.iter_mut().for_each(lasting),
        _ => {}
    }
}

/// Sends questions to the server and to the command.
struct Both<'s> {
    server: &'s Serving,
    folder: &'s Path,
    asked: usize,
    differing: Vec<String>,
}

impl Both<'_> {
    /// Opens a connection for each question, because the server closes one that waits for a slow command.
    fn client(&self) -> Client {
        self.server.client()
    }

    /// Compares the reply of a route with the lines of the command.
    fn ask(&mut self, route: &str, question: Value, arguments: &[&str]) {
        let answer = match question {
            Value::Null => self.client().get(&format!("/api/v1{route}")),
            _ => self.client().post(route, &question),
        };
        let output = command(self.folder).args(arguments).arg("--json").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let mut reply = answer.json();
        let mut replies = match answer.status {
            200 => match reply {
                Value::Array(list) => list,
                // A family comes with its members, for which the command prints lines of their own.
                Value::Object(ref mut family) if family.contains_key("members") => {
                    let members = family.remove("members").unwrap().as_array().unwrap().clone();
                    [vec![reply], members].concat()
                }
                one => vec![one],
            },
            _ => {
                let part = |key: &str| reply[key].clone();
                let (line, column, found, expected) = (part("line"), part("column"), part("found"), part("expected"));
                let (kind, message) = (part("kind"), part("detail"));
                vec![json!({"version": 1, "error": {
                    "kind": kind, "message": message, "line": line, "column": column,
                    "found": found, "expected": expected,
                }})]
            }
        };
        replies.iter_mut().chain(&mut lines).for_each(lasting);
        self.asked += 1;
        if replies != lines {
            let errors = String::from_utf8_lossy(&output.stderr);
            self.differing.push(format!("{route} {question}\n{arguments:?}\n{replies:?}\n{lines:?}\n{errors}"));
        }
    }

    /// A position some random moves away from a drawn one in a small space, or else from the example.
    fn position(&mut self, id: &str, info: &Value, small: bool, random: &mut Random) -> String {
        let mut state = info["example"].as_str().unwrap().to_string();
        if small {
            let drawn = self.client().post("/random", &json!({"puzzle": id, "seed": random.below(1 << 20)})).json();
            state = drawn["state"].as_str().unwrap().into();
        }
        for _ in 0..random.below(4) {
            let moves = self.client().post("/moves", &json!({"puzzle": id, "state": state})).json();
            let moves = moves["moves"].as_array().unwrap();
            if !moves.is_empty() {
                state = moves[random.below(moves.len())]["state"].as_str().unwrap().into();
            }
        }
        state
    }

    /// Asks all kinds of questions about a puzzle.
    fn puzzle(&mut self, id: &str, random: &mut Random) {
        let encoded = id.replace('?', "%3F");
        self.ask(&format!("/puzzles/{encoded}"), Value::Null, &["puzzles", id]);
        let info = self.client().get(&format!("/api/v1/puzzles/{encoded}")).json();
        // A family of one puzzle has that puzzle's name.
        let info = if info["members"].is_array() { &info["members"][0] } else { &info };
        let states = info["states"].as_str().and_then(|states| states.parse::<u128>().ok());
        let small = states.is_some_and(|states| states <= 50_000);
        let seed = random.below(1 << 30);
        self.ask(
            "/random",
            json!({"puzzle": id, "seed": seed, "count": 3}),
            &["random", id, "--seed", &seed.to_string(), "--count", "3"],
        );
        let state = &self.position(id, info, small, random)[..];
        let solve = ["solve", id, state];
        self.ask("/solve", json!({"puzzle": id, "state": state}), &[&solve[..], &CEILING].concat());
        let algorithm = random.one(&info["algorithms"]).unwrap();
        // Tables of all distances are for small spaces.
        let algorithm = if algorithm == "table" && !small { "a-star" } else { algorithm };
        self.ask(
            "/solve",
            json!({"puzzle": id, "state": state, "algorithm": algorithm, "limit_nodes": NODES}),
            &[&solve[..], &["--algorithm", algorithm, "--limit-nodes", &NODES.to_string()]].concat(),
        );
        // The bound has no tables, because `bytes` depends on the process that built them.
        if let Some(bound) = info["heuristics"][0].as_str() {
            self.ask(
                "/solve",
                json!({
                    "puzzle": id, "state": state, "algorithm": "a-star", "heuristic": bound, "limit_nodes": NODES,
                    "words": true,
                }),
                &[
                    &solve[..],
                    &["--algorithm", "a-star", "--heuristic", bound, "--limit-nodes", &NODES.to_string()],
                    &["--moves", "words"],
                ]
                .concat(),
            );
        }
        let (want, flag) = [("count", "--count"), ("lexicographic", "--lexicographic")][random.below(2)];
        self.ask(
            "/solve",
            json!({"puzzle": id, "state": state, "want": want, "limit_moves": 9}),
            &[&solve[..], &[flag, "--limit-moves", "9"], &CEILING].concat(),
        );
        self.ask("/rank", json!({"puzzle": id, "state": state}), &["rank", id, state]);
        let number = random.below(1 << 12);
        self.ask("/unrank", json!({"puzzle": id, "number": number}), &["unrank", id, &number.to_string()]);
        self.wrong(id, state);
        if !small {
            return;
        }
        self.ask("/map", json!({"puzzle": id}), &["map", id]);
        // Two pieces are exchanged, so the position may be unsolvable.
        let mut pieces: Vec<&str> = state.split(['/', ' ']).collect();
        let count = pieces.len();
        pieces.swap(random.below(count), random.below(count));
        let exchanged = &pieces.join(" ")[..];
        self.ask(
            "/solve",
            json!({"puzzle": id, "state": exchanged}),
            &[&["solve", id, exchanged], &CEILING[..]].concat(),
        );
        for moves in ["ud", ""] {
            self.ask(
                "/check",
                json!({"puzzle": id, "state": exchanged, "moves": moves}),
                &[&["check", id, exchanged, moves], &CEILING[..]].concat(),
            );
        }
        let bound = info["heuristics"][0].as_str().unwrap();
        self.ask(
            "/compare",
            json!({"puzzle": id, "state": exchanged, "algorithms": ["bfs", "ida-star"], "heuristics": [bound]}),
            &["compare", id, exchanged, "--algorithms", "bfs,ida-star", "--heuristics", bound],
        );
    }

    /// Asks about invalid positions and names.
    fn wrong(&mut self, id: &str, state: &str) {
        for wrong in [format!("{state} q"), state.chars().rev().skip(1).collect()] {
            self.ask("/rank", json!({"puzzle": id, "state": wrong}), &["rank", id, &wrong]);
        }
        for (field, option) in [("goal", "--goal"), ("heuristic", "--heuristic"), ("scramble", "--scramble")] {
            self.ask(
                "/solve",
                json!({"puzzle": id, "state": state, field: "nowhere", "limit_nodes": NODES}),
                &["solve", id, state, option, "nowhere", "--limit-nodes", &NODES.to_string()],
            );
        }
    }
}

#[test]
fn both_give_the_same_json() {
    let folder = tempfile::tempdir().unwrap();
    // A place for each worker, so that none waits longer than a busy server lets it.
    let server: Serving = serving(folder.path(), &["--concurrency", "4"]);
    let families = server.client().get("/api/v1/puzzles").json();
    let mut ids = Vec::new();
    // The first two examples of each family, or all in the whole form of the law.
    let most = if std::env::var_os("LOYD_LONG").is_some() { usize::MAX } else { 2 };
    for family in families.as_array().unwrap() {
        ids.extend(family["examples"].as_array().unwrap().iter().take(most).map(|id| id.as_str().unwrap().to_string()));
    }
    assert!(ids.len() > 30, "{ids:?}");
    // Bundled definitions are one type of puzzle, so a few with exact bounds stand for all. For others, threads race to
    // a solution, and the number of nodes differs between runs.
    let is_bundled = |id: &str| {
        let name = id.split(':').next().unwrap_or_default();
        loyd_definitions::bundled::BUNDLED.iter().any(|bundled| bundled.name == name)
    };
    ids.retain(|id| !is_bundled(id) || ["m12", "loopover:3x3", "letters:aab/bcc/dd-"].contains(&id.as_str()));
    let workers = 4;
    let (asked, differing) = thread::scope(|scope| {
        let begun: Vec<_> = (0..workers)
            .map(|worker| {
                let (server, ids, families, folder) = (&server, &ids, &families, folder.path());
                scope.spawn(move || {
                    let mut both = Both { server, folder, asked: 0, differing: Vec::new() };
                    for id in ids.iter().skip(worker).step_by(workers) {
                        both.puzzle(id, &mut Random(SEED + worker as u64));
                    }
                    both.ask("/puzzles", Value::Null, &["puzzles"]);
                    for family in families.as_array().unwrap().iter().skip(worker).step_by(workers) {
                        let name = family["family"].as_str().unwrap();
                        both.ask(&format!("/puzzles/{name}"), Value::Null, &["puzzles", name]);
                    }
                    (both.asked, both.differing)
                })
            })
            .collect();
        begun.into_iter().map(|worker| worker.join().unwrap()).fold(
            (0, Vec::new()),
            |(count, mut all), (asked, more)| {
                all.extend(more);
                (count + asked, all)
            },
        )
    });
    assert!(differing.is_empty(), "{} of {asked} differ:\n{}", differing.len(), differing.join("\n\n"));
    // The nets below the meters never fire, except the net of time on a machine that is very busy.
    for why in ["memory", "died"] {
        assert_eq!(server.metric(&format!("loyd_workers_ended_total{{why=\"{why}\"}}")), 0, "{why}");
    }
    assert!(asked > 100, "only {asked} were asked");
    println!("{asked} questions");
}
