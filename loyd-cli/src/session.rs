//! A command's way to the library: its service, Ctrl-C, the progress line, and what goes to standard error on the way.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use loyd::limits::Progress;
use loyd::opening::RegularFiles;
use loyd::own::OwnFamily;
use loyd::planner::Listener;
use loyd::service::{Builder, Control, Event, Part, Question, Reply, Service};
use loyd::table::cache;
use loyd::table::map::Partnership;

use crate::arguments::CacheArguments;
use crate::exit::Failure;
use crate::machine::interrupt::Interrupt;
use crate::output::tell;
use crate::output::text;
use crate::progress;

/// What is done with an event that a command waits for.
pub type Hear<'h> = &'h mut dyn FnMut(Event) -> Result<(), Failure>;

/// What the progress line says.
pub type Say = fn(&Progress, Option<&Part>) -> String;

/// The families from outside that this program has, beside the catalogue.
static FAMILIES: OnceLock<Vec<OwnFamily>> = OnceLock::new();

/// Has every session of this process answer for these families. Only the first call counts.
pub fn use_families(families: Vec<OwnFamily>) {
    let _ = FAMILIES.set(families);
}

/// A service of this program: it answers for the families from outside, too.
pub fn builder() -> Builder {
    FAMILIES.get().into_iter().flatten().cloned().fold(Service::builder(), Builder::family)
}

/// What a command asks with.
pub struct Session {
    pub service: Service,
    pub interrupt: Interrupt,
    pub line: Option<progress::Line>,
    /// The processes that answer together.
    pub together: Option<Arc<Partnership>>,
    verbose: bool,
}

impl Session {
    /// A session whose tables are kept where the platform keeps them, unless a question says otherwise.
    ///
    /// # Errors
    /// When the system refuses to listen to Ctrl-C.
    pub fn new(verbose: bool, build: impl FnOnce(Builder) -> Builder) -> Result<Session, Failure> {
        let service = build(builder().cache(cache::Cache::platform()).files(RegularFiles).paths()).build();
        Ok(Session { service, interrupt: Interrupt::listen()?, line: progress::Line::new(), together: None, verbose })
    }

    /// The switch and the ears of a question.
    pub fn control<'s>(&self) -> Control<'s> {
        let mut control = Control::new(self.interrupt.flag().into());
        control.news = Some(self.listener());
        control.together = self.together.clone();
        control
    }

    /// Who hears of tables: warnings and waiting always, the rest with `-v`.
    fn listener(&self) -> Listener {
        let (verbose, line) = (self.verbose, self.line.clone());
        Listener(Arc::new(move |event| {
            if verbose || event.is_warning() || matches!(event, cache::Event::Waiting { .. }) {
                line.iter().for_each(progress::Line::hide);
                tell(&event.to_string());
            }
        }))
    }

    /// Asks a question, and shows how far it is.
    ///
    /// # Errors
    /// The fault, or a failure of what hears the events.
    pub fn ask(&self, question: &Question) -> Result<Reply, Failure> {
        self.hear(question, progress::message, None)
    }

    /// The same, with words for the progress line and what hears the events.
    ///
    /// # Errors
    /// As [`ask`](Session::ask).
    pub fn hear(
        &self,
        question: &Question,
        say: impl Fn(&Progress, Option<&Part>) -> String,
        mut hear: Option<Hear<'_>>,
    ) -> Result<Reply, Failure> {
        let mut failed = None;
        let listens = hear.is_some() || self.line.is_some() || self.verbose;
        let mut listen = |event| {
            let heard = match (&event, &self.line) {
                (Event::Progress { progress, part }, Some(line)) => {
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

    /// Takes the progress line away.
    pub fn hide(&self) {
        self.line.iter().for_each(progress::Line::hide);
    }
}

impl CacheArguments {
    /// Tells a question of them.
    pub fn tell(&self, question: &mut Question) {
        question.cache_dir = self.cache_dir.clone();
        question.no_cache = self.no_cache;
    }
}
