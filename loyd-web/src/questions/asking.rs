//! From a question to its reply: where the question runs, and when it ends.
//!
//! Questions are answered and puzzles are opened on other threads than connections. So the server accepts the next
//! connection whatever a question takes. A question takes a place of one of three lanes.
//!
//! | lane | questions | places |
//! |---|---|---|
//! | light | without a search or with one in a small space, for a puzzle that is open already | one for each core |
//! | opening | without a search, for a puzzle that must be opened first | [`Settings::concurrency`] |
//! | search | all other questions | [`Settings::concurrency`] |

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use loyd::service::Want;
use loyd::service::{Cancel, Ceiling, Control, Event, Fault, Kind, Question, Reply, Service};
use loyd_judges::{Judge, Unjudged};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, mpsc};

use crate::metrics::{Metrics, Now};
use crate::problem::Problem;
use crate::questions::admission::{Admission, SearchPlace};
use crate::questions::cancelling::{Begun, Underway};
use crate::questions::rules::{MOST_LISTED, OwnLimits, admissible, is_light, may_be_light, searches};
use crate::settings::Settings;

/// One question may use all of the memory except one part in this many, so that light questions find some memory.
const LIGHT: u64 = 8;
/// The longest time that a question waits for a place.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// The extra time after the limit of a question, until the question is cancelled from outside.
const MARGIN: Duration = Duration::from_millis(500);
/// The events that are queued for a client that reads slowly. A search with more events waits.
const WAITING: usize = 64;

/// Passes questions of clients to the service.
#[derive(Clone, Debug)]
pub struct Asker {
    service: Service,
    settings: Arc<Settings>,
    /// The places of the light lane. Light questions are short, so the number of questions that wait is not bounded.
    light: Arc<Semaphore>,
    /// The places of the opening lane, and the questions that wait for one.
    pub openings: Admission,
    /// The places of the search lane, and the questions that wait for one.
    pub admission: Admission,
    /// The questions that are being answered.
    pub underway: Underway,
    /// The counters and histograms.
    pub metrics: Arc<Metrics>,
}

/// A message about a question that is answered as a stream of events.
#[derive(Debug)]
pub enum Told {
    /// An event before the end.
    Event(Box<Event>),
    /// The reply at the end, as JSON.
    Reply(String),
    /// The problem at the end, instead of a reply.
    Problem(Box<Problem>),
}

/// Why a judge has no output for an input.
#[derive(Debug)]
pub enum Unjudgeable {
    /// The interface refused the input.
    Problem(Problem),
    /// The judge stopped at an error.
    Judge(Unjudged),
}

impl Asker {
    /// Creates an asker for `service`.
    pub fn new(service: Service, settings: Arc<Settings>) -> Asker {
        let lane = || Admission::new(settings.concurrency, settings.queue);
        let (openings, admission) = (lane(), lane());
        let light = Arc::new(Semaphore::new(settings.cores.max(1)));
        let (underway, metrics) = (Underway::default(), Arc::default());
        Asker { service, settings, light, openings, admission, underway, metrics }
    }

    /// The settings of the operator.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The counters and the current values, as text for Prometheus.
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

    /// Returns the reply to a question, as JSON.
    ///
    /// # Errors
    /// A problem, if the question is not valid or too many questions wait.
    pub async fn ask(&self, mut question: Question) -> Result<String, Problem> {
        admissible(&mut question)?;
        if let Question::Solve(solve) = &question
            && matches!(solve.options.want, Want::All { most } if most.is_none_or(|most| most > MOST_LISTED))
        {
            let message = "`want`: listing all solutions needs events; accept text/event-stream, or limit the number, \
                           as in \
                           {\"all\": 10000}";
            return Err(Fault::usage("want", message).into());
        }
        let patience = self.patience(&question);
        self.answer(question, Some(patience)).await
    }

    /// Returns the reply like [`ask`](Self::ask), but waits without a limit, because a batch holds itself back.
    ///
    /// # Errors
    /// A problem, if the question is not valid.
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

    /// The lane for a question that is not light.
    fn lane(&self, question: &Question) -> &Admission {
        if may_be_light(question) && !searches(question) { &self.openings } else { &self.admission }
    }

    /// Answers a question if it is light. If other questions hold the memory, the question must take another lane.
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

    /// Runs a short task on a thread of the light lane.
    async fn lightly<T: Send + 'static>(&self, does: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let place = self.light.clone().acquire_owned().await.map_err(|_| stopping())?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            does()
        });
        done.await.map_err(|error| Fault::internal(error).into())
    }

    async fn work(&self, question: Question, begun: &Begun, place: SearchPlace) -> Result<String, Problem> {
        let (asker, cancel, own) = (self.clone(), begun.cancel(), OwnLimits::from(&question));
        let mut worked = tokio::task::spawn_blocking(move || {
            let _place = place;
            asker.written(asker.service.ask(&question, &asker.control(cancel, asker.patience(&question))))
        });
        let answered = match tokio::time::timeout(self.settings.time + MARGIN, &mut worked).await {
            Ok(answered) => answered,
            // Some questions apply the limit to each part. They are stopped as a whole, and reply what they have found.
            Err(_) => {
                begun.cancel().cancel();
                worked.await
            }
        };
        explained(answered.unwrap_or_else(|error| Err(Fault::internal(error))), own)
    }

    /// Answers a question as a stream of events. Dropping the returned guard stops the question.
    ///
    /// # Errors
    /// A problem, if the question is not valid or too many questions wait.
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
                // The paths of the tables of this machine are not shown to clients.
                Event::Table(_) => ControlFlow::Continue(()),
                // A client that stops reading keeps its place busy, so the question is stopped when the patience ends.
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
            // The client may have gone.
            let _ = runtime.block_on(send.send_timeout(end, patience));
        });
        tokio::spawn(async move {
            if tokio::time::timeout(most, work).await.is_err() {
                deadline.cancel();
            }
        });
        Ok((begun, receive))
    }

    /// Whether a question is light. It gets no place, because its events may wait for a slow client.
    async fn is_light(&self, question: &Question) -> Result<bool, Problem> {
        if !may_be_light(question) {
            return Ok(false);
        }
        let (service, question) = (self.service.clone(), question.clone());
        self.lightly(move || is_light(&service, &question)).await
    }

    /// Returns the output of a judge.
    ///
    /// # Errors
    /// A problem, if the input is not valid, a limit is reached, or too many questions wait.
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

    /// The time that a question may wait for a place. It is less than the limit, so no reply takes twice its limit.
    fn patience(&self, question: &Question) -> Duration {
        let time = question.limits().time.map_or(self.settings.time, |time| time.min(self.settings.time));
        (time * 3 / 4).min(LONGEST_WAIT)
    }

    /// Writes an answer as JSON. The answer can be long, so the thread that found it writes it.
    fn written(&self, answered: Result<Reply, Fault>) -> Result<String, Fault> {
        let reply = answered?;
        self.metrics.nodes.inc_by(nodes(&reply));
        serde_json::to_string(&reply).map_err(Fault::internal)
    }
}

/// The result of trying to answer a question in the light lane.
enum Light {
    /// The question was answered.
    Answered(Result<String, Fault>),
    /// The question is not light, and takes a place of another lane.
    No(Box<Question>),
}

/// Turns a fault into the problem for the client.
fn explained(answered: Result<String, Fault>, own: OwnLimits) -> Result<String, Problem> {
    answered.map_err(|fault| match own.are_behind(&fault) {
        true => Problem::from(fault).asked_for(),
        false => fault.into(),
    })
}

fn stopping() -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "the server is stopping")
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
