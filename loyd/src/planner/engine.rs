//! An opened puzzle that reads text and writes text.

pub(in crate::planner) mod erased;
pub(in crate::planner) mod typed;

use std::path::Path;
use std::sync::OnceLock;

use loyd_core::cost::CostMeasure;
use loyd_core::heuristic::BoundFacts;
use loyd_core::limits::{Limits, Meter};
use loyd_core::puzzle::{
    Convention, Described, Drawing, Facts, MOST_RANKS, NamedGoal, PictureKind, Spelled, Spelling, Unsolvable,
};
use loyd_core::table::distance::{Layout, ToFile};
#[cfg(feature = "shared")]
use loyd_core::table::map::MapCourse;
use loyd_core::table::map::{Layer, MOST_COST, MapCensus, Method, Share, TableTaker, Unmapped};
use loyd_core::text::nearest;
use loyd_core::text::{Token, quoted};

use super::engine::erased::{After, AnyPosition, AnyPuzzle};
use super::policy::{self, Conflict, ConflictKind, Given, PuzzleFacts, RatedBound};
use super::replay::tokens_of;
use super::sets::{MappedSet, NoSetMap, SetRequest};
use super::tables::Tables;
use super::words::{self, Shortening};
use super::{
    Algorithm, Below, CheckedMoves, Legal, MapPlan, MapRequest, Options, PathPictures, PatternSize, Refused, Request,
    TablePlan,
};

/// An opened puzzle with its goal, which reads and writes text. Tables built for one request are kept for the next.
pub struct Engine {
    pub(super) id: String,
    pub(super) puzzle: Box<dyn AnyPuzzle>,
    /// Whether the goal is the standard goal, for which the facts hold.
    pub(super) is_standard: bool,
    facts: OnceLock<PuzzleFacts>,
    /// The facts for users, which are made once.
    known: OnceLock<Facts>,
    pub(super) tables: Tables,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Engine {
    /// Makes the engine of a puzzle with this full id; `is_standard` is whether the goal is the standard goal.
    pub(super) fn new(id: &str, is_standard: bool, puzzle: Box<dyn AnyPuzzle>) -> Self {
        let (facts, known, tables) = Default::default();
        Engine { id: id.into(), puzzle, is_standard, facts, known, tables }
    }

    /// Returns an engine that shares the opened puzzle but has none of the tables that were built or named before.
    pub(crate) fn without_tables(&self) -> Self {
        Engine::new(&self.id, self.is_standard, self.puzzle.without_tables())
    }

    /// The full id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The facts of the puzzle, such as the number of states.
    pub fn facts(&self) -> Facts {
        self.known().clone()
    }

    /// The facts of the puzzle, borrowed, for callers that read them often.
    pub(crate) fn known(&self) -> &Facts {
        self.known.get_or_init(|| self.puzzle.facts())
    }

    /// The goal, as a user would write it.
    pub fn goal(&self) -> String {
        self.puzzle.goal()
    }

    /// The position from which scrambles are made: the first goal, if goals can be listed.
    pub fn home(&self) -> Option<String> {
        self.puzzle.home()
    }

    /// The goals that have a name.
    pub(crate) fn named_goals(&self) -> Vec<NamedGoal> {
        self.puzzle.named_goals()
    }

    /// The names of the puzzle's lower bounds, the default first.
    pub fn heuristics(&self) -> Vec<&str> {
        self.puzzle.bounds().into_iter().map(|bound| bound.name).collect()
    }

    /// The listed name of the lower bound that has this name or synonym.
    ///
    /// # Errors
    /// [`Refused::UnknownHeuristic`] if the puzzle has no such bound.
    pub(crate) fn heuristic(&self, name: &str) -> Result<&str, Refused> {
        Ok(self.bound(Some(name))?.name)
    }

    /// Whether move letters can name the direction of the blank or of the tile.
    pub fn has_conventions(&self) -> bool {
        self.puzzle.has_conventions()
    }

    /// The measure of distances: moves, unless moves differ in cost.
    pub fn measure(&self) -> CostMeasure {
        if self.puzzle.greatest_cost().is_some() { CostMeasure::Weights } else { CostMeasure::Moves }
    }

    /// The kind of object that the pictures of the puzzle show.
    pub(crate) fn look(&self) -> PictureKind {
        self.puzzle.look()
    }

    /// The places and colours of the parts of a picture, if the puzzle has a drawing.
    pub(crate) fn drawing(&self) -> Option<Drawing> {
        self.puzzle.drawing()
    }

    /// How a sequence of moves is written.
    pub fn spelling(&self) -> Spelling {
        self.puzzle.spelling()
    }

    /// The group of the moves, and words of moves, if the moves are data: for a puzzle from a file, or a bundled one.
    pub fn described(&self) -> Option<&dyn Described> {
        self.puzzle.described()
    }

    /// Returns [`described`](Engine::described), or an error if there is nothing to return.
    ///
    /// # Errors
    /// A sentence that names the puzzle and what was expected.
    pub fn expect_described(&self) -> Result<&dyn Described, String> {
        let expected = "expected a puzzle from a file (@FILE), or a bundled one such as 3x3x3";
        self.described().ok_or_else(|| format!("{} has no definition; {expected}", self.id()))
    }

    /// The reason why an algorithm can never be used on this puzzle, if there is a reason.
    pub fn inapplicable(&self, algorithm: Algorithm) -> Option<String> {
        self.puzzle_facts().inapplicable(algorithm)
    }

    /// Checks that options may be used for this puzzle. The result does not depend on memory or a cache folder.
    ///
    /// # Errors
    /// [`Refused::NoEffect`] with a [field's name](policy::Field::name), [`Refused::NotApplicable`] or
    /// [`Refused::UnknownHeuristic`].
    pub(crate) fn allowed(&self, options: &Options, given: Given) -> Result<(), Refused> {
        self.allow(&self.listed(options), given)
    }

    /// The plans of a lower bound's tables, by default of the strongest bound that `auto` climbs to. No table is built.
    ///
    /// # Errors
    /// [`Refused::UnknownHeuristic`], or [`Refused::NoTables`].
    pub fn tables(&self, heuristic: Option<&str>) -> Result<Vec<TablePlan>, Refused> {
        let patterns = self.tables.patterns(&*self.puzzle, self.tabled(heuristic)?.name);
        Ok(patterns.iter().map(|pattern| pattern.plan.clone()).collect())
    }

    /// The memory and work that building a table of a lower bound needs; `index` counts the tables of the bound.
    ///
    /// # Errors
    /// As [`tables`](Engine::tables), [`Refused::NoSuchTable`], or [`Refused::Unbuilt`] if the system is out of memory.
    pub fn table_size(&self, heuristic: Option<&str>, index: usize) -> Result<PatternSize, Refused> {
        self.puzzle.pattern_size(self.tabled_at(heuristic, index)?.name, index).map_err(Refused::Unbuilt)
    }

    /// Makes a table of a lower bound available: from memory, from the request's cache folder, or by building it and
    /// keeping it there. Returns the number of bytes of the table.
    ///
    /// # Errors
    /// As [`table_size`](Engine::table_size), or [`Refused::Unbuilt`].
    pub fn table(&self, heuristic: Option<&str>, index: usize, request: &Request) -> Result<u64, Refused> {
        let bound = self.tabled_at(heuristic, index)?;
        let table = self.tables.get_one(&*self.puzzle, bound.name, index, request, &mut Meter::new(&request.limits));
        Ok(table.map_err(Refused::Unbuilt)?.bytes())
    }

    /// Drops the tables of all bounds from memory. The next request that needs a table reads or builds it.
    pub(crate) fn forget_tables(&self) {
        self.tables.forget();
    }

    /// Reads a position and writes it in the standard notation, in one line.
    ///
    /// # Errors
    /// [`Refused::State`] if the position cannot be read.
    pub fn state(&self, text: &str) -> Result<String, Refused> {
        Ok(self.open(text)?.write())
    }

    /// The proof from theory that no goal can be reached from a position, if there is a proof.
    ///
    /// # Errors
    /// [`Refused::State`] if the position cannot be read.
    pub(crate) fn unsolvable(&self, state: &str) -> Result<Option<Unsolvable>, Refused> {
        Ok(self.open(state)?.drop_hopeless().map(|(proof, _)| proof))
    }

    /// The position after a scramble: `moves` made in `state`. For a definition, the scramble may contain moves that
    /// the id does not choose, and moves as other programs write them.
    ///
    /// # Errors
    /// [`Refused::State`], or [`Refused::Moves`] at the first word that is not a move or not legal.
    pub fn after(&self, state: &str, moves: &str, convention: Convention) -> Result<String, Refused> {
        let state = self.open(state)?;
        if let Some(scrambled) = state.scrambled(moves) {
            return Ok(scrambled.map_err(Refused::Moves)?.write());
        }
        let spelled = self.spelled(moves)?;
        let After { position, error, .. } = state.after(&tokens(&spelled), convention);
        error.map_or_else(|| Ok(position.write()), |error| Err(Refused::Moves(error)))
    }

    /// Shortens a word of moves; `None` if the moves of the puzzle are not data of a definition.
    ///
    /// ```
    /// use loyd::planner::{Shortening, open};
    /// use loyd::search::Limits;
    /// let cube = open("2x2x2?moves=U,R,F", None).unwrap();
    /// let found = cube.shortened("R U2 F U' U R' F2", &Limits::default());
    /// let Some(Ok(Shortening::Done(found))) = found else { panic!() };
    /// assert!(found.is_shortest && found.length <= 6);
    /// ```
    ///
    /// # Errors
    /// [`Refused::Moves`] if the text is not a word of moves. A limit is not an error.
    pub fn shortened(&self, word: &str, limits: &Limits) -> Option<Result<Shortening, Refused>> {
        Some(words::shorten(&*self.described()?.words(), word, limits))
    }

    /// The position after `moves` were made in `state`, and its legal moves. Where the text of a position stands for
    /// several states, the earlier moves decide which moves are legal.
    ///
    /// # Errors
    /// As [`after`](Engine::after).
    pub fn legal(&self, state: &str, moves: &str, convention: Convention) -> Result<Legal, Refused> {
        let (state, spelled) = (self.open(state)?, self.spelled(moves)?);
        let After { position, error, .. } = state.after(&tokens(&spelled), convention);
        match error {
            Some(error) => Err(Refused::Moves(error)),
            None => Ok(Legal {
                state: position.write(),
                picture: position.picture(),
                is_goal: position.is_goal(),
                steps: position.steps(convention),
            }),
        }
    }

    /// The names of the moves in a text, in order. A word that is not a move is kept.
    ///
    /// # Errors
    /// [`Refused::Moves`] if the text is malformed, for example if a bracket is not closed.
    pub fn names(&self, moves: &str) -> Result<Vec<String>, Refused> {
        Ok(self.spelled(moves)?.into_iter().map(|spelled| spelled.name.into()).collect())
    }

    /// The bytes that the moves of a text take while they are read and made, if the text may have repeats and powers.
    pub(crate) fn bytes_of_moves(&self, text: &str) -> u64 {
        self.described().map_or(0, |described| described.moves_in(text).saturating_mul(Spelled::BYTES))
    }

    /// Bytes that are kept for the next request: the opened puzzle, its tables and its cuts.
    pub(crate) fn held(&self) -> u64 {
        self.tables.held() + self.puzzle.numbers().held() + self.puzzle.held()
    }

    /// Bytes of the opened puzzle itself that count towards the memory of a request.
    pub(crate) fn heap_bytes(&self) -> u64 {
        self.puzzle.heap_bytes()
    }

    /// Makes moves in a position and reports how many of them are legal.
    ///
    /// # Errors
    /// [`Refused::State`], or [`Refused::Moves`] as for [`names`](Engine::names). A wrong move is not an error but part
    /// of the [`CheckedMoves`].
    pub fn check(&self, state: &str, moves: &str, convention: Convention) -> Result<CheckedMoves, Refused> {
        let (state, spelled) = (self.open(state)?, self.spelled(moves)?);
        let names = tokens(&spelled);
        let After { position, legal, cost, error } = state.after(&names, convention);
        let dear = || Refused::Moves(names[legal - 1].misread("moves whose cost is below 2^32"));
        Ok(CheckedMoves {
            legal,
            cost: self.measure().cost(u32::try_from(cost).map_err(|_| dear())?),
            given: names.len(),
            illegal: error.map(|error| error.to_string()),
            state: position.write(),
            reaches_goal: position.is_goal(),
        })
    }

    /// Pictures of `state` and of the position after each move, and the moves in words. The moves are given by name, as
    /// in [`Solution::moves`].
    ///
    /// # Errors
    /// As [`after`](Engine::after).
    pub fn way(&self, state: &str, moves: &[String], convention: Convention) -> Result<PathPictures, Refused> {
        self.open(state)?.way(&tokens_of(moves), convention).map_err(Refused::Moves)
    }

    /// The names of moves that lead back to `state` from the position after moves, which are given by name; `None` if a
    /// move has no inverse that is a move.
    ///
    /// # Errors
    /// As [`after`](Engine::after).
    pub(crate) fn back(
        &self,
        state: &str,
        moves: &[String],
        convention: Convention,
    ) -> Result<Option<Vec<String>>, Refused> {
        self.open(state)?.back(&tokens_of(moves), convention).map_err(Refused::Moves)
    }

    /// Draws a position uniformly from the solvable positions, or from the positions exactly `depth` moves from a goal.
    ///
    /// # Errors
    /// [`Refused::NoSuchState`] if no position is at `depth`, if the depths of this puzzle cannot be counted, or if the
    /// solvable positions are not known; [`Refused::Stopped`].
    pub fn random(&self, depth: Option<u32>, request: &Request, below: Below<'_>) -> Result<String, Refused> {
        if depth.is_some() {
            return self.drawn(depth, request, below);
        }
        if self.draws_all() {
            return Ok(self.puzzle.random(below));
        }
        let drawn = self.puzzle.numbers().drawn(below, &mut Meter::new(&request.limits));
        drawn.map_or_else(|| Err(Refused::NoSuchState(self.undrawn())), |drawn| drawn.map_err(Refused::Stopped))
    }

    /// Whether a position is drawn from all solvable positions without a search for them.
    pub(crate) fn draws_all(&self) -> bool {
        self.puzzle.draws_all()
    }

    fn undrawn(&self) -> String {
        format!(
            "no position of {} is drawn, because it is not known from which positions moves lead to the goal, and the \
             states are not numbered",
            self.id
        )
    }

    /// Checks that every move costs 1, so that a distance is a number of moves.
    ///
    /// # Errors
    /// The reason why a distance is not a number of moves.
    pub(super) fn counts_moves(&self) -> Result<(), &'static str> {
        match self.puzzle.greatest_cost() {
            Some(_) => Err("the moves differ in cost, but a table of distances counts moves"),
            None => Ok(()),
        }
    }

    /// Checks that a map can be made with these costs of moves.
    fn may_be_mapped(&self, share: Share) -> Result<(), Refused> {
        let why = match self.puzzle.greatest_cost() {
            Some(_) if share.is_shared => Unmapped::CostsApart,
            Some(greatest) if greatest > MOST_COST => Unmapped::Dear(greatest),
            _ => return Ok(()),
        };
        Err(self.unmapped(&why.to_string()))
    }

    /// The plan of a map of the whole space. [`Method::Best`] searches one state of each orbit under the symmetries.
    /// [`Method::Blocks`] may be [a table](MapPlan::is_table), and a folder may hold its blocks. [`Method::Ranks`] has
    /// no tables of moves. Where several processes make the map, the plan is for the share of one process.
    ///
    /// # Errors
    /// [`Refused::NotApplicable`] if states are not numbered or goals cannot be listed; [`Refused::From`].
    pub(crate) fn map_plan(&self, from: Option<&str>, method: Method, share: Share) -> Result<MapPlan, Refused> {
        let from = from.map(|from| self.map_start(from)).transpose()?;
        if from.is_none() {
            self.puzzle.goals().map_err(|why| self.unmapped(&why))?;
        }
        self.may_be_mapped(share)?;
        let plan = self.puzzle.numbers().map_plan(from.as_deref(), method, share);
        plan.ok_or_else(|| match self.puzzle.numbers().map_plan(from.as_deref(), Method::Best, Share::WHOLE) {
            Some(_) => {
                self.unmapped("the states are not numbered, as a table of distances or several processes require")
            }
            None => self.unmapped("the states are not numbered"),
        })
    }

    /// The plan of a map that stores layers of states and no array by ranks, even if states are numbered. `None` if
    /// states are neither packed nor mapped by hash, if moves differ in cost, or if a position is several states.
    ///
    /// # Errors
    /// [`Refused::From`] if the position `from` cannot be read.
    pub(crate) fn map_plan_without_ranks(&self, from: Option<&str>) -> Result<Option<MapPlan>, Refused> {
        let from = from.map(|from| self.map_start(from)).transpose()?;
        Ok(self.puzzle.numbers().plan_without_ranks(from.as_deref()))
    }

    /// Whether a rank takes as long as several moves.
    pub(crate) fn are_ranks_slow(&self) -> bool {
        self.puzzle.numbers().are_ranks_slow()
    }

    /// The course of a map by several processes, and God's number if it is known.
    ///
    /// # Errors
    /// As [`map_plan`](Engine::map_plan).
    #[cfg(feature = "shared")]
    pub fn map_course(&self, processes: usize) -> Result<(MapCourse, Option<u32>), Refused> {
        self.puzzle.goals().map_err(|why| self.unmapped(&why))?;
        self.may_be_mapped(Share { own: 0, number: processes.max(1), is_shared: true })?;
        let course = self.puzzle.numbers().map_course(processes);
        let course = course.ok_or_else(|| self.unmapped("the states are not numbered"))?;
        Ok((course, self.known().gods_number))
    }

    /// Maps the whole space. `each` receives the number of positions at each distance, layer by layer. Returns the map
    /// and some of the farthest positions, up to the requested number.
    ///
    /// # Errors
    /// As [`map_plan`](Engine::map_plan), and [`Refused::Memory`], before any work; [`Refused::Folder`] at any time. A
    /// limit reached later is part of the [`MapCensus`].
    pub(crate) fn map(
        &self,
        request: &MapRequest<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
    ) -> Result<(MapCensus, Vec<String>), Refused> {
        let MapRequest { from, limits, save, .. } = request;
        from.as_deref().map(|from| self.map_start(from)).transpose()?;
        let unwritten = |why| Refused::Unwritten { path: save.clone().unwrap_or_default(), why };
        let mut file = save.as_ref().map(|path| self.table_file(path)).transpose()?;
        let taker = file.as_mut().map(|file| file as &mut dyn TableTaker);
        match self.puzzle.map(request, &mut Meter::new(limits), each, taker) {
            None => Err(self.unmapped("the states are not numbered")),
            Some(Ok(map)) => file.map_or(Ok(()), ToFile::finish).map(|()| map).map_err(unwritten),
            Some(Err(Unmapped::Table(why))) => Err(unwritten(why)),
            Some(Err(why)) => Err(self.no_map(why)),
        }
    }

    /// The plan of a map to a set. `has_starts`: only some positions are counted.
    ///
    /// # Errors
    /// [`Refused::NotApplicable`] if states are not numbered, if moves differ in cost, or if a position is two states.
    pub(crate) fn set_plan(&self, has_starts: bool) -> Result<MapPlan, Refused> {
        let plan = self.puzzle.numbers().set_plan(has_starts).ok_or_else(|| self.unnumbered_sets())?;
        plan.map_err(|why| self.no_map(why))
    }

    /// Maps the space to a set of positions. `each` receives the layers of the counted positions.
    ///
    /// # Errors
    /// As [`set_plan`](Engine::set_plan), [`Refused::Set`], [`Refused::SetStopped`] and [`Refused::Memory`].
    pub(crate) fn map_to_set(
        &self,
        request: &SetRequest<'_>,
        each: &mut (dyn FnMut(&Layer) + Send),
    ) -> Result<MappedSet, Refused> {
        let map = self.puzzle.map_to_set(request, &mut Meter::new(&request.limits), each);
        map.ok_or_else(|| self.unnumbered_sets())?.map_err(|why| match why {
            NoSetMap::Set(why) => why,
            NoSetMap::Unmapped(why) => self.no_map(why),
        })
    }

    /// The refusal of a map to a set, because its space is an array by ranks.
    fn unnumbered_sets(&self) -> Refused {
        let states = self.known().states.map_or_else(|| "too many".into(), |states| states.to_string());
        let most = format!("2^{}", MOST_RANKS.ilog2());
        self.unmapped(&format!("a map to a set needs numbered states, at most {most}, and the puzzle has {states}"))
    }

    fn no_map(&self, why: Unmapped) -> Refused {
        match why {
            Unmapped::Memory { needed } => Refused::Memory { puzzle: self.id.clone(), needed },
            Unmapped::Folder(why) => why.into(),
            Unmapped::Lost(why) => why.into(),
            Unmapped::Wrong(what) => Refused::Wrong { puzzle: self.id.clone(), what },
            why => self.unmapped(&why.to_string()),
        }
    }

    /// Cantor's number of a position among all arrangements of its pieces, from 0.
    ///
    /// # Errors
    /// [`Refused::State`], or [`Refused::NotApplicable`] if positions of this puzzle have no such number.
    pub fn rank(&self, state: &str) -> Result<u128, Refused> {
        self.open(state)?.cantor().ok_or_else(|| self.unnumbered("rank"))
    }

    /// The position with this Cantor number.
    ///
    /// # Errors
    /// [`Refused::NoSuchState`] if the number is too large; [`Refused::NotApplicable`] if positions have no numbers.
    pub fn unrank(&self, number: u128) -> Result<String, Refused> {
        self.puzzle.of_cantor(number).ok_or_else(|| match self.puzzle.of_cantor(0) {
            None => self.unnumbered("unrank"),
            Some(_) => Refused::NoSuchState(format!(
                "{} has no arrangement with number {number}: the number is too large",
                self.id
            )),
        })
    }
}

impl Engine {
    pub(super) fn open(&self, text: &str) -> Result<Box<dyn AnyPosition + '_>, Refused> {
        self.puzzle.open(text).map_err(Refused::State)
    }

    pub(super) fn spelled<'t>(&self, moves: &'t str) -> Result<Vec<Spelled<'t>>, Refused> {
        self.puzzle.spelled(moves).map_err(Refused::Moves)
    }

    pub(super) fn bound(&self, name: Option<&str>) -> Result<BoundFacts<'_>, Refused> {
        match name {
            None => Ok(self.puzzle.bounds()[0]),
            Some(name) => self.bound_named(name).ok_or_else(|| self.unknown(name)),
        }
    }

    /// The bound with this name or synonym.
    fn bound_named(&self, name: &str) -> Option<BoundFacts<'_>> {
        self.puzzle.bounds().into_iter().find(|bound| bound.is_named(name))
    }

    /// The options with the listed name of the bound in place of a synonym; an unknown name stays as it is.
    pub(super) fn listed(&self, options: &Options) -> Options {
        let mut options = options.clone();
        if let Some(bound) = options.heuristic.as_deref().and_then(|name| self.bound_named(name)) {
            options.heuristic = Some(bound.name.into());
        }
        options
    }

    /// Checks options whose bound has its listed name.
    pub(super) fn allow(&self, options: &Options, given: Given) -> Result<(), Refused> {
        policy::allowed(options, given, self.puzzle_facts()).map_err(|conflict| self.conflict(conflict, options))
    }

    fn unknown(&self, heuristic: &str) -> Refused {
        let known = self.heuristics();
        Refused::UnknownHeuristic {
            puzzle: self.id.clone(),
            name: quoted(heuristic),
            nearest: nearest(heuristic, known.iter().copied()).map(Into::into),
            known: known.join(", "),
        }
    }

    /// A bound that reads tables; by default the strongest bound of the ladder.
    fn tabled(&self, heuristic: Option<&str>) -> Result<BoundFacts<'_>, Refused> {
        let bound = self.bound(heuristic.or(self.puzzle.ladder().last().copied()))?;
        if !bound.tables {
            let bounds = self.puzzle.bounds().into_iter();
            let names: Vec<_> = bounds.filter(|facts| facts.tables).map(|facts| facts.name).collect();
            let with = if names.is_empty() { "none".into() } else { names.join(", ") };
            return Err(Refused::NoTables { puzzle: self.id.clone(), heuristic: bound.name.into(), with });
        }
        Ok(bound)
    }

    /// A bound that reads a table with this index.
    fn tabled_at(&self, heuristic: Option<&str>, index: usize) -> Result<BoundFacts<'_>, Refused> {
        let bound = self.tabled(heuristic)?;
        let tables = self.tables.patterns(&*self.puzzle, bound.name).len();
        let none = || Refused::NoSuchTable { puzzle: self.id.clone(), heuristic: bound.name.into(), tables, index };
        (index < tables).then_some(bound).ok_or_else(none)
    }

    /// The facts of the puzzle for the policy.
    pub(super) fn puzzle_facts(&self) -> &PuzzleFacts {
        self.facts.get_or_init(|| {
            let (goals, bounds) = (self.puzzle.goals(), self.puzzle.bounds());
            let bound = |bound: &BoundFacts| RatedBound {
                name: bound.name.into(),
                strong: bound.strong,
                tables: bound.tables,
                vast: bound.vast,
            };
            let place = |name: &&str| bounds.iter().position(|bound| bound.name == *name);
            PuzzleFacts {
                id: self.id.clone(),
                moves: goals.as_ref().map_or(0, |moves| *moves),
                goals: goals.map(|_| ()),
                ranks: self.puzzle.numbers().ranks(),
                are_ranks_slow: self.puzzle.numbers().are_ranks_slow(),
                conventions: self.puzzle.has_conventions(),
                phases: self.puzzle.is_phased(),
                costs: self.puzzle.greatest_cost(),
                bounds: bounds.iter().map(bound).collect(),
                ladder: self.puzzle.ladder().iter().filter_map(place).collect(),
            }
        })
    }

    fn conflict(&self, conflict: Conflict, options: &Options) -> Refused {
        let Conflict { field, kind, why, .. } = conflict;
        match kind {
            ConflictKind::NoEffect => Refused::NoEffect { option: field.name(), why },
            ConflictKind::NotApplicable => self.refuse(options.algorithm.unwrap_or(Algorithm::Table), why),
            ConflictKind::Unknown => self.unknown(options.heuristic.as_deref().unwrap_or_default()),
        }
    }

    pub(super) fn refuse(&self, algorithm: Algorithm, why: String) -> Refused {
        Refused::NotApplicable { algorithm: algorithm.name(), puzzle: self.id.clone(), why }
    }

    fn unnumbered(&self, command: &'static str) -> Refused {
        let why = "the positions have no Cantor number below 2^128".into();
        Refused::NotApplicable { algorithm: command, puzzle: self.id.clone(), why }
    }

    /// The file to which a map that is a table is saved.
    fn table_file(&self, path: &Path) -> Result<ToFile, Refused> {
        let numbers = self.puzzle.numbers();
        let form = numbers.forms().into_iter().find(|form| form.layout == Layout::Blocks);
        let form = form.ok_or_else(|| self.unmapped("its words are no table of distances"))?;
        let identity = numbers.identity(form).ok_or_else(|| self.unmapped("the states are not numbered"))?;
        Ok(ToFile::new(path.into(), identity, form))
    }

    /// The position from which a map begins, in the standard notation.
    fn map_start(&self, text: &str) -> Result<String, Refused> {
        let position = self.puzzle.open(text).map_err(Refused::From)?;
        match position.hopeless() {
            // Only a state that reaches the goal has a number.
            Some(proof) => Err(self.unmapped(&format!("no goal can be reached from {}: {proof}", quoted(text)))),
            None => Ok(position.write()),
        }
    }

    fn unmapped(&self, why: &str) -> Refused {
        Refused::NotApplicable { algorithm: "map", puzzle: self.id.clone(), why: why.into() }
    }
}

/// The names of moves, with their places in the text.
pub(super) fn tokens<'s>(spelled: &'s [Spelled<'_>]) -> Vec<Token<'s>> {
    spelled.iter().map(Spelled::token).collect()
}
