//! The server under load: a separate process with its log in a file.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::client;

/// A server process, which is killed when the value is dropped.
pub struct Server {
    process: Child,
    /// The address where the server listens.
    pub address: SocketAddr,
    log: PathBuf,
}

impl Server {
    /// Starts `loyd serve --keep-tables` on a port that the system chooses, with a limit of `memory` bytes.
    pub fn start(loyd: &str, memory: u64) -> Server {
        let log = std::env::temp_dir().join(format!("loyd-serve-{}.log", std::process::id()));
        let file = File::create(&log).expect("a file for the log");
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--max-memory", &memory.to_string(), "--keep-tables"];
        let process = Command::new(loyd).args(arguments).stderr(file).stdout(Stdio::null()).spawn();
        let process = process.unwrap_or_else(|error| panic!("{loyd}: {error}"));
        let began = Instant::now();
        loop {
            assert!(began.elapsed() < Duration::from_secs(10), "the server does not say where it is");
            let lines = BufReader::new(File::open(&log).expect("the log")).lines();
            let address = lines.map_while(Result::ok).find_map(|line| {
                let (_, rest) = line.split_once("http://")?;
                rest.split_once('/')?.0.parse().ok()
            });
            match address {
                Some(address) => return Server { process, address, log },
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    /// The number of lines in the log.
    pub fn logged(&self) -> usize {
        fs::read(&self.log).expect("the log").iter().filter(|&&byte| byte == b'\n').count()
    }

    /// The bytes of memory that the server and its workers hold now, without mapped files.
    pub fn memory(&self) -> u64 {
        let server = self.process.id();
        let statuses = fs::read_dir("/proc").expect("the processes").flatten();
        let held = statuses.filter_map(|process| {
            // A process may end while its status is read.
            let status = fs::read_to_string(process.path().join("status")).ok()?;
            let value = |key: &str| status.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
            let is_ours = |key: &str| value(key).is_some_and(|id| id == server.to_string());
            let held = value("RssAnon:").filter(|_| is_ours("Pid:") || is_ours("PPid:"))?;
            held.trim_end_matches(" kB").parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
        });
        held.sum()
    }

    /// The values of some metrics of the server.
    pub async fn metrics<const N: usize>(&self, names: [&str; N]) -> [f64; N] {
        let (status, text) = client::once(self.address, &client::get("/metrics")).await;
        assert_eq!(status, 200);
        names.map(|name| {
            let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok());
            value.unwrap_or_else(|| panic!("{name} is not among the metrics"))
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_file(&self.log);
    }
}
