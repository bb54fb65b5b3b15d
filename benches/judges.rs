//! The judges on whole inputs, beside plain programs like those in the articles: a breadth-first search with a hash map
//! for each case, or a table of all boards made once. The programs run in turns, and the result is the ratio of the
//! times in one pair of runs. Every output is checked: `cargo bench -p loyd-benches --bench judges`.
//!
//! With `LOYD=target/release/loyd OTHER=PROGRAM` in the environment, the command and another program that answers HDU
//! 1043 also run as whole processes: from start to end, all boards in, all ways out.

use std::collections::{HashMap, VecDeque};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use loyd_core::limits::Limits;
use loyd_judges::{Input, find};

fn answer(judge: &str, input: &str) -> (f64, String) {
    let judge = find(judge).expect("a judge");
    let mut output = Vec::new();
    let begin = Instant::now();
    (judge.run)(input.as_bytes().into(), &mut output, &Limits::default()).expect("a good input");
    (begin.elapsed().as_secs_f64(), String::from_utf8(output).expect("text"))
}

/// Calls `each` with every permutation of `pieces` from position `at` on.
fn permutations(pieces: &mut Vec<u8>, at: usize, each: &mut impl FnMut(&[u8])) {
    if at == pieces.len() {
        return each(pieces);
    }
    for other in at..pieces.len() {
        pieces.swap(at, other);
        permutations(pieces, at + 1, each);
        pieces.swap(at, other);
    }
}

fn spaced(pieces: &[u8]) -> String {
    let words: Vec<String> =
        pieces.iter().map(|&piece| if piece == b'x' { "x".into() } else { piece.to_string() }).collect();
    words.join(" ")
}

/// The reference: a breadth-first search from `start` to `goal`, with whole boards in a map. Returns the distance.
fn plain<const N: usize>(start: [u8; N], goal: [u8; N], next: impl Fn(&[u8; N], u8) -> Vec<([u8; N], u8)>) -> u32 {
    let mut depth = HashMap::from([((start, 0), 0), ((start, 1), 0)]);
    let mut queue = VecDeque::from([(start, 0), (start, 1)]);
    while let Some(node) = queue.pop_front() {
        let far = depth[&node];
        if node.0 == goal {
            return far;
        }
        for child in next(&node.0, node.1) {
            depth.entry(child).or_insert_with(|| {
                queue.push_back(child);
                far + 1
            });
        }
    }
    panic!("the goal is reached")
}

fn magic(board: &[u8; 8], kind: u8) -> Vec<([u8; 8], u8)> {
    let [a, b, c, d, e, f, g, h] = *board;
    [[e, f, g, h, a, b, c, d], [d, a, b, c, h, e, f, g], [a, f, b, d, e, g, c, h]].map(|board| (board, kind)).to_vec()
}

fn swaps(grid: &[u8; 9], last: u8) -> Vec<([u8; 9], u8)> {
    let steps: [(i8, i8); 4] =
        if last == 0 { [(1, 1), (1, -1), (-1, 1), (-1, -1)] } else { [(0, 1), (1, 0), (0, -1), (-1, 0)] };
    let mut children = Vec::new();
    for cell in 0..9i8 {
        for (down, right) in steps {
            let (row, column) = (cell / 3 + down, cell % 3 + right);
            if (0..3).contains(&row) && (0..3).contains(&column) {
                let mut child = *grid;
                child.swap(cell as usize, (row * 3 + column) as usize);
                children.push((child, 1 - last));
            }
        }
    }
    children
}

fn report(name: &str, cases: usize, seconds: f64, reference: Option<f64>) {
    let each = seconds / cases as f64;
    let ratio =
        reference.map_or(String::new(), |plain| format!("  {:.0} times the plain program a case", plain / each));
    let (ms, us, rate) = (seconds * 1e3, each * 1e6, 1e-6 / each);
    println!("{name:12} {cases:>7} cases  {ms:>9.3} ms  {us:>9.3} us a case, {rate:.3} million a second{ratio}");
}

/// The number of a board of nine pieces among all boards, as the articles compute it.
fn cantor(board: &[u8; 9]) -> usize {
    let smaller = |at: usize| board[at + 1..].iter().filter(|&&piece| piece < board[at]).count();
    (0..9).fold(0, |number, at| number * (9 - at) + smaller(at))
}

/// The reference for the 8-puzzle: a breadth-first search from the goal that stores the next board and the letter for
/// each board, and then a walk for each line.
fn plain_table(input: &str) -> String {
    const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let mut next: Vec<Option<(usize, char)>> = vec![None; 362_880];
    let goal = cantor(&GOAL);
    next[goal] = Some((goal, ' '));
    let mut queue = VecDeque::from([(GOAL, goal)]);
    while let Some((board, number)) = queue.pop_front() {
        let blank = board.iter().position(|&piece| piece == 0).expect("a blank") as i8;
        // The search goes backwards, so the blank returns to the cell that it came from.
        for (step, letter, may) in
            [(3, 'u', blank < 6), (-3, 'd', blank > 2), (1, 'l', blank % 3 < 2), (-1, 'r', blank % 3 > 0)]
        {
            if may {
                let mut child = board;
                child.swap(blank as usize, (blank + step) as usize);
                let found = cantor(&child);
                if next[found].is_none() {
                    next[found] = Some((number, letter));
                    queue.push_back((child, found));
                }
            }
        }
    }
    let mut output = String::new();
    for line in input.lines() {
        let mut board = [0; 9];
        for (piece, word) in board.iter_mut().zip(line.split_whitespace()) {
            *piece = word.parse().unwrap_or(0);
        }
        let mut at = cantor(&board);
        match next[at] {
            None => output += "unsolvable",
            Some(_) => {
                while at != goal {
                    let (nearer, letter) = next[at].expect("every board on the way has one");
                    output.push(letter);
                    at = nearer;
                }
            }
        }
        output.push('\n');
    }
    output
}

/// Runs both in turns, and prints the ratios of the times in each pair: median, least and greatest.
fn in_pairs(name: &str, other: &str, ours: impl Fn() -> f64, theirs: impl Fn() -> f64) {
    const PAIRS: usize = 9;
    let mut ratios: Vec<f64> = (0..PAIRS).map(|_| theirs() / ours()).collect();
    ratios.sort_by(f64::total_cmp);
    let (least, median, most) = (ratios[0], ratios[PAIRS / 2], ratios[PAIRS - 1]);
    println!("{name:12} {median:.1} times as fast as {other} ({least:.1} to {most:.1})");
}

/// Times the command beside another program, as processes. For every board, both print a way of the same length.
fn as_processes(input: &str, output: &str) {
    let (Ok(loyd), Ok(other)) = (std::env::var("LOYD"), std::env::var("OTHER")) else { return };
    // A bench runs in the folder of its crate, but the paths are relative to the root of the project.
    let here = |program: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(program);
    let ours = || {
        let mut command = Command::new(here(&loyd));
        command.args(["judge", "hdu1043"]);
        command
    };
    let theirs = || Command::new(here(&other));
    let path = std::env::temp_dir().join(format!("loyd-judges-{}", std::process::id()));
    fs::write(&path, input).expect("a temporary file");
    let read = || Stdio::from(File::open(&path).expect("the temporary file"));
    let lengths = |output: &str| output.lines().map(str::len).collect::<Vec<_>>();
    for mut command in [ours(), theirs()] {
        let answered = command.stdin(read()).output().expect("a program that can be started");
        assert!(lengths(&String::from_utf8_lossy(&answered.stdout)) == lengths(output), "{command:?}");
    }
    let time = |mut command: Command| {
        let begin = Instant::now();
        let status = command.stdin(read()).stdout(Stdio::null()).status();
        assert!(status.expect("a program that can be started").success(), "{command:?}");
        begin.elapsed().as_secs_f64()
    };
    in_pairs("hdu1043", &format!("`{other}`, as processes,"), || time(ours()), || time(theirs()));
    fs::remove_file(&path).expect("the temporary file");
}

/// Answers the input from a stream, as the command does: one window at a time.
fn streamed(judge: &str, input: &str) -> (f64, Vec<u8>) {
    let judge = find(judge).expect("a judge");
    let (mut source, mut output) = (input.as_bytes(), Vec::new());
    let begin = Instant::now();
    let window = Input::read(&mut source).expect("a stream in memory");
    (judge.run)(window, &mut output, &Limits::default()).expect("a good input");
    (begin.elapsed().as_secs_f64(), output)
}

fn main() {
    // 8-puzzle: half are solvable. The census of a goal with the blank in a corner gives all moves, mean 21.972399.
    let mut input = String::new();
    permutations(&mut vec![1, 2, 3, 4, 5, 6, 7, 8, b'x'], 0, &mut |board| input += &(spaced(board) + "\n"));
    let (seconds, output) = answer("hdu1043", &input);
    let solved: Vec<&str> = output.lines().filter(|line| *line != "unsolvable").collect();
    assert_eq!((output.lines().count(), solved.len()), (362_880, 181_440));
    assert_eq!(solved.iter().map(|path| path.len()).sum::<usize>(), 3_986_672);
    report("hdu1043", 362_880, seconds, None);
    assert!(streamed("hdu1043", &input).1 == output.as_bytes());
    let lengths = |output: &str| output.lines().map(str::len).collect::<Vec<_>>();
    assert!(lengths(&plain_table(&input)) == lengths(&output));
    let theirs = || {
        let begin = Instant::now();
        assert_eq!(plain_table(&input).len(), output.len());
        begin.elapsed().as_secs_f64()
    };
    in_pairs("hdu1043", "the plain program with a table", || streamed("hdu1043", &input).0, theirs);
    as_processes(&input, &output);

    // Alternating swaps: the census of swap:3x3 gives the sum of the steps over all grids.
    let census = [1, 20, 112, 1036, 4166, 18754, 47195, 94448, 111_363, 66_320, 18_596, 862, 7];
    let steps: usize = census.iter().enumerate().map(|(depth, number)| depth * number).sum();
    let mut input = String::new();
    permutations(&mut (1..=9).collect(), 0, &mut |grid| {
        grid.chunks(3).for_each(|row| input += &(spaced(row) + "\n"));
    });
    let (seconds, output) = answer("chino", &input);
    assert_eq!(output.lines().filter(|line| line.starts_with("Step")).count(), steps);
    assert_eq!(output.lines().filter(|line| *line == "No Need").count(), 1);
    let reverse = [9, 8, 7, 6, 5, 4, 3, 2, 1];
    let begin = Instant::now();
    assert_eq!(plain(reverse, [1, 2, 3, 4, 5, 6, 7, 8, 9], swaps), 12);
    let one = begin.elapsed().as_secs_f64();
    report("chino", 362_880, seconds, Some(one));
    let (seconds, output) = answer("chino", "9 8 7\n6 5 4\n3 2 1\n");
    assert_eq!(output.lines().count(), 12);
    report("chino", 1, seconds, Some(one));

    // The magic board: the census of magic-board gives the sum of the letters over all targets.
    let census = [
        1, 3, 7, 14, 26, 51, 92, 159, 274, 453, 720, 1115, 1727, 2603, 3701, 4729, 5620, 6240, 5840, 4492, 2120, 328, 5,
    ];
    let letters: usize = census.iter().enumerate().map(|(depth, number)| depth * number).sum();
    let mut input = String::new();
    permutations(&mut (1..=8).collect(), 0, &mut |board| {
        input += &format!("22\n{}\n{}\n", spaced(&board[..4]), spaced(&board[4..]));
    });
    let (seconds, output) = answer("sicily1151", &(input + "-1\n"));
    let words = output.lines().filter_map(|line| line.split_once(' ').map(|(_, word)| word.len()));
    assert_eq!((output.lines().count(), words.sum::<usize>()), (40_320, letters));
    // The plain program solves every 2,000th target.
    let mut targets: Vec<[u8; 8]> = Vec::new();
    permutations(&mut (1..=8).collect(), 0, &mut |board| targets.push(board.try_into().expect("eight tiles")));
    let begin = Instant::now();
    let few: Vec<u32> =
        targets.iter().step_by(2_000).map(|target| plain([1, 2, 3, 4, 8, 7, 6, 5], *target, magic)).collect();
    let one = begin.elapsed().as_secs_f64() / few.len() as f64;
    let lengths: Vec<u32> =
        output.lines().step_by(2_000).map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    assert_eq!(few, lengths);
    report("sicily1151", 40_320, seconds, Some(one));

    // Every target from 25 starts. Each start has the census of letters, because renaming the tiles does not change it.
    let lines: Vec<String> =
        targets.iter().map(|tiles| tiles.map(|tile| char::from(b'0' + tile)).iter().collect()).collect();
    let starts = lines.iter().step_by(1_617);
    let input: String = starts.flat_map(|start| lines.iter().map(move |line| format!("{start}\n{line}\n"))).collect();
    let (seconds, output) = answer("hdu1430", &input);
    assert_eq!((output.lines().count(), output.len() - 25 * 40_320), (25 * 40_320, 25 * letters));
    report("hdu1430", 25 * 40_320, seconds, Some(one));

    // Rolling cubes: the samples with their answers, again and again.
    let samples = [
        ("1 2\nW W W\nE W W\nW W W\n", 0),
        ("2 1\nR B W\nR W W\nE W W\n", 3),
        ("3 3\nW B W\nB R E\nR B R\n", 13),
        ("3 3\nB W R\nB W R\nB E R\n", 23),
        ("2 1\nB B B\nB R B\nB R E\n", 29),
        ("1 1\nR R R\nW W W\nR R E\n", 30),
        ("2 1\nR R R\nB W B\nR R E\n", -1),
        ("3 2\nR R R\nW E W\nR R R\n", -1),
    ];
    let input: String = (0..300).map(|case| samples[case % 8].0).collect();
    let (seconds, output) = answer("poj3131", &(input + "0 0\n"));
    let answers: Vec<i32> = output.lines().map(|line| line.parse().expect("a number")).collect();
    assert_eq!(answers, (0..300).map(|case| samples[case % 8].1).collect::<Vec<_>>());
    report("poj3131", 300, seconds, None);

    // Light up: an empty board of any size up to 7x7 needs at least as many lamps as its shorter side.
    let sizes: Vec<(usize, usize)> = (0..1000).map(|case| (case % 7 + 1, case / 7 % 7 + 1)).collect();
    let input: String = sizes.iter().map(|(rows, columns)| format!("{rows} {columns}\n0\n")).collect();
    let (seconds, output) = answer("poj2870", &(input + "0 0\n"));
    for (line, (rows, columns)) in output.lines().zip(&sizes) {
        assert_eq!(line.parse(), Ok(*rows.min(columns)), "{rows} x {columns}");
    }
    report("poj2870", 1000, seconds, None);
}
