//! The legal moves of a position: what each of them changes, and which of them a shortest solution begins with.

use std::ops::ControlFlow;

use crate::planner::{LegalStep, Request};
use crate::service::reply::{CostBounds, LegalMove, LegalMoves, NextMove, NextMoves, Reply};
use crate::service::{Fault, Moves, Next, Task};
use loyd_core::puzzle::Described;
use loyd_core::search::{Limits, Outcome, Stop};

impl Task<'_> {
    pub(in crate::service) fn moves(&self, asked: &Moves) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let engine = &engine;
        let start = self.start(engine, &asked.position)?;
        self.allow(engine)?;
        let convention = self.convention();
        let made = asked.position.made();
        let legal = engine.legal(&start, made, convention)?;
        let changed = |step: LegalStep| {
            let LegalStep { name, words, cost, state, changes, pointed_at } = step;
            LegalMove { name, words, cost, state, pointed_at, changes }
        };
        let moves = legal.steps.into_iter().map(changed).collect();
        Ok(Reply::Moves(Box::new(LegalMoves {
            puzzle: engine.id().into(),
            name: engine.described().map(Described::name).filter(|name| !name.is_empty()).map(String::from),
            goal: engine.goal(),
            state: legal.state,
            note: engine.described().and_then(|described| described.note(&start)),
            convention: engine.has_conventions().then_some(convention),
            measure: engine.measure(),
            solved: legal.is_goal,
            look: engine.look(),
            drawing: engine.drawing(),
            picture: legal.picture,
            moves,
        })))
    }

    pub(in crate::service) fn next(&self, asked: &Next) -> Result<Reply, Fault> {
        let engine = self.engine()?;
        let engine = &engine;
        self.allow(engine)?;
        let convention = self.convention();
        let start = self.start(engine, &asked.position)?;
        let made = asked.position.made();
        let request = self.request(engine);
        let answer = engine.solve_after(&start, made, &request, &mut |_| ControlFlow::Continue(()))?;
        let distance = CostBounds::of(answer.outcome);
        let known = distance.known();
        let mut moves = Vec::new();
        for LegalStep { name, state, cost, .. } in engine.legal(&start, made, convention)?.steps {
            // After the move, its cost less is allowed. A move whose search stops at that limit is proved not optimal.
            let rest = known.map(|least| Some(least.measure().cost(least.amount().checked_sub(cost.amount())?)));
            let optimal = match (rest, &distance) {
                (Some(None), _) | (_, CostBounds::None(_)) => Some(false),
                (Some(Some(rest)), _) => {
                    let limits = Limits { cost: Some(rest), ..request.limits.clone() };
                    let request = Request { limits, ..request.clone() };
                    let longer = format!("{made} {name}");
                    let answer = engine.solve_after(&start, &longer, &request, &mut |_| ControlFlow::Continue(()))?;
                    match answer.outcome {
                        Outcome::Solved(_) => Some(true),
                        Outcome::Unsolvable(_) | Outcome::Stopped { why: Stop::Moves | Stop::Cost, .. } => Some(false),
                        Outcome::Stopped { at_least, .. } => (at_least > rest).then_some(false),
                    }
                }
                (None, _) => None,
            };
            moves.push(NextMove { name, state, optimal });
        }
        let convention = engine.has_conventions().then_some(convention);
        let (puzzle, goal) = (engine.id().into(), engine.goal());
        Ok(Reply::Next(Box::new(NextMoves { puzzle, goal, state: answer.state, convention, distance, moves })))
    }
}
