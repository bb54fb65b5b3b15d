//! From a question to its reply: what it may ask for here, where it runs, and when it ends.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use loyd::planner::Want;
use loyd::search::Stop;
use loyd::service::{Ask, Cancel, Ceiling, Control, Event, Fault, Kind, Origin, Question, Reply, Service};
use loyd_judges::{Judge, Unjudged};
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use crate::admission::{Admission, Place};
use crate::cancelling::{Begun, Underway};
use crate::metrics::{Metrics, Now};
use crate::problem::Problem;
use crate::settings::Settings;

/// What may be asked.
pub const ASKS: &[Ask] = &[
    Ask::Solve,
    Ask::Compare,
    Ask::Check,
    Ask::Distance,
    Ask::Next,
    Ask::Moves,
    Ask::Draw,
    Ask::Random,
    Ask::Rank,
    Ask::Unrank,
    Ask::Map,
    Ask::Catalogue,
];

/// The most positions that are drawn, and solutions that are listed, in one reply.
const MOST_LISTED: u64 = 10_000;
/// The most bytes of moves whose pictures are drawn in one reply.
const LONGEST_DRAWN: usize = 4096;
/// The most bytes of texts that are read on the spot.
const SHORT: usize = 4096;
/// The part of the memory that searches leave to questions that are answered at once.
const LIGHT: u64 = 8;
/// No question waits longer for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// What a question may take beyond its time, until it is stopped whatever it does.
const MARGIN: Duration = Duration::from_millis(500);
/// Events that wait for a client that reads slowly; a search that has more for it waits.
const WAITING: usize = 64;

/// Asks the service for clients.
#[derive(Clone, Debug)]
pub struct Asker {
    service: Service,
    settings: Arc<Settings>,
    /// Who searches, and who waits for that.
    pub admission: Admission,
    /// The questions under way.
    pub underway: Underway,
    /// What is counted.
    pub metrics: Arc<Metrics>,
}

/// What comes of a question whose events are heard.
#[derive(Debug)]
pub enum Told {
    /// On the way.
    Event(Box<Event>),
    /// At the end.
    Reply(Box<Reply>),
    /// At the end, too.
    Problem(Box<Problem>),
}

/// Why an input of a judge has no output.
#[derive(Debug)]
pub enum Unjudgeable {
    /// By this interface.
    Problem(Problem),
    /// By the judge.
    Judge(Unjudged),
}

impl Asker {
    /// An asker of that service.
    pub fn new(service: Service, settings: Arc<Settings>) -> Asker {
        let admission = Admission::new(settings.concurrency, settings.queue);
        Asker { service, settings, admission, underway: Underway::default(), metrics: Arc::default() }
    }

    /// What the operator has set.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What is counted, and what is so now.
    pub fn counts(&self) -> String {
        let (admission, ledger) = (&self.admission, self.service.ledger());
        self.metrics.text(Now {
            running: admission.running(),
            queued: admission.waiting(),
            refused: admission.refused(),
            reserved: ledger.reserved(),
            tables: ledger.tables(),
            budget: ledger.budget().unwrap_or(0),
        })
    }

    /// The reply to a question.
    ///
    /// # Errors
    /// What is wrong with it, or that too many ask.
    pub async fn ask(&self, mut question: Question) -> Result<Reply, Problem> {
        admissible(&mut question)?;
        if matches!(question.want, Want::All { most } if most.is_none_or(|most| most > MOST_LISTED)) {
            let message = "`want`: all solutions come as events: accept text/event-stream, or ask for some of them, as \
                           {\"all\": 10000}";
            return Err(Fault::usage("want", message).into());
        }
        let (begun, own) = (self.underway.begin(), OwnLimits::from(&question));
        if let Some(answered) = self.at_once(&question, &begun) {
            return self.counted(answered, own);
        }
        let place = self.admission.admit(self.patience(&question)).await?;
        self.search(question, &begun, place).await
    }

    /// The same, however long it waits for a place: of a batch, which is held back itself.
    ///
    /// # Errors
    /// What is wrong with it.
    pub async fn ask_in_turn(&self, mut question: Question) -> Result<Reply, Problem> {
        admissible(&mut question)?;
        let (begun, own) = (self.underway.begin(), OwnLimits::from(&question));
        if let Some(answered) = self.at_once(&question, &begun) {
            return self.counted(answered, own);
        }
        let Some(place) = self.admission.wait().await else {
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "the server stops"));
        };
        self.search(question, &begun, place).await
    }

    /// What is answered here and now, if it is of that kind. Where others hold the memory, it waits for them like the
    /// rest.
    fn at_once(&self, question: &Question, begun: &Begun) -> Option<Result<Reply, Fault>> {
        let answer = || self.service.ask(question, &self.control(begun.cancel(), Duration::ZERO));
        let answered = is_light(&self.service, question).then(answer)?;
        let is_short = matches!(&answered, Err(fault) if fault.kind == Kind::Memory);
        (!is_short).then_some(answered)
    }

    async fn search(&self, question: Question, begun: &Begun, place: Place) -> Result<Reply, Problem> {
        let (asker, cancel, own) = (self.clone(), begun.cancel(), OwnLimits::from(&question));
        let mut searched = tokio::task::spawn_blocking(move || {
            let _place = place;
            asker.service.ask(&question, &asker.control(cancel, asker.patience(&question)))
        });
        let answered = match tokio::time::timeout(self.settings.time + MARGIN, &mut searched).await {
            Ok(answered) => answered,
            // What counts its time for each of its parts is stopped as a whole; what it has found is the reply.
            Err(_) => {
                begun.cancel().cancel();
                searched.await
            }
        };
        self.counted(answered.unwrap_or_else(|error| Err(Fault::internal(error))), own)
    }

    /// A question whose events are heard. The guard stops it when it is dropped.
    ///
    /// # Errors
    /// What is wrong with it, or that too many ask.
    pub async fn hear(&self, mut question: Question) -> Result<(Begun, mpsc::Receiver<Told>), Problem> {
        admissible(&mut question)?;
        let begun = self.underway.begin();
        let place = match is_light(&self.service, &question) {
            true => None,
            false => Some(self.admission.admit(self.patience(&question)).await?),
        };
        let (send, receive) = mpsc::channel(WAITING);
        let (asker, cancel) = (self.clone(), begun.cancel());
        let deadline = cancel.clone();
        let (most, patience) = (self.settings.time + MARGIN, self.settings.body);
        let runtime = Handle::current();
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            let told = send.clone();
            let mut hear = |event: Event| match event {
                // Where this machine keeps its tables is nobody's business.
                Event::Table(_) => ControlFlow::Continue(()),
                // Who does not read holds a place that others wait for: not for long.
                event => match runtime.block_on(told.send_timeout(Told::Event(Box::new(event)), patience)) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                },
            };
            let control = asker.control(cancel, asker.patience(&question));
            let end = match asker.counted(asker.service.ask(&question, &control.hear(&mut hear)), (&question).into()) {
                Ok(reply) => Told::Reply(Box::new(reply)),
                Err(problem) => Told::Problem(Box::new(problem)),
            };
            // Nobody may be there any more.
            let _ = runtime.block_on(send.send_timeout(end, patience));
        });
        tokio::spawn(async move {
            if tokio::time::timeout(most, work).await.is_err() {
                deadline.cancel();
            }
        });
        Ok((begun, receive))
    }

    /// The output of a judge.
    ///
    /// # Errors
    /// What is wrong with the input, a limit, or that too many ask.
    pub async fn judge(&self, judge: &'static Judge, input: Bytes) -> Result<Vec<u8>, Unjudgeable> {
        let begun = self.underway.begin();
        let place = self.admission.admit(self.settings.time.min(LONGEST_WAIT)).await.map_err(Unjudgeable::Problem)?;
        let (asker, cancel) = (self.clone(), begun.cancel());
        let judged = tokio::task::spawn_blocking(move || {
            let _place = place;
            let mut output = Vec::new();
            let control = asker.control(cancel, Duration::ZERO);
            judge.answer(input[..].into(), &mut output, &control, None).map(|()| output)
        });
        let internal = |error| Unjudgeable::Problem(Fault::internal(error).into());
        judged.await.map_err(internal)?.map_err(Unjudgeable::Judge)
    }

    fn control<'s>(&self, cancel: Cancel, patience: Duration) -> Control<'s> {
        let mut ceiling = Ceiling::default();
        ceiling.time = Some(self.settings.time);
        ceiling.memory = Some(self.settings.memory - self.settings.memory / LIGHT);
        ceiling.threads = u16::try_from(self.settings.cores).ok();
        let mut control = Control::new(cancel);
        (control.ceiling, control.patience, control.lasting) = (ceiling, patience, true);
        control
    }

    /// How long a question may wait for its turn: less than it may then take, so that no reply takes twice its limit.
    fn patience(&self, question: &Question) -> Duration {
        let time = question.limit_seconds.map_or(self.settings.time, |time| time.min(self.settings.time));
        (time * 3 / 4).min(LONGEST_WAIT)
    }

    fn counted(&self, answered: Result<Reply, Fault>, own: OwnLimits) -> Result<Reply, Problem> {
        if let Ok(reply) = &answered {
            self.metrics.nodes.inc_by(nodes(reply));
        }
        answered.map_err(|fault| match own.are_behind(&fault) {
            true => Problem::from(fault).asked_for(),
            false => fault.into(),
        })
    }
}

/// The limits that a question sets itself: what they prevent lies with the question, and is not worth trying again.
#[derive(Clone, Copy, Debug)]
struct OwnLimits {
    memory: bool,
    other: bool,
}

impl From<&Question> for OwnLimits {
    fn from(question: &Question) -> OwnLimits {
        let Question { limit_seconds, limit_memory, limit_nodes, limit_moves, .. } = question;
        let other = limit_seconds.is_some() || limit_nodes.is_some() || limit_moves.is_some();
        OwnLimits { memory: limit_memory.is_some(), other }
    }
}

impl OwnLimits {
    fn are_behind(self, fault: &Fault) -> bool {
        match fault.origin {
            Origin::Memory | Origin::Limit(Stop::Bytes) => self.memory,
            Origin::Limit(Stop::Cancelled) => false,
            Origin::Limit(_) => self.other,
            _ => false,
        }
    }
}

/// Refuses what may not be asked here.
fn admissible(question: &mut Question) -> Result<(), Problem> {
    let refuse = |field, message: String| Err(Fault::usage(field, message).into());
    if !ASKS.contains(&question.ask) {
        return refuse("ask", format!("`ask`: `{}` is not answered here", question.ask.name()));
    }
    if question.count.is_some_and(|count| count > MOST_LISTED) {
        return refuse("count", format!("`count`: at most {MOST_LISTED} positions are drawn at a time"));
    }
    if question.antipodes.is_some_and(|most| most > MOST_LISTED) {
        return refuse("antipodes", format!("`antipodes`: at most {MOST_LISTED} positions are named"));
    }
    let moves = question.moves.as_ref().map_or(0, String::len);
    if question.ask == Ask::Draw && moves > LONGEST_DRAWN {
        return refuse("moves", format!("`moves`: at most {LONGEST_DRAWN} bytes of moves are drawn at a time"));
    }
    if question.ask == Ask::Map {
        if question.checkpoint_seconds.is_some() {
            return refuse("checkpoint_seconds", "`checkpoint_seconds`: maps are not kept here".into());
        }
        // A map that is stopped leaves nothing behind.
        question.no_cache = true;
    }
    Ok(())
}

/// Whether a question is answered in about the time that it takes to hand it to another thread: without a search, or
/// by one in a small space with nothing asked that would make it larger.
fn is_light(service: &Service, question: &Question) -> bool {
    let Question { board, goal, state, scramble, moves, .. } = question;
    let bytes: usize = [board, goal, state, scramble, moves].into_iter().flatten().map(String::len).sum();
    if bytes > SHORT {
        return false;
    }
    match question.ask {
        Ask::Moves | Ask::Draw | Ask::Rank | Ask::Unrank => true,
        Ask::Catalogue => !question.puzzle.is_empty(),
        Ask::Random => question.depth.is_none() && question.count.is_none_or(|count| count <= 100),
        Ask::Solve | Ask::Distance | Ask::Next => {
            let plain = question.algorithm.is_none() && question.heuristic.is_none() && question.want == Want::One;
            plain && question.within.is_none() && service.estimate(question).is_ok_and(|estimate| estimate.is_cheap)
        }
        _ => false,
    }
}

fn nodes(reply: &Reply) -> u64 {
    match reply {
        Reply::Answer(answer) => answer.stats.generated,
        Reply::Comparison(rows) => {
            rows.iter().filter_map(|row| row.tried.as_ref().ok()).map(|tried| tried.stats.generated).sum()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_small_is_light() {
        let service = Service::default();
        let light = |question: &Question| is_light(&service, question);
        assert!(light(&Question::solve("8", "8 6 7 2 5 4 3 x 1")));
        assert!(!light(&Question::check("8", "8 6 7 2 5 4 3 x 1", "u")));
        let mut long = Question::moves("8", "8 6 7 2 5 4 3 x 1");
        long.moves = Some("u".repeat(SHORT));
        assert!(!light(&long));
        assert!(light(&Question::moves("15", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x")));
        assert!(!light(&Question::solve("15", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15")));
        assert!(!light(&Question::compare("8", "8 6 7 2 5 4 3 x 1")));
        assert!(!light(&Question::map("8")));
        let mut named = Question::solve("8", "8 6 7 2 5 4 3 x 1");
        named.heuristic = Some("additive".into());
        assert!(!light(&named));
    }

    #[test]
    fn what_would_hurt_is_refused() {
        let refused = |question: &Question| admissible(&mut question.clone()).is_err();
        assert!(!refused(&Question::solve("8", "")));
        assert!(refused(&Question::bench("korf100")));
        assert!(refused(&Question::draw("8", "8 6 7 2 5 4 3 x 1", "u".repeat(LONGEST_DRAWN + 1))));
        let mut random = Question::random("8");
        random.count = Some(MOST_LISTED);
        assert!(!refused(&random));
        random.count = Some(MOST_LISTED + 1);
        assert!(refused(&random));
    }
}
