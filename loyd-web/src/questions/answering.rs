//! Answers questions on the thread that calls: a thread of the server, or of a worker.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use loyd::search::Stop;
use loyd::service::{Cancel, Ceiling, Control, Event, Fault, Origin, Question, Reply, Service};
use loyd_judges::Judge;
use serde::Serialize;

use crate::problem::Problem;
use crate::questions::reading::TextQuestion;
use crate::questions::rules::{OwnLimits, is_light};
use crate::settings::Settings;

/// A reply as JSON, or the output of a judge.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The text.
    pub body: Bytes,
    /// The number of nodes that were generated for it.
    pub nodes: u64,
}

/// A reply, or the problem instead of it.
pub type Answered = Result<Written, Problem>;

/// The result of trying to answer a question as a light one.
#[derive(Debug)]
pub enum Lightly {
    /// The question was answered.
    Answered(Answered),
    /// The question is not light.
    Heavy,
    /// The question is not light, because its puzzle is not open.
    Unopened,
}

/// The work of a place.
#[derive(Clone)]
pub enum PlacedTask {
    /// A question.
    Question(Arc<TextQuestion>),
    /// A judge and its input.
    Judge(&'static Judge, Bytes),
}

/// A listener to the events of a question, as JSON.
pub type EventListener<'h> = &'h mut dyn FnMut(String) -> ControlFlow<()>;

/// Answers questions by a service.
#[derive(Clone, Debug)]
pub struct Answerer {
    /// The service.
    pub service: Service,
    time: Duration,
    memory: u64,
    threads: Option<u16>,
    lasting: bool,
}

impl Answerer {
    /// Creates an answerer under the settings of the operator. A question may hold at most `memory` bytes.
    pub fn new(service: Service, settings: &Settings, memory: u64) -> Answerer {
        let Settings { time, cores, keep_tables: lasting, .. } = *settings;
        Answerer { service, time, memory, threads: u16::try_from(cores).ok(), lasting }
    }

    /// Answers a question, or the input of a judge. The question may wait for memory as long as `patience`.
    pub fn work(
        &self,
        task: &PlacedTask,
        cancel: Cancel,
        patience: Duration,
        hear: Option<EventListener<'_>>,
    ) -> Answered {
        match task {
            PlacedTask::Question(asked) => self.answer(&asked.question, cancel, patience, hear),
            PlacedTask::Judge(judge, input) => {
                let (control, mut output) = (self.control(cancel, patience), Vec::new());
                match judge.answer(input[..].into(), &mut output, &control, None) {
                    Ok(()) => Ok(Written { body: output.into(), nodes: 0 }),
                    Err(why) => Err(Fault::from(why).into()),
                }
            }
        }
    }

    fn answer(
        &self,
        question: &Question,
        cancel: Cancel,
        patience: Duration,
        hear: Option<EventListener<'_>>,
    ) -> Answered {
        let (own, control) = (OwnLimits::from(question), self.control(cancel, patience));
        let Some(hear) = hear else { return written(self.service.ask(question, &control), own) };
        let mut listen = |event: Event| match event {
            // The paths of the tables of this machine are not shown to clients.
            Event::Table(_) => ControlFlow::Continue(()),
            event => hear(json(&event)),
        };
        written(self.service.ask(question, &control.hear(&mut listen)), own)
    }

    /// Answers a question if it is light. A question that a limit stops, or that finds no free memory, is not light.
    pub fn lightly(&self, question: &Question, cancel: Cancel) -> Lightly {
        if !is_light(&self.service, question) {
            let is_open = self.service.estimate_opened(question).is_some();
            return if is_open { Lightly::Heavy } else { Lightly::Unopened };
        }
        let answered = self.service.ask(question, &self.control(cancel, Duration::ZERO));
        let stopped = match &answered {
            Ok(reply) => reply.stopped(),
            Err(Fault { origin: Origin::Memory, .. }) => Some(Stop::Bytes),
            Err(Fault { origin: Origin::Limit(why), .. }) => Some(*why),
            Err(_) => None,
        };
        match stopped {
            Some(Stop::Time | Stop::Bytes | Stop::Cancelled) => Lightly::Heavy,
            _ => Lightly::Answered(written(answered, question.into())),
        }
    }

    /// Opens the puzzle of a question, and returns whether it is open now.
    pub fn open(&self, question: &Question, cancel: Cancel, patience: Duration) -> bool {
        self.service.open(question, &self.control(cancel, patience)).is_ok()
    }

    fn control<'s>(&self, cancel: Cancel, patience: Duration) -> Control<'s> {
        let mut ceiling = Ceiling::default();
        (ceiling.time, ceiling.memory, ceiling.threads) = (Some(self.time), Some(self.memory), self.threads);
        let mut control = Control::new(cancel);
        (control.ceiling, control.patience, control.lasting) = (ceiling, patience, self.lasting);
        control
    }
}

/// Writes an answer as JSON. The answer can be long, so the thread that found it writes it.
fn written(answered: Result<Reply, Fault>, own: OwnLimits) -> Answered {
    let text = |reply: Reply| {
        let body = serde_json::to_vec(&reply).map_err(Fault::internal)?.into();
        Ok(Written { body, nodes: nodes(&reply) })
    };
    answered.and_then(text).map_err(|fault| match own.are_behind(&fault) {
        true => Problem::from(fault).asked_for(),
        false => fault.into(),
    })
}

/// Writes an event or a problem as JSON.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".into())
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
