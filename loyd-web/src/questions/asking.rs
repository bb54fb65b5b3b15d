//! From a question to its reply: where it runs, and when it ends.
//!
//! No question is answered, and no puzzle opened, on the threads that serve connections: whatever a question takes, the
//! next connection is heard. A question takes a place of one of three lanes.
//!
//! | lane | questions | places |
//! |---|---|---|
//! | light | those without a search, or with one in a small space, of a puzzle that is opened already | one a core |
//! | opening | those without a search, of a puzzle that has to be opened first | [`Settings::concurrency`] |
//! | search | all others | [`Settings::concurrency`] |

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use loyd::planner::Want;
use loyd::service::{Cancel, Ceiling, Control, Event, Fault, Kind, Question, Reply, Service};
use loyd_judges::{Judge, Unjudged};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc};

use crate::metrics::{Metrics, Now};
use crate::problem::Problem;
use crate::questions::admission::{Admission, Place};
use crate::questions::cancelling::{Begun, Underway};
use crate::questions::rules::{MOST_LISTED, OwnLimits, admissible, is_light, may_be_light, searches};
use crate::settings::Settings;

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
    /// The places of the light lane. Each is free again in a moment, so all wait for one.
    light: Arc<Semaphore>,
    /// The places of the opening lane, and who waits for one.
    pub openings: Admission,
    /// The places of the search lane, and who waits for one.
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
    /// At the end, as JSON.
    Reply(String),
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
        let lane = || Admission::new(settings.concurrency, settings.queue);
        let (openings, admission) = (lane(), lane());
        let light = Arc::new(Semaphore::new(settings.cores.max(1)));
        let (underway, metrics) = (Underway::default(), Arc::default());
        Asker { service, settings, light, openings, admission, underway, metrics }
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
            opening: self.openings.running(),
            openings_queued: self.openings.waiting(),
            refused: admission.refused() + self.openings.refused(),
            reserved: ledger.reserved(),
            tables: ledger.tables(),
            budget: ledger.budget().unwrap_or(0),
        })
    }

    /// The reply to a question, as JSON.
    ///
    /// # Errors
    /// What is wrong with it, or that too many ask.
    pub async fn ask(&self, mut question: Question) -> Result<String, Problem> {
        admissible(&mut question)?;
        if matches!(question.want, Want::All { most } if most.is_none_or(|most| most > MOST_LISTED)) {
            let message = "`want`: all solutions come as events: accept text/event-stream, or ask for some of them, as \
                           {\"all\": 10000}";
            return Err(Fault::usage("want", message).into());
        }
        let patience = self.patience(&question);
        self.answer(question, Some(patience)).await
    }

    /// The same, however long it waits for a place: of a batch, which is held back itself.
    ///
    /// # Errors
    /// What is wrong with it.
    pub async fn ask_in_turn(&self, mut question: Question) -> Result<String, Problem> {
        admissible(&mut question)?;
        self.answer(question, None).await
    }

    async fn answer(&self, question: Question, patience: Option<Duration>) -> Result<String, Problem> {
        let (begun, own) = (self.underway.begin(), OwnLimits::from(&question));
        let question = match self.at_once(question, &begun).await? {
            Light::Answered(answered) => return explained(answered, own),
            Light::No(question) => *question,
        };
        let lane = self.lane(&question);
        let place = match patience {
            Some(patience) => lane.admit(patience).await?,
            None => lane.wait().await.ok_or_else(stopping)?,
        };
        self.work(question, &begun, place).await
    }

    /// The lane of a question that is not light.
    fn lane(&self, question: &Question) -> &Admission {
        if may_be_light(question) && !searches(question) { &self.openings } else { &self.admission }
    }

    /// Answers a question if it is light. Where other questions hold the memory, it waits for them like the rest.
    async fn at_once(&self, question: Question, begun: &Begun) -> Result<Light, Problem> {
        if !may_be_light(&question) {
            return Ok(Light::No(Box::new(question)));
        }
        let (asker, cancel) = (self.clone(), begun.cancel());
        self.lightly(move || {
            if !is_light(&asker.service, &question) {
                return Light::No(Box::new(question));
            }
            match asker.service.ask(&question, &asker.control(cancel, Duration::ZERO)) {
                Err(fault) if fault.kind == Kind::Memory => Light::No(Box::new(question)),
                answered => Light::Answered(asker.written(answered)),
            }
        })
        .await
    }

    /// Does on a thread of the light lane what is done in a moment.
    async fn lightly<T: Send + 'static>(&self, does: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let place = self.light.clone().acquire_owned().await.map_err(|_| stopping())?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            does()
        });
        done.await.map_err(|error| Fault::internal(error).into())
    }

    async fn work(&self, question: Question, begun: &Begun, place: Place) -> Result<String, Problem> {
        let (asker, cancel, own) = (self.clone(), begun.cancel(), OwnLimits::from(&question));
        let mut worked = tokio::task::spawn_blocking(move || {
            let _place = place;
            asker.written(asker.service.ask(&question, &asker.control(cancel, asker.patience(&question))))
        });
        let answered = match tokio::time::timeout(self.settings.time + MARGIN, &mut worked).await {
            Ok(answered) => answered,
            // What counts its time for each of its parts is stopped as a whole; what it has found is the reply.
            Err(_) => {
                begun.cancel().cancel();
                worked.await
            }
        };
        explained(answered.unwrap_or_else(|error| Err(Fault::internal(error))), own)
    }

    /// A question whose events are heard. The guard stops it when it is dropped.
    ///
    /// # Errors
    /// What is wrong with it, or that too many ask.
    pub async fn hear(&self, mut question: Question) -> Result<(Begun, mpsc::Receiver<Told>), Problem> {
        admissible(&mut question)?;
        let begun = self.underway.begin();
        let place = match self.is_light(&question).await? {
            true => None,
            false => Some(self.lane(&question).admit(self.patience(&question)).await?),
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
            let answered = asker.written(asker.service.ask(&question, &control.hear(&mut hear)));
            let end = match explained(answered, (&question).into()) {
                Ok(reply) => Told::Reply(reply),
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

    /// Whether a question is light. Its events may wait for a client that reads slowly, so it keeps no place.
    async fn is_light(&self, question: &Question) -> Result<bool, Problem> {
        if !may_be_light(question) {
            return Ok(false);
        }
        let (service, question) = (self.service.clone(), question.clone());
        self.lightly(move || is_light(&service, &question)).await
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
        (control.ceiling, control.patience, control.lasting) = (ceiling, patience, self.settings.keep_tables);
        control
    }

    /// How long a question may wait for its turn: less than it may then take, so that no reply takes twice its limit.
    fn patience(&self, question: &Question) -> Duration {
        let time = question.limit_seconds.map_or(self.settings.time, |time| time.min(self.settings.time));
        (time * 3 / 4).min(LONGEST_WAIT)
    }

    /// An answer as JSON, which can be long, and is therefore written by the thread that has found it.
    fn written(&self, answered: Result<Reply, Fault>) -> Result<String, Fault> {
        let reply = answered?;
        self.metrics.nodes.inc_by(nodes(&reply));
        serde_json::to_string(&reply).map_err(Fault::internal)
    }
}

/// The reply to a question in the light lane.
enum Light {
    /// Its answer.
    Answered(Result<String, Fault>),
    /// It is not light, and takes a place of another lane.
    No(Box<Question>),
}

/// The problem that a fault is to a client.
fn explained(answered: Result<String, Fault>, own: OwnLimits) -> Result<String, Problem> {
    answered.map_err(|fault| match own.are_behind(&fault) {
        true => Problem::from(fault).asked_for(),
        false => fault.into(),
    })
}

fn stopping() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "the server stops")
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
