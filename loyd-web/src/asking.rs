//! From a question to its reply: where it runs, and when it ends.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use bytes::Bytes;
use loyd::planner::Want;
use loyd::service::{Cancel, Ceiling, Control, Event, Fault, Kind, Question, Reply, Service};
use loyd_judges::{Judge, Unjudged};
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use crate::admission::{Admission, Place};
use crate::cancelling::{Begun, Underway};
use crate::metrics::{Metrics, Now};
use crate::problem::Problem;
use crate::rules::{MOST_LISTED, OwnLimits, admissible, is_light};
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
        (control.ceiling, control.patience, control.lasting) = (ceiling, patience, self.settings.keep_tables);
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

fn nodes(reply: &Reply) -> u64 {
    match reply {
        Reply::Answer(answer) => answer.stats.generated,
        Reply::Comparison(rows) => {
            rows.iter().filter_map(|row| row.tried.as_ref().ok()).map(|tried| tried.stats.generated).sum()
        }
        _ => 0,
    }
}
