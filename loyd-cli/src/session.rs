//! The session of a command: its service, the Ctrl-C handler, the progress line, and the messages on standard error.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use loyd::own::OwnFamily;
use loyd::planner::Engine;
use loyd::service::Listener;
use loyd::service::{Asked, Builder, Control, Event, Service, TableFolder, WorkPart};
use loyd_core::limits::Progress;
use loyd_core::opening::RegularFiles;
use loyd_core::table::cache;
use loyd_core::table::map::Partnership;

use crate::arguments::CacheArguments;
use crate::exit::Failure;
use crate::machine::interrupt::Interrupt;
use crate::machine::net;
use crate::output::tell;
use crate::output::text;
use crate::progress;

/// A callback for the events that a command waits for.
pub type Hear<'h> = &'h mut dyn FnMut(Event) -> Result<(), Failure>;

/// A function that returns the text of the progress line.
pub type Say = fn(&Progress, Option<&WorkPart>) -> String;

/// The puzzle families that this program adds to the catalogue.
static FAMILIES: OnceLock<Vec<OwnFamily>> = OnceLock::new();

/// Sets the added families for every session of this process. Only the first call counts.
pub fn use_families(families: Vec<OwnFamily>) {
    let _ = FAMILIES.set(families);
}

/// Returns the builder of a service that also answers for the added families.
pub fn builder() -> Builder {
    FAMILIES.get().into_iter().flatten().cloned().fold(Service::builder(), Builder::family)
}

/// The service of a command and everything that listens while the service answers.
pub struct Session {
    pub service: Service,
    pub interrupt: Interrupt,
    pub line: Option<progress::ProgressLine>,
    /// The partnership with the other processes that work on the same question.
    pub together: Option<Arc<Partnership>>,
    notice: progress::TableNotice,
    verbose: bool,
}

impl Session {
    /// Returns a session that keeps its tables in the platform's folder, unless a question names another folder.
    ///
    /// # Errors
    /// When the system refuses the handler for Ctrl-C.
    pub fn new(verbose: bool, build: impl FnOnce(Builder) -> Builder) -> Result<Session, Failure> {
        let service = build(builder().cache(cache::Cache::platform()).files(RegularFiles).paths()).build();
        Ok(Session {
            service,
            interrupt: Interrupt::listen()?,
            line: progress::ProgressLine::new(),
            together: None,
            notice: progress::TableNotice::default(),
            verbose,
        })
    }

    /// Returns the control of a question: its cancel flag, its listener, and the other processes.
    pub fn control<'s>(&self) -> Control<'s> {
        let mut control = Control::new(self.interrupt.flag().into());
        control.news = Some(self.listener());
        control.together = self.together.clone();
        control
    }

    /// Returns the listener for table events: it prints warnings and waiting always, and all other events with `-v`.
    fn listener(&self) -> Listener {
        let (verbose, line, notice) = (self.verbose, self.line.clone(), self.notice.clone());
        Listener(Arc::new(move |event| {
            if let cache::CacheEvent::Building { path } = event {
                notice.note_file(path);
            }
            if verbose || event.is_warning() || matches!(event, cache::CacheEvent::Waiting { .. }) {
                line.iter().for_each(progress::ProgressLine::hide);
                tell(&event.to_string());
            }
        }))
    }

    /// Starts the net for a question. The processes that draw a map together stop when a layer is complete, so they
    /// have no net of time.
    pub fn hold(&self, question: &impl Asked) -> net::Work {
        let (time, memory) = self.service.limits_of(question, &self.control());
        net::hold(time.filter(|_| self.together.is_none()), self.service.ledger().budget().or(memory))
    }

    /// Opens the puzzle of a question.
    ///
    /// # Errors
    /// As [`Service::open`].
    pub fn open(&self, question: &impl Asked) -> Result<Arc<Engine>, Failure> {
        let _work = self.hold(question);
        Ok(self.service.open(question, &self.control())?)
    }

    /// Asks a question and shows the progress.
    ///
    /// # Errors
    /// The fault that the library reports, or the failure of the callback.
    pub fn ask<Q: Asked>(&self, question: &Q) -> Result<Q::Reply, Failure> {
        self.hear(question, progress::message, None)
    }

    /// Asks a question, with a function for the text of the progress line and a callback for the events.
    ///
    /// # Errors
    /// As [`ask`](Session::ask).
    pub fn hear<Q: Asked>(
        &self,
        question: &Q,
        say: impl Fn(&Progress, Option<&WorkPart>) -> String,
        mut hear: Option<Hear<'_>>,
    ) -> Result<Q::Reply, Failure> {
        let mut failed = None;
        let work = self.hold(question);
        let listens = hear.is_some() || self.line.is_some() || self.verbose || work.is_limited();
        let mut listen = |event| {
            match &event {
                Event::Progress { progress, part } => work.note(|| say(progress, part.as_ref())),
                // The limit of time of a set holds for each instance.
                Event::Chosen(_) | Event::Tried(_) => work.begin_again(),
                _ => {}
            }
            let heard = match (&event, &self.line) {
                (Event::Progress { progress, part }, Some(line)) => {
                    if let Some(notice) = self.notice.due(progress, part.as_ref()) {
                        line.hide();
                        tell(&notice);
                    }
                    line.say(progress.seconds, || say(progress, part.as_ref()));
                    return ControlFlow::Continue(());
                }
                (Event::Progress { .. }, None) | (Event::Frontier(_), _) => return ControlFlow::Continue(()),
                (Event::Iteration(iteration), _) if self.verbose => {
                    self.hide();
                    tell(&text::iteration(iteration));
                    return ControlFlow::Continue(());
                }
                _ => hear.as_mut().map_or(Ok(()), |hear| {
                    self.hide();
                    hear(event)
                }),
            };
            match heard {
                Ok(()) => ControlFlow::Continue(()),
                Err(failure) => {
                    failed = Some(failure);
                    ControlFlow::Break(())
                }
            }
        };
        let control = self.control();
        let control = if listens { control.hear(&mut listen) } else { control };
        let reply = {
            let _running = self.interrupt.running();
            self.service.ask(question, &control)
        };
        drop(control);
        self.hide();
        match failed {
            Some(failure) => Err(failure),
            None => Ok(reply?),
        }
    }

    /// Hides the progress line.
    pub fn hide(&self) {
        self.line.iter().for_each(progress::ProgressLine::hide);
    }
}

impl CacheArguments {
    /// Returns the folder of tables for a question.
    pub fn folder(&self) -> TableFolder {
        match &self.cache_dir {
            _ if self.no_cache => TableFolder::Nowhere,
            Some(folder) => TableFolder::At(folder.clone()),
            None => TableFolder::Usual,
        }
    }
}
