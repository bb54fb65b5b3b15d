//! The memory of a server, as the system counts it.

use super::*;

/// The bytes that a process holds, without the program and other mapped files, which processes share.
fn held(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
}

/// An earlier version took 1,419 MB for 22 definitions under a limit of 200 MB: no ledger counted opened definitions,
/// and the allocator kept freed memory. Definitions that differ only in a comment are different definitions.
#[test]
fn many_definitions_are_held_within_the_limit() {
    const LIMIT: u64 = 150_000_000;
    let folder = tempfile::tempdir().unwrap();
    let server = serving(folder.path(), &["--max-memory", "150MB"]);
    for file in ["pyraminx_notips.tws", "topspinN12_4.tws"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/definitions").join(file);
        let text = std::fs::read_to_string(path).unwrap();
        let mut client = server.client();
        for number in 0..if std::env::var_os("LOYD_LONG").is_some() { 100 } else { 40 } {
            let question = json!({"puzzle": "file", "board": format!("{text}\n# {number}\n"), "scramble": ""});
            let reply = client.post("/solve", &question);
            assert_eq!(reply.status, 200, "{file} {number}: {}", reply.text());
            let held = [&[server.child.id()][..], &server.workers()].concat().into_iter().map(held).sum::<u64>();
            assert!(held <= LIMIT / 5 * 6, "{file} {number}: {held} bytes are held");
        }
    }
}
