//! From a question to its reply: where the question runs, and when it ends.
//!
//! Questions are answered and puzzles are opened by workers, which are processes or, in a program that embeds the
//! server, threads. So the server accepts the next connection whatever a question takes. A question takes a place of
//! one of three lanes.
//!
//! | lane | questions | places |
//! |---|---|---|
//! | light | without a search or with one in a small space, for a puzzle that is open already | some for each core |
//! | opening | without a search, for a puzzle that must be opened first | [`Settings::concurrency`] |
//! | search | all other questions, and all questions with events | [`Settings::concurrency`] |

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use loyd::service::{Cancel, Fault, Question, Want};
use loyd_judges::Judge;
use tokio::runtime::Handle;
use tokio::sync::mpsc;

use crate::QuestionPlaces;
use crate::metrics::{Metrics, Now};
use crate::problem::Problem;
use crate::questions::admission::{Admission, SearchPlace};
use crate::questions::answering::{Answered, Answerer, Lightly, PlacedTask};
use crate::questions::cancelling::{Begun, Underway};
use crate::questions::lanes::{LIGHT, LONGEST_WAIT, Lane, MARGIN, StreamMessage};
use crate::questions::reading::TextQuestion;
use crate::questions::rules::{MOST_LISTED, admissible, may_be_light, searches};
use crate::questions::workers::{LIGHT_AT_A_TIME, Workers};
use crate::settings::Settings;

/// The events that are queued for a client that reads slowly. A search with more events waits.
const WAITING: usize = 64;

/// Passes questions of clients to those who answer them.
#[derive(Clone, Debug)]
pub struct Asker {
    workplace: Workplace,
    settings: Arc<Settings>,
    /// The places of the light lane, and the questions that wait for one.
    light: Admission,
    /// The places of the opening lane, and the questions that wait for one.
    pub openings: Admission,
    /// The places of the search lane, and the questions that wait for one.
    pub admission: Admission,
    /// The questions that are being answered.
    pub underway: Underway,
    /// The counters and histograms.
    pub metrics: Arc<Metrics>,
}

/// The threads or processes that answer questions.
#[derive(Clone, Debug)]
enum Workplace {
    Threads(Answerer),
    Processes(Workers),
}

impl Asker {
    /// Creates an asker.
    pub fn new(places: QuestionPlaces, settings: Arc<Settings>) -> Asker {
        let lane = || Admission::new(settings.concurrency, settings.queue);
        let (openings, admission) = (lane(), lane());
        let at_a_time = if let QuestionPlaces::Processes(_) = &places { LIGHT_AT_A_TIME } else { 1 };
        let light = Admission::new(settings.light_threads() * at_a_time, settings.connections);
        let (underway, metrics) = (Underway::default(), Arc::<Metrics>::default());
        let workplace = match places {
            QuestionPlaces::Threads(service) => {
                let most = settings.memory - settings.memory / LIGHT;
                Workplace::Threads(Answerer::new(service, &settings, most))
            }
            QuestionPlaces::Processes(start) => {
                Workplace::Processes(Workers::new(start, settings.clone(), metrics.clone()))
            }
        };
        Asker { workplace, settings, light, openings, admission, underway, metrics }
    }

    /// The settings of the operator.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The workers, if questions are answered by processes.
    pub fn workers(&self) -> Option<&Workers> {
        match &self.workplace {
            Workplace::Threads(_) => None,
            Workplace::Processes(workers) => Some(workers),
        }
    }

    /// The counters and the current values, as text for Prometheus.
    pub fn counts(&self) -> String {
        let (running, opening) = (self.admission.running(), self.openings.running());
        let (reserved, tables) = match &self.workplace {
            Workplace::Threads(answerer) => (answerer.service.ledger().reserved(), answerer.service.ledger().tables()),
            Workplace::Processes(workers) => (workers.reserved(running, opening), workers.tables()),
        };
        self.metrics.text(Now {
            running,
            queued: self.admission.waiting(),
            opening,
            openings_queued: self.openings.waiting(),
            refused: self.admission.refused() + self.openings.refused() + self.light.refused(),
            reserved,
            tables,
            budget: self.settings.memory,
        })
    }

    /// Returns the reply to a question, as JSON.
    ///
    /// # Errors
    /// A problem, if the question is not valid or too many questions wait.
    pub async fn ask(&self, mut asked: TextQuestion) -> Result<Bytes, Problem> {
        admissible(&mut asked.question)?;
        if let Question::Solve(solve) = &asked.question
            && matches!(solve.options.want, Want::All { most } if most.is_none_or(|most| most > MOST_LISTED))
        {
            let message = "`want`: listing all solutions needs events; accept text/event-stream, or limit the number, \
                           as in \
                           {\"all\": 10000}";
            return Err(Fault::usage("want", message).into());
        }
        let patience = self.patience(&asked.question);
        self.answer(asked, Some(patience)).await
    }

    /// Returns the reply like [`ask`](Self::ask), but waits without a limit, because a batch holds itself back.
    ///
    /// # Errors
    /// A problem, if the question is not valid.
    pub async fn ask_in_turn(&self, mut asked: TextQuestion) -> Result<Bytes, Problem> {
        admissible(&mut asked.question)?;
        self.answer(asked, None).await
    }

    async fn answer(&self, asked: TextQuestion, patience: Option<Duration>) -> Result<Bytes, Problem> {
        let begun = self.underway.begin();
        let mut is_unopened = false;
        let is_large = self.workers().is_some_and(|workers| workers.is_large(&asked.question));
        if may_be_light(&asked.question) && !is_large {
            match self.lightly(&asked, &begun, patience).await? {
                Lightly::Answered(answered) => return self.counted(answered),
                Lightly::Heavy => {}
                Lightly::Unopened => is_unopened = true,
            }
        }
        let lane = if is_large { Lane::Searches } else { lane(&asked.question) };
        let asked = Arc::new(asked);
        let task = PlacedTask::Question(asked.clone());
        let mut answered = self.placed(lane, &task, &begun, patience).await;
        if let Some(workers) = self.workers() {
            if lane == Lane::Openings && answered.as_ref().is_err_and(Problem::is_by_memory) {
                workers.note_large(&asked.question);
                answered = self.placed(Lane::Searches, &task, &begun, patience).await;
            } else if is_unopened && answered.is_ok() {
                workers.open_for_light(&asked);
            }
        }
        self.counted(answered)
    }

    /// Counts the nodes of a reply.
    fn counted(&self, answered: Answered) -> Result<Bytes, Problem> {
        let written = answered?;
        self.metrics.nodes.inc_by(written.nodes);
        Ok(written.body)
    }

    /// Answers a question if it is light.
    async fn lightly(
        &self,
        asked: &TextQuestion,
        begun: &Begun,
        patience: Option<Duration>,
    ) -> Result<Lightly, Problem> {
        let place = self.light.admit(1, patience).await?;
        match &self.workplace {
            Workplace::Threads(answerer) => {
                let (answerer, question, cancel) = (answerer.clone(), asked.question.clone(), begun.cancel());
                let done = tokio::task::spawn_blocking(move || {
                    let _place = place;
                    answerer.lightly(&question, cancel)
                });
                done.await.map_err(|error| Fault::internal(error).into())
            }
            Workplace::Processes(workers) => Ok(workers.lightly(asked, place).await),
        }
    }

    /// Waits for a place, and answers there.
    async fn placed(&self, lane: Lane, task: &PlacedTask, begun: &Begun, patience: Option<Duration>) -> Answered {
        let place = self.admit(lane, task, patience).await?;
        self.work(lane, task.clone(), begun.cancel(), place, None).await
    }

    async fn admit(&self, lane: Lane, task: &PlacedTask, patience: Option<Duration>) -> Result<SearchPlace, Problem> {
        let admission = if lane == Lane::Openings { &self.openings } else { &self.admission };
        let places = self.workers().map_or(1, |workers| workers.places(lane, task));
        admission.admit(places, patience).await
    }

    /// Works in a place, on a task of its own, so that a client that leaves does not interrupt the watch of the work.
    async fn work(
        &self,
        lane: Lane,
        task: PlacedTask,
        cancel: Cancel,
        place: SearchPlace,
        told: Option<mpsc::Sender<StreamMessage>>,
    ) -> Answered {
        let ended = match &self.workplace {
            Workplace::Processes(workers) => {
                let workers = workers.clone();
                tokio::spawn(async move {
                    let answered = workers.work(lane, &task, &cancel, told.as_ref()).await;
                    drop(place);
                    answered
                })
                .await
            }
            Workplace::Threads(answerer) => {
                let (answerer, patience, stop) = (answerer.clone(), self.task_patience(&task), cancel.clone());
                let (runtime, unread) = (Handle::current(), self.settings.body);
                let mut worked = tokio::task::spawn_blocking(move || {
                    let _place = place;
                    let mut hear = told.map(|told| {
                        // A client that stops reading keeps its place busy, so the question is stopped.
                        move |event| match runtime.block_on(told.send_timeout(StreamMessage::Event(event), unread)) {
                            Ok(()) => ControlFlow::Continue(()),
                            Err(_) => ControlFlow::Break(()),
                        }
                    });
                    let hear = hear.as_mut().map(|hear| hear as &mut dyn FnMut(String) -> ControlFlow<()>);
                    answerer.work(&task, cancel, patience, hear)
                });
                match tokio::time::timeout(self.settings.time + MARGIN, &mut worked).await {
                    Ok(worked) => worked,
                    // Some questions apply the limit to each part. They are stopped as a whole, and reply what they
                    // have found.
                    Err(_) => {
                        stop.cancel();
                        worked.await
                    }
                }
            }
        };
        ended.unwrap_or_else(|error| Err(Fault::internal(error).into()))
    }

    /// Answers a question as a stream of events. Dropping the returned guard stops the question.
    ///
    /// # Errors
    /// A problem, if the question is not valid or too many questions wait.
    pub async fn hear(&self, mut asked: TextQuestion) -> Result<(Begun, mpsc::Receiver<StreamMessage>), Problem> {
        admissible(&mut asked.question)?;
        let begun = self.underway.begin();
        let (lane, patience) = (lane(&asked.question), self.patience(&asked.question));
        let task = PlacedTask::Question(Arc::new(asked));
        let place = self.admit(lane, &task, Some(patience)).await?;
        let (send, receive) = mpsc::channel(WAITING);
        let (asker, cancel) = (self.clone(), begun.cancel());
        tokio::spawn(async move {
            let answered = asker.work(lane, task, cancel, place, Some(send.clone())).await;
            asker.metrics.nodes.inc_by(answered.as_ref().map_or(0, |written| written.nodes));
            // The client may have gone.
            let _ = send.send_timeout(StreamMessage::End(answered), asker.settings.body).await;
        });
        Ok((begun, receive))
    }

    /// Returns the output of a judge.
    ///
    /// # Errors
    /// A problem, if the input is not valid, a limit is reached, or too many questions wait.
    pub async fn judge(&self, judge: &'static Judge, input: Bytes) -> Result<Bytes, Problem> {
        let (begun, task) = (self.underway.begin(), PlacedTask::Judge(judge, input));
        let patience = self.task_patience(&task);
        Ok(self.placed(Lane::Searches, &task, &begun, Some(patience)).await?.body)
    }

    /// The time that a task may wait for a place.
    fn task_patience(&self, task: &PlacedTask) -> Duration {
        match task {
            PlacedTask::Question(asked) => self.patience(&asked.question),
            PlacedTask::Judge(..) => self.settings.time.min(LONGEST_WAIT),
        }
    }

    /// The time that a question may wait for a place. It is less than the limit, so no reply takes twice its limit.
    fn patience(&self, question: &Question) -> Duration {
        let time = question.limits().time.map_or(self.settings.time, |time| time.min(self.settings.time));
        (time * 3 / 4).min(LONGEST_WAIT)
    }
}

/// The lane for a question that is not light.
fn lane(question: &Question) -> Lane {
    if may_be_light(question) && !searches(question) { Lane::Openings } else { Lane::Searches }
}
