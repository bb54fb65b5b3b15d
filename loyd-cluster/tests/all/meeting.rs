//! Which callers are accepted, and what the other processes report.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use loyd_cluster::{ClusterSettings, NotJoined, Refusal, join};

use crate::setting::{Start, each, join_all, starts, token};

/// The errors of all processes, in order.
fn errors(all: Vec<Start>) -> Vec<NotJoined> {
    join_all(all).into_iter().map(Result::unwrap_err).collect()
}

#[test]
fn wrong_settings_are_refused_at_once() {
    let hosts = vec!["127.0.0.1:1".to_string(), "node2:2101".to_string()];
    let error = join(ClusterSettings::new(hosts.clone(), 0)).unwrap_err();
    assert!(matches!(&error, NotJoined::NoToken { host } if host == "node2:2101"), "{error}");
    let error = join(ClusterSettings::new(hosts.clone(), 2)).unwrap_err();
    assert!(matches!(error, NotJoined::Own { own: 2, number: 2 }), "{error}");
    let mut settings = ClusterSettings::new(hosts[..1].to_vec(), 0);
    settings.agree = vec![("long".into(), "x".repeat(70_000))];
    assert!(matches!(join(settings), Err(NotJoined::Agree { .. })));
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let error =
        join(ClusterSettings::new(vec![taken.local_addr().unwrap().to_string(), "127.0.0.1:1".into()], 0)).unwrap_err();
    assert!(matches!(error, NotJoined::Listen { .. }), "{error}");
}

#[test]
fn one_without_a_token_joins_on_loopback() {
    let mut all = starts(2);
    all.iter_mut().for_each(|start| start.settings.token = None);
    for flow in join_all(all) {
        drop(flow.unwrap());
    }
}

#[test]
fn another_token_is_refused() {
    for other in [None, token("a token of the testz")] {
        let mut all = starts(2);
        all[1].settings.token = other;
        all[0].settings.patience = Duration::from_millis(500);
        let errors = errors(all);
        assert!(matches!(&errors[1], NotJoined::Refused { process: 0, refusal: Refusal::Token, .. }), "{}", errors[1]);
        // The listener treats the caller as a stranger: it keeps waiting, and reports at the end who called.
        let text = errors[0].to_string();
        assert!(matches!(&errors[0], NotJoined::Missing { .. }) && text.contains("its token differs"), "{text}");
        assert!(text.contains("process 1 (127.0.0.1:"), "{text}");
    }
}

#[test]
fn what_has_to_agree_is_compared() {
    let mut all = starts(2);
    all[1].settings.agree[0].1 = "pancake:6".into();
    let errors = errors(all);
    assert!(
        matches!(&errors[0], NotJoined::Caller { refusal: Refusal::Differs { item, theirs, ours }, .. }
            if item == "puzzle" && theirs == "pancake:6" && ours == "pancake:5"),
        "{}",
        errors[0]
    );
    let text = errors[1].to_string();
    assert!(text.starts_with("process 0 (127.0.0.1:"), "{text}");
    assert!(text.contains("expected puzzle \"pancake:6\", found \"pancake:5\""), "{text}");
}

#[test]
fn other_hosts_files_are_refused() {
    let mut all = starts(3);
    let third = all.pop().unwrap();
    all[1].settings.hosts.pop();
    let errors = errors(all);
    assert!(
        matches!(errors[0], NotJoined::Caller { refusal: Refusal::Processes { theirs: 2, ours: 3 }, .. }),
        "{}",
        errors[0]
    );
    assert!(
        matches!(errors[1], NotJoined::Refused { process: 0, refusal: Refusal::Processes { theirs: 3, ours: 2 }, .. }),
        "{}",
        errors[1]
    );
    drop(third);

    // The third file swaps the first two hosts: the third process calls process 1 where it should call process 0.
    let mut all = starts(3);
    all[2].settings.hosts.swap(0, 1);
    let errors = errors_of_some(all);
    assert!(
        errors.iter().any(|error| matches!(
            error,
            NotJoined::Caller { refusal: Refusal::Number { from: 2, .. }, .. }
                | NotJoined::Refused { refusal: Refusal::Number { .. }, .. }
        )),
        "{errors:?}"
    );
}

fn errors_of_some(mut all: Vec<Start>) -> Vec<NotJoined> {
    all.iter_mut().for_each(|start| start.settings.patience = Duration::from_secs(2));
    join_all(all).into_iter().filter_map(Result::err).collect()
}

#[test]
fn a_number_is_given_once() {
    let mut all = starts(3);
    let mut settings = all[1].settings.clone();
    settings.hosts[1] = "127.0.0.1:1".into();
    let second = Start { listener: TcpListener::bind("127.0.0.1:0").unwrap(), settings };
    let last = all.pop().unwrap();
    let all: Vec<_> = all.into_iter().map(|start| thread::spawn(|| start.join())).collect();
    thread::sleep(Duration::from_millis(500));
    let error = second.join().unwrap_err();
    assert!(matches!(error, NotJoined::Refused { process: 0, refusal: Refusal::Taken, .. }), "{error}");
    // The other processes go on.
    let last = last.join().unwrap();
    let first: Vec<_> = all.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect();
    each([first, vec![last]].concat(), |flow| flow.leave().unwrap());
}

#[test]
fn strangers_hold_up_nobody() {
    let mut all = starts(2);
    let address = all[0].listener.local_addr().unwrap();
    let late = all.pop().unwrap();
    let first = thread::spawn({
        let first = all.pop().unwrap();
        || first.join()
    });
    // Strangers that send nothing, half a hello, a request of another protocol, too many bytes, and another version.
    let mut strangers: Vec<TcpStream> = (0..70).map(|_| TcpStream::connect(address).unwrap()).collect();
    strangers[1].write_all(b"loydclus\x01\0").unwrap();
    strangers[2].write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    let _ = strangers[3].write_all(&[b'l'; 100_000]);
    strangers[4].write_all(b"loydclus\x09\0").unwrap();
    let mut version = [0; 10];
    strangers[4].read_exact(&mut version).unwrap();
    assert_eq!(&version, b"loydclus\x01\0");
    drop(strangers.split_off(40));
    // The strangers stay until all have joined. If they were served one after another, they would take longer than the
    // processes wait.
    let late = late.join().unwrap();
    let first = first.join().unwrap().unwrap();
    drop(strangers);
    each(vec![first, late], |flow| flow.leave().unwrap());
}

/// A process with the token gets in although 500 strangers call and send nothing, and although the settings allow a
/// handshake an hour.
#[test]
fn silent_strangers_keep_nobody_out() {
    let mut all = starts(2);
    for start in &mut all {
        (start.settings.handshake, start.settings.patience) = (Duration::from_secs(3600), Duration::from_secs(3600));
    }
    let address = all[0].listener.local_addr().unwrap();
    let late = all.pop().unwrap();
    let first = all.pop().unwrap();
    let first = thread::spawn(|| first.join());
    let strangers: Vec<TcpStream> = (0..500).map(|_| TcpStream::connect(address).unwrap()).collect();
    let late = late.join().unwrap();
    let first = first.join().unwrap().unwrap();
    drop(strangers);
    each(vec![first, late], |flow| flow.leave().unwrap());
}

/// A listener that sends back what it receives proves nothing.
#[test]
fn an_echo_is_refused() {
    let echo = TcpListener::bind("127.0.0.1:0").unwrap();
    let own = TcpListener::bind("127.0.0.1:0").unwrap();
    let hosts = vec![echo.local_addr().unwrap().to_string(), own.local_addr().unwrap().to_string()];
    thread::spawn(move || {
        for stream in echo.incoming() {
            let mut stream = stream.unwrap();
            let mut copy = stream.try_clone().unwrap();
            thread::spawn(move || std::io::copy(&mut stream, &mut copy));
        }
    });
    let mut settings = ClusterSettings::new(hosts, 1);
    settings.token = token("a token of the tests");
    let error = Start { listener: own, settings }.join().unwrap_err();
    assert!(matches!(error, NotJoined::Refused { process: 0, refusal: Refusal::Stranger, .. }), "{error}");
}

/// A process that was started again before all were there takes its own number.
#[test]
fn one_that_starts_again_is_let_in() {
    let mut all = starts(3);
    let address = all[1].listener.local_addr().unwrap();
    let again = Start { listener: all[1].listener.try_clone().unwrap(), settings: all[1].settings.clone() };
    all[1].settings.patience = Duration::from_millis(300);
    let last = all.pop().unwrap();
    let second = all.pop().unwrap();
    let first = all.pop().unwrap();
    let first = thread::spawn(|| first.join());
    let error = second.join().unwrap_err();
    assert!(error.to_string().contains("process 2 (127.0.0.1:"), "{error}");
    assert_eq!(again.listener.local_addr().unwrap(), address);
    let rest = join_all(vec![again, last]).into_iter().map(Result::unwrap);
    let all: Vec<_> = rest.chain([first.join().unwrap().unwrap()]).collect();
    each(all, |flow| flow.leave().unwrap());
}

#[test]
fn who_is_missing_is_named() {
    let mut all = starts(3);
    all.iter_mut().for_each(|start| start.settings.patience = Duration::from_millis(500));
    let hosts = all[0].settings.hosts.clone();
    drop(all.remove(1));
    for error in errors(all) {
        let text = error.to_string();
        assert!(matches!(error, NotJoined::Missing { .. }), "{text}");
        assert!(text.contains(&format!("process 1 ({})", hosts[1])), "{text}");
    }
}
