//! Tests of the policy, row by row: what may be asked, which algorithm answers, and which step comes next.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use loyd::planner::policy::{
    AUTO, Aim, End, Given, IterationsCourse, LayersCourse, PolicyStep, PuzzleFacts, RULES, RatedBound, Search,
    Situation, TablesPlace, TriedStep, allowed, allowed_by, building, choose, cost, next, shared,
};
use loyd::planner::{Algorithm, Engine, Options, Refused, Request, Want, open};
use loyd_core::limits::Limits;
use loyd_core::puzzle::Convention;
use loyd_core::search::forecast::{Forecast, GrowingSide};
use loyd_core::table::cache::Cache;

const ALGORITHMS: [Algorithm; 6] = [
    Algorithm::Bfs,
    Algorithm::Bidirectional,
    Algorithm::AStar,
    Algorithm::IdaStar,
    Algorithm::Table,
    Algorithm::Anytime,
];

const WANTS: [Want; 4] = [Want::One, Want::All { most: None }, Want::Count, Want::Lexicographic];

/// The options of a question and the other parts that a user gave, in one record that cases copy and change.
#[derive(Clone, Copy, Debug, Default)]
struct Chosen {
    algorithm: Option<Algorithm>,
    heuristic: Option<&'static str>,
    want: Want,
    within: Option<f64>,
    first: bool,
    threads: Option<u16>,
    cuts: bool,
    convention: Option<Convention>,
    scramble: bool,
    table: bool,
    memory: bool,
    cache: bool,
}

impl Chosen {
    fn options(self) -> Options {
        let Chosen { algorithm, want, within, first, threads, cuts, convention, .. } = self;
        let heuristic = self.heuristic.map(String::from);
        Options { algorithm, heuristic, want, within, first, threads, cuts, convention, ..Options::default() }
    }

    fn given(self) -> Given {
        let Chosen { scramble, table, memory, cache, .. } = self;
        Given { scramble, table, memory, cache }
    }

    /// The options for a situation that outlives this record. The few bytes are never freed.
    fn leaked(self) -> &'static Options {
        Box::leak(Box::new(self.options()))
    }

    /// The situation before anything is known of the machine.
    fn on(self, facts: &PuzzleFacts) -> Situation<'_> {
        Situation::new(self.leaked(), self.given(), facts)
    }
}

/// A numbered puzzle with 100,000 states and a ladder of three bounds.
fn numbered() -> PuzzleFacts {
    let bound = |name: &str, tables| RatedBound { name: name.into(), strong: true, tables, vast: false };
    PuzzleFacts {
        id: "example".into(),
        goals: Ok(()),
        ranks: Some(100_000),
        are_ranks_slow: false,
        moves: 4,
        conventions: true,
        phases: true,
        costs: None,
        bounds: vec![bound("plain", false), bound("small", true), bound("large", true)],
        ladder: vec![0, 1, 2],
    }
}

/// The facts of [`numbered`], with a default bound that is not strong.
fn weak() -> PuzzleFacts {
    let mut facts = numbered();
    facts.bounds[0].strong = false;
    facts
}

fn without_numbers(facts: PuzzleFacts) -> PuzzleFacts {
    PuzzleFacts { ranks: None, ..facts }
}

fn without_goals(facts: PuzzleFacts) -> PuzzleFacts {
    PuzzleFacts { goals: Err("too many".into()), ..facts }
}

/// The options of each case break the rule with its number, and every rule has a case.
#[test]
fn each_rule_is_broken_by_its_case() {
    let any = Chosen::default();
    let by = |algorithm| Chosen { algorithm: Some(algorithm), ..any };
    let one_name = PuzzleFacts { conventions: false, ..numbered() };
    let costs = PuzzleFacts { costs: Some(101), ..numbered() };
    let no_phases = PuzzleFacts { phases: false, ..numbered() };
    let (bfs, a_star, ida_star) = (by(Algorithm::Bfs), by(Algorithm::AStar), by(Algorithm::IdaStar));
    let tile = Chosen { convention: Some(Convention::Tile), ..any };
    let cases = [
        (0, Chosen { heuristic: Some("plain"), ..bfs }, numbered()),
        (0, Chosen { heuristic: Some("plain"), table: true, ..any }, numbered()),
        (1, Chosen { heuristic: Some("none"), ..any }, numbered()),
        (1, Chosen { heuristic: Some("none"), ..ida_star }, numbered()),
        (2, Chosen { memory: true, ..ida_star }, numbered()),
        (2, Chosen { memory: true, heuristic: Some("plain"), ..ida_star }, numbered()),
        (3, Chosen { cache: true, ..bfs }, numbered()),
        (3, Chosen { cache: true, heuristic: Some("plain"), ..a_star }, numbered()),
        (4, Chosen { table: true, ..bfs }, numbered()),
        (5, by(Algorithm::Bidirectional), without_goals(numbered())),
        (5, by(Algorithm::Table), without_numbers(numbered())),
        (5, Chosen { table: true, ..any }, without_numbers(numbered())),
        (6, tile, one_name.clone()),
        (6, Chosen { convention: Some(Convention::Blank), ..any }, one_name),
        (7, Chosen { want: Want::Lexicographic, ..tile }, numbered()),
        (8, Chosen { want: Want::Count, ..tile }, numbered()),
        (9, Chosen { within: Some(1.5), ..ida_star }, numbered()),
        (9, Chosen { within: Some(1.5), want: Want::Count, ..any }, numbered()),
        (9, Chosen { within: Some(1.5), table: true, ..any }, numbered()),
        (10, Chosen { first: true, ..bfs }, numbered()),
        (10, Chosen { first: true, want: WANTS[1], ..any }, numbered()),
        (11, Chosen { want: Want::Count, ..by(Algorithm::Anytime) }, numbered()),
        (12, Chosen { threads: Some(2), ..bfs }, numbered()),
        (12, Chosen { threads: Some(2), ..any }, weak()),
        (12, Chosen { threads: Some(2), want: Want::Lexicographic, ..ida_star }, numbered()),
        (12, Chosen { threads: Some(2), table: true, ..any }, numbered()),
        (13, Chosen { cuts: true, ..a_star }, numbered()),
        (13, Chosen { cuts: true, ..any }, without_numbers(numbered())),
        (13, Chosen { cuts: true, first: true, ..any }, numbered()),
        (14, Chosen { cuts: true, want: WANTS[1], ..ida_star }, numbered()),
        (15, Chosen { cuts: true, ..any }, no_phases),
        (5, by(Algorithm::Bfs), costs.clone()),
        (5, by(Algorithm::Anytime), costs.clone()),
        (16, Chosen { cuts: true, ..any }, costs),
    ];
    for (rule, case, facts) in &cases {
        let conflict = allowed(&case.options(), case.given(), facts).expect_err(&format!("{case:?}"));
        assert_eq!((conflict.rule, conflict.field), (*rule, RULES[*rule].field), "{case:?}: {conflict}");
        assert_eq!(conflict.kind, RULES[*rule].kind);
    }
    let broken: HashSet<usize> = cases.iter().map(|case| case.0).collect();
    assert_eq!(broken.len(), RULES.len());
}

#[test]
fn what_has_an_effect_is_allowed() {
    let any = Chosen::default();
    let by = |algorithm| Chosen { algorithm: Some(algorithm), ..any };
    let ida_star = by(Algorithm::IdaStar);
    let tile = Chosen { convention: Some(Convention::Tile), ..any };
    for (case, facts) in [
        (any, without_goals(without_numbers(weak()))),
        (Chosen { memory: true, cache: true, ..any }, numbered()),
        (Chosen { memory: true, cache: true, heuristic: Some("small"), ..ida_star }, numbered()),
        (Chosen { memory: true, ..by(Algorithm::Bfs) }, numbered()),
        (Chosen { cache: true, ..by(Algorithm::Table) }, numbered()),
        (Chosen { table: true, want: Want::Count, ..any }, numbered()),
        (Chosen { table: true, ..by(Algorithm::Table) }, numbered()),
        (tile, numbered()),
        (Chosen { scramble: true, want: Want::Count, ..tile }, numbered()),
        (Chosen { first: true, within: Some(2.0), threads: Some(2), heuristic: Some("large"), ..any }, numbered()),
        (Chosen { first: true, threads: Some(2), ..by(Algorithm::Anytime) }, numbered()),
        (Chosen { threads: Some(2), cuts: true, ..any }, numbered()),
        (Chosen { threads: Some(2), cuts: true, ..any }, without_goals(weak())),
        (Chosen { threads: Some(2), ..any }, without_numbers(weak())),
        (Chosen { threads: Some(2), ..any }, without_numbers(numbered())),
        (Chosen { threads: Some(2), cuts: true, heuristic: Some("plain"), ..any }, without_numbers(weak())),
        (Chosen { threads: Some(1), ..by(Algorithm::Bfs) }, numbered()),
    ] {
        assert_eq!(allowed(&case.options(), case.given(), &facts), Ok(()), "{case:?}");
    }
}

fn all_options(mut each: impl FnMut(Chosen)) {
    let algorithms = ALGORITHMS.map(Some).into_iter().chain([None]);
    for (algorithm, want) in algorithms.flat_map(|algorithm| WANTS.map(|want| (algorithm, want))) {
        for heuristic in [None, Some("plain"), Some("small")] {
            for bits in 0..64u32 {
                let is = |bit: u32| bits >> bit & 1 == 1;
                let convention = is(3).then_some(Convention::Tile);
                let (within, first, threads) = (is(0).then_some(1.5), is(1), is(2).then_some(2));
                let base = Chosen { algorithm, heuristic, want, within, first, threads, ..Chosen::default() };
                each(Chosen { convention, cuts: is(4), table: is(5), ..base });
            }
        }
    }
}

/// For every machine and every kept table, the chosen algorithm uses all options of the question.
#[test]
fn what_is_allowed_is_used() {
    let kinds = [numbered(), weak()];
    let kinds = kinds.into_iter().flat_map(|facts| [facts.clone(), without_goals(facts)]);
    let kinds: Vec<PuzzleFacts> = kinds.flat_map(|facts| [facts.clone(), without_numbers(facts)]).collect();
    let (mut legal, mut chosen) = (0, HashSet::new());
    for facts in &kinds {
        all_options(|case| {
            let (options, given) = (case.options(), case.given());
            if allowed(&options, given, facts).is_err() {
                return;
            }
            legal += 1;
            for bits in 0..256u32 {
                let is = |bit: u32| bits >> bit & 1 == 1;
                // Without ranks, or without a list of goals, there is no table that could be kept.
                let tabled = facts.ranks.is_some() && facts.goals.is_ok();
                let situation = Situation {
                    bytes: is(0).then_some(1000),
                    nodes: is(1).then_some(1000),
                    timed: is(2),
                    batch: is(3),
                    lasting: is(7),
                    held: is(4) && tabled,
                    kept: Some(is(5) && tabled),
                    searched: if is(6) { u64::MAX } else { 0 },
                    ..Situation::new(&options, given, facts)
                };
                let (algorithm, why) = choose(&situation).expect("somebody has looked");
                let used = allowed_by(algorithm, &options, given, facts);
                assert_eq!(used, Ok(()), "{options:?} {situation:?}: {why}");
                chosen.insert(algorithm.name());
            }
        });
    }
    assert!(legal > 1000 && chosen.len() == ALGORITHMS.len(), "{legal} {chosen:?}");
}

/// Each case names the first row of the list for `auto` that applies.
#[test]
fn each_choice_has_its_case() {
    let any = Chosen::default();
    let [few, much] = [Some(1_000), None];
    let many = PuzzleFacts { ranks: Some(1 << 26), ..numbered() };
    let more = PuzzleFacts { ranks: Some((1 << 20) + 1), ..numbered() };
    let (numbered, weak) = (numbered(), weak());
    let slow = PuzzleFacts { are_ranks_slow: true, ..numbered.clone() };
    let many_slow = PuzzleFacts { are_ranks_slow: true, ..many.clone() };
    let (large, large_weak) = (without_numbers(numbered.clone()), without_numbers(weak.clone()));
    let (goalless, goalless_strong) = (without_goals(weak.clone()), without_goals(numbered.clone()));
    let large_goalless = without_numbers(goalless.clone());
    let options = Chosen::on;
    let batch = |facts| Situation { batch: true, ..any.on(facts) };
    let lasting = |facts| Situation { lasting: true, ..any.on(facts) };
    let kept = |chosen: Chosen, facts| Situation { kept: Some(true), ..chosen.on(facts) };
    let count = Chosen { want: Want::Count, ..any };
    let tried = |build| vec![TriedStep { step: PolicyStep::Table { build }, end: End::NoTables }];
    let dear = PuzzleFacts { costs: Some(100), ..numbered.clone() };
    let dearest = PuzzleFacts { costs: Some(101), ..dear.clone() };
    let large_dear = without_numbers(dear.clone());
    let large_weak_dear = without_numbers(PuzzleFacts { costs: Some(100), ..weak.clone() });
    let cases = [
        (0, kept(Chosen { table: true, ..any }, &numbered)),
        (1, options(any, &dear)),
        (1, Situation { bytes: Some(800_000), ..options(count, &dear) }),
        (2, options(count, &large_weak_dear)),
        (2, options(Chosen { want: WANTS[1], ..any }, &large_weak_dear)),
        (2, options(count, &large_dear)),
        (3, options(any, &large_weak_dear)),
        (3, options(Chosen { threads: Some(2), ..count }, &large_weak_dear)),
        (3, options(any, &dearest)),
        (3, options(any, &large_dear)),
        (3, Situation { bytes: Some(799_999), ..options(any, &dear) }),
        (3, options(Chosen { threads: Some(2), ..any }, &dear)),
        (4, kept(Chosen { first: true, ..any }, &numbered)),
        (4, kept(Chosen { within: Some(1.1), ..any }, &numbered)),
        (4, batch(&numbered).with(Chosen { first: true, ..any })),
        (5, kept(any, &numbered)),
        (5, kept(any, &weak)),
        (5, kept(count, &many)),
        (5, kept(Chosen { threads: Some(1), ..any }, &numbered)),
        (5, Situation { batch: true, ..kept(any, &numbered) }),
        (6, Situation { held: true, ..batch(&numbered) }),
        (6, Situation { held: true, kept: None, ..batch(&numbered) }),
        (6, Situation { searched: 400_000, ..batch(&numbered) }),
        (6, batch(&numbered).with(Chosen { want: WANTS[1], ..any })),
        (6, Situation { held: true, timed: true, ..lasting(&numbered) }),
        (6, Situation { held: true, timed: true, ..lasting(&numbered) }.with(Chosen { want: WANTS[1], ..any })),
        (6, Situation { searched: 400_000, timed: true, ..lasting(&numbered) }),
        (7, options(any, &large)),
        (7, options(any, &many_slow)),
        (7, options(Chosen { threads: Some(2), ..any }, &large_weak)),
        (7, Situation { nodes: Some(1 << 30), ..options(any, &large_weak) }),
        (7, Situation { timed: true, ..options(any, &large_weak) }),
        (9, options(count, &numbered)),
        (9, batch(&numbered).with(count)),
        (8, Situation { bytes: few, ..options(any, &weak) }),
        (8, Situation { bytes: few, ..options(count, &numbered) }),
        (9, Situation { bytes: much, ..options(any, &numbered) }),
        (9, options(any, &slow)),
        (9, options(any, &many)),
        (9, options(Chosen { heuristic: Some("plain"), ..any }, &weak)),
        (9, options(count, &many)),
        (9, kept(Chosen { threads: Some(2), ..any }, &numbered)),
        (9, kept(Chosen { cuts: true, ..any }, &numbered)),
        (9, kept(Chosen { heuristic: Some("plain"), ..any }, &numbered)),
        (9, Situation { tried: tried(false), ..kept(any, &numbered) }),
        (9, Situation { searched: 399_999, ..batch(&numbered) }),
        (9, Situation { searched: 400_000, tried: tried(true), ..batch(&numbered) }),
        (9, Situation { held: true, nodes: Some(1 << 30), ..batch(&numbered) }),
        (9, Situation { held: true, ..batch(&numbered).with(Chosen { threads: Some(2), ..any }) }),
        (9, Situation { held: true, ..batch(&many) }),
        // Single questions build only tables that are small enough also for a question with a time limit.
        (9, Situation { searched: 399_999, timed: true, ..lasting(&numbered) }),
        (9, lasting(&numbered).with(Chosen { want: WANTS[1], ..any })),
        (9, Situation { held: true, nodes: Some(1 << 30), ..lasting(&numbered) }),
        (9, Situation { searched: u64::MAX, ..lasting(&more) }),
        (9, Situation { held: true, timed: true, ..batch(&numbered) }),
        (9, Situation { held: true, ..options(any, &numbered) }),
        (9, options(Chosen { want: Want::Lexicographic, ..any }, &large)),
        (9, options(any, &goalless_strong)),
        (10, options(count, &large_goalless)),
        (11, options(any, &goalless)),
        (12, options(any, &weak)),
        (12, options(any, &large_weak)),
    ];
    // The reason distinguishes rows with the same algorithm.
    let mut reasons = HashMap::new();
    for (row, situation) in &cases {
        let (algorithm, why) = choose(situation).unwrap();
        assert_eq!(algorithm, AUTO[*row].algorithm, "{why}: {situation:?}");
        assert_eq!(reasons.entry(*row).or_insert(why.clone()), &why, "{situation:?}");
    }
    assert_eq!([reasons.len(), reasons.into_values().collect::<HashSet<_>>().len()], [AUTO.len(); 2]);
    // A kept table is looked for only if it would be used, and only once.
    for (looks, situation) in [
        (true, options(any, &numbered)),
        (true, batch(&numbered)),
        (false, options(Chosen { first: true, ..any }, &numbered)),
        (false, options(Chosen { threads: Some(2), ..any }, &numbered)),
        (false, options(Chosen { heuristic: Some("plain"), ..any }, &numbered)),
        (false, options(Chosen { algorithm: Some(Algorithm::Table), ..any }, &numbered)),
        (false, Situation { held: true, ..batch(&numbered) }),
        (false, options(any, &large)),
        (false, options(any, &goalless)),
    ] {
        let situation = Situation { kept: None, ..situation };
        assert_eq!(next(&situation) == PolicyStep::LookForDistances, looks, "{situation:?}");
        assert_eq!(choose(&situation).is_none(), looks);
        assert_ne!(next(&Situation { kept: Some(false), ..situation }), PolicyStep::LookForDistances);
    }
}

/// Replaces the options of a situation and the other parts that are given.
trait With {
    fn with(self, chosen: Chosen) -> Self;
}

impl With for Situation<'_> {
    fn with(self, chosen: Chosen) -> Self {
        Situation { options: chosen.leaked(), given: chosen.given(), ..self }
    }
}

const BLINK: u64 = 1 << 17;

/// The search by layers when its memory is used up, so that the search by deepening goes on alone.
fn over() -> LayersCourse {
    LayersCourse { is_over: true, ..LayersCourse::default() }
}

/// A search step with the bound at this index.
fn search(algorithm: Algorithm, bound: usize, budget: Option<u64>, aim: Aim) -> PolicyStep {
    PolicyStep::Search(Search { algorithm, bound, budget, aim })
}

/// Calls `next` after each step, which ends as given, and compares the steps. The `last` step is not tried.
#[track_caller]
fn goes(mut situation: Situation<'_>, steps: &[(PolicyStep, End)], last: PolicyStep) {
    let (looked, cached): (Vec<TablesPlace>, Vec<TablesPlace>) = (situation.tables.clone(), situation.tables.clone());
    let memory =
        |place: &TablesPlace| if *place == TablesPlace::Memory { TablesPlace::Memory } else { TablesPlace::Elsewhere };
    situation.tables = Vec::new();
    let mut taken = 0;
    loop {
        match next(&situation) {
            PolicyStep::LookInMemory => situation.tables = looked.iter().map(memory).collect(),
            PolicyStep::LookInCache => {
                let due: Vec<usize> = (0..cached.len()).filter(|&bound| situation.may_look_for(bound)).collect();
                assert!(!due.is_empty(), "somebody looks for something");
                due.into_iter().for_each(|bound| situation.tables[bound] = cached[bound]);
            }
            step if taken < steps.len() => {
                assert_eq!(step, steps[taken].0, "step {taken}");
                let end = steps[taken].1;
                if let (PolicyStep::Search(Search { budget: Some(nodes), aim: Aim::Climb, .. }), End::Spent) =
                    (step, end)
                {
                    situation.spent += nodes;
                }
                situation.tried.push(TriedStep { step, end });
                taken += 1;
            }
            step => return assert_eq!(step, last, "the last step"),
        }
    }
}

#[test]
fn a_named_algorithm_is_the_only_step() {
    let facts = numbered();
    for algorithm in ALGORITHMS {
        let situation = Chosen { algorithm: Some(algorithm), ..Chosen::default() }.on(&facts);
        let step = match algorithm {
            Algorithm::Table => PolicyStep::Table { build: true },
            algorithm => search(algorithm, 0, None, Aim::Only),
        };
        for end in [End::Limit, End::NoTables] {
            goes(situation.clone(), &[(step, end)], PolicyStep::GiveUp);
        }
    }
    let options = Chosen { algorithm: Some(Algorithm::IdaStar), heuristic: Some("large"), ..Chosen::default() };
    goes(options.on(&facts), &[], search(Algorithm::IdaStar, 2, None, Aim::Only));
    let options = Chosen { algorithm: Some(Algorithm::IdaStar), want: Want::Count, ..Chosen::default() };
    goes(options.on(&facts), &[], search(Algorithm::IdaStar, 0, None, Aim::Only));
}

/// IDA* goes on where a closed list does not fit the memory, and nothing goes on after IDA*.
#[test]
fn a_full_closed_list_is_followed_by_ida_star() {
    let facts = PuzzleFacts { ladder: vec![0], ..without_goals(without_numbers(weak())) };
    let options = Chosen { want: Want::Count, ..Chosen::default() };
    let steps = [
        (search(Algorithm::Bfs, 0, None, Aim::Only), End::Full),
        (search(Algorithm::IdaStar, 0, None, Aim::Glance), End::Limit),
    ];
    let tables = vec![TablesPlace::Memory];
    let here = Situation { tables, layers: over(), a_star: over(), ..options.on(&facts) };
    goes(here.clone(), &steps[..1], steps[1].0);
    goes(here, &steps, PolicyStep::GiveUp);
}

/// IDA* and a search by layers share a question for all solutions, their number or the smallest one: a search from both
/// ends, or A*, if the goals cannot be listed.
#[test]
fn solutions_are_counted_by_the_cheaper_proof() {
    let facts = PuzzleFacts { ladder: vec![0], ..without_numbers(numbered()) };
    let goalless = without_goals(facts.clone());
    let ida = |budget, aim| search(Algorithm::IdaStar, 0, budget, aim);
    let cases = [
        (&facts, Algorithm::Bidirectional, [220_000.0, 240_000.0]),
        (&goalless, Algorithm::AStar, [110_000.0, 120_000.0]),
    ];
    for (want, (facts, algorithm, [cheap, dear])) in WANTS[1..].iter().flat_map(|want| cases.map(|case| (want, case))) {
        let layers_of = |budget| search(algorithm, 0, Some(budget), Aim::Layers);
        let here =
            Situation { tables: vec![TablesPlace::Memory], ..Chosen { want: *want, ..Chosen::default() }.on(facts) };
        let glance = (ida(Some(BLINK), Aim::Glance), End::Spent);
        goes(here.clone(), &[], glance.0);
        goes(here.clone(), &[glance], layers_of((3 << 15) / cost(algorithm, 1)));
        let alone = Situation { layers: over(), a_star: over(), ..here.clone() };
        goes(alone, &[], ida(None, Aim::Glance));
        // A node of A* costs six nodes of a tree, one of the other search three, and a state has 4 successors.
        let side = |waiting| Some(GrowingSide { waiting, next: 0.0, ratio: 2.0 });
        let duel = |waiting| {
            let forecast = Some(Forecast { proved: 21, gap: 1, sides: [side(waiting), None] });
            let (generated, expanded, bytes) = (40_000, 10_000, 1_000_000);
            let layers = LayersCourse { generated, expanded, bytes, forecast, ..LayersCourse::default() };
            let iterations = IterationsCourse::default().after(18, 100_000, true).after(20, 900_000, true);
            let tried = vec![TriedStep { step: glance.0, end: End::Spent }];
            let alone = Situation { layers: over(), a_star: over(), ..here.clone() };
            let mut alone = Situation { iterations, proved: 21, tried, work: 1 << 20, ..alone };
            *alone.course_mut(algorithm) = layers;
            next(&alone)
        };
        assert_eq!(duel(cheap), layers_of(5 * cheap as u64));
        assert_eq!(duel(dear), ida(Some(5_400_000), Aim::Climb));
    }
}

#[test]
fn ida_star_climbs() {
    let facts = numbered();
    let here = |tables: [TablesPlace; 3]| Situation {
        tables: tables.into(),
        layers: over(),
        a_star: over(),
        ..Chosen::default().on(&facts)
    };
    let (unbuilt, memory) = ([TablesPlace::Unbuilt(500_000), TablesPlace::Unbuilt(9_000_000)], TablesPlace::Memory);
    let ida = |bound, budget, aim| search(Algorithm::IdaStar, bound, budget, aim);
    let (glance, climb) = (|bound| ida(bound, Some(BLINK), Aim::Glance), |bound, nodes| ida(bound, nodes, Aim::Climb));
    // No table is built before the search has cost as much, whatever was spent on other positions.
    let nothing = here([memory, unbuilt[0], unbuilt[1]]);
    let ladder = [
        (glance(0), End::Spent),
        (climb(0, Some(500_000)), End::Spent),
        (climb(1, Some(8_500_000)), End::Spent),
        (climb(2, None), End::Limit),
    ];
    for steps in 0..4 {
        goes(nothing.clone(), &ladder[..steps], ladder[steps].0);
    }
    goes(nothing.clone(), &ladder, PolicyStep::GiveUp);
    goes(nothing.clone(), &[(glance(0), End::Limit)], PolicyStep::GiveUp);
    let spent = Situation { spent: 450_000, ..nothing.clone() };
    goes(spent, &ladder[..1], climb(0, Some(BLINK)));
    // The search begins with a table in the cache folder, but only after a blink.
    let folder = here([memory, TablesPlace::Folder, unbuilt[1]]);
    goes(folder, &ladder[..1], climb(1, Some(9_000_000)));
    goes(here([memory, TablesPlace::Folder, TablesPlace::Folder]), &ladder[..1], climb(2, None));
    // The search begins with a table in memory, and uses no other if it is the strongest.
    goes(here([memory, memory, unbuilt[1]]), &[(glance(1), End::Spent)], climb(1, Some(9_000_000)));
    goes(here([memory, memory, memory]), &[], ida(2, None, Aim::Glance));
    // If tables do not fit, the search skips the table and all stronger ones.
    let no_room = [ladder[0], ladder[1], (climb(1, Some(8_500_000)), End::NoTables)];
    goes(nothing.clone(), &no_room, climb(0, None));
    goes(nothing, &[&no_room[..], &[(climb(0, None), End::NoTables)]].concat(), PolicyStep::GiveUp);
    // A bound that is named is the only bound.
    let options = Chosen { heuristic: Some("large"), ..Chosen::default() };
    let named = Situation { tables: vec![memory, memory, unbuilt[1]], ..options.on(&facts) };
    goes(named.clone(), &[], climb(2, None));
    goes(Situation { tables: vec![memory; 3], ..named }, &[], ida(2, None, Aim::Glance));
}

/// Vast tables are looked for only if the search has taken long, and need a limit of memory.
#[test]
fn vast_tables_wait() {
    const LONG: u64 = 1 << 23;
    let mut facts = numbered();
    facts.bounds[2].vast = true;
    let tables = |vast| vec![TablesPlace::Memory, TablesPlace::Folder, vast];
    let here = Situation { bytes: Some(1 << 40), layers: over(), a_star: over(), ..Chosen::default().on(&facts) };
    let ida = |bound, budget, aim| search(Algorithm::IdaStar, bound, budget, aim);
    let steps = [
        (ida(0, Some(BLINK), Aim::Glance), End::Spent),
        (ida(1, Some(LONG), Aim::Climb), End::Spent),
        (ida(1, Some(9 * LONG), Aim::Climb), End::Spent),
        (ida(2, None, Aim::Climb), End::NoTables),
    ];
    let unbuilt = Situation { tables: tables(TablesPlace::Unbuilt(10 * LONG)), ..here.clone() };
    for taken in 0..4 {
        goes(unbuilt.clone(), &steps[..taken], steps[taken].0);
    }
    goes(unbuilt, &steps, ida(1, None, Aim::Climb));
    let kept = Situation { tables: tables(TablesPlace::Unbuilt(LONG)), ..here.clone() };
    goes(kept, &steps[..2], steps[3].0);
    let unlimited = Situation { bytes: None, tables: tables(TablesPlace::Unbuilt(LONG)), ..here.clone() };
    goes(unlimited, &steps[..1], ida(1, None, Aim::Climb));
    // A vast table that is named in the question is used at once.
    let options = Chosen { heuristic: Some("large"), ..Chosen::default() };
    let named = Situation { bytes: None, tables: tables(TablesPlace::Unbuilt(LONG)), ..here }.with(options);
    goes(named, &[], ida(2, None, Aim::Climb));
}

#[test]
fn an_anytime_search_has_a_solution_first() {
    let facts = without_numbers(numbered());
    let tables = vec![TablesPlace::Memory, TablesPlace::Unbuilt(3_000_000), TablesPlace::Unbuilt(9_000_000)];
    let here = Situation { tables, layers: over(), a_star: over(), ..Chosen::default().on(&facts) };
    let ida = |bound, budget, aim| search(Algorithm::IdaStar, bound, budget, aim);
    let any = |bound, budget, aim| search(Algorithm::Anytime, bound, budget, aim);
    let steps = [
        (ida(0, Some(1 << 19), Aim::Glance), End::Spent),
        (any(0, Some(1 << 20), Aim::SomeSolution), End::Spent),
        (any(0, Some(3_000_000), Aim::Climb), End::Spent),
        (ida(1, Some(6_000_000), Aim::Climb), End::Spent),
        (ida(2, None, Aim::Climb), End::Limit),
    ];
    for taken in 0..5 {
        goes(here.clone(), &steps[..taken], steps[taken].0);
    }
    goes(here.clone(), &steps, PolicyStep::GiveUp);
    // If any solution is enough, no search has the aim of some solution, and no search by IDA* is left.
    let content = here.clone().with(Chosen { within: Some(1.1), ..Chosen::default() });
    let glance = ida(0, Some(BLINK), Aim::Glance);
    let climbs = [
        (glance, End::Spent),
        (any(0, Some(3_000_000), Aim::Climb), End::Spent),
        (any(1, Some(6_000_000), Aim::Climb), End::Spent),
    ];
    goes(content, &climbs, any(2, None, Aim::Climb));
    // With few nodes, an anytime search achieves more. Under a limit every other turn looks for any solution.
    let any_solution = |budget| any(0, Some(budget), Aim::SomeSolution);
    goes(Situation { nodes: Some(4 * BLINK), ..here.clone() }, &[], any_solution(4 * BLINK));
    let more = Situation { nodes: Some(4 * BLINK + 1), ..here.clone() };
    goes(more.clone(), &[], glance);
    goes(Situation { work: BLINK, ..more }, &[(glance, End::Spent)], any_solution(BLINK));
    // Under a limit, IDA* takes over where the best solution is at most a third longer than the proved bound.
    let limited = Situation { timed: true, is_solved: true, proved: 15, ..here.clone() };
    let with = |best, algorithm| {
        let mut steps = [&steps[..3], &[(search(algorithm, 1, Some(6_000_000), Aim::Climb), End::Spent)]].concat();
        steps[3].1 = End::Limit;
        goes(Situation { best: Some(best), ..limited.clone() }, &steps, PolicyStep::GiveUp);
    };
    with(20, Algorithm::IdaStar);
    with(21, Algorithm::Anytime);
    // A solution that comes from a plan is shortened without a limit, too.
    let planned = Situation { timed: false, best: Some(48), ..limited.clone() };
    goes(planned.clone(), &steps[..3], any(1, Some(6_000_000), Aim::Climb));
    goes(Situation { best: Some(47), ..planned }, &steps[..3], steps[3].0);
    // A bound without tables proves beside the anytime search until the end.
    let plain = PuzzleFacts { ladder: vec![0], ..facts.clone() };
    let situation = Situation {
        tables: vec![TablesPlace::Memory; 1],
        layers: over(),
        a_star: over(),
        ..Chosen::default().on(&plain)
    };
    goes(situation, &steps[..1], any(0, None, Aim::Climb));
}

/// Two searches share a request. The search whose next proof is expected to cost less takes the next step.
#[test]
fn the_cheaper_proof_comes_next() {
    let ladder = PuzzleFacts { ranks: Some(250_000), ..weak() };
    let facts = PuzzleFacts { ladder: vec![0], ..ladder.clone() };
    let (ida, both) = (
        |budget| search(Algorithm::IdaStar, 0, Some(budget), Aim::Climb),
        |budget| search(Algorithm::Bidirectional, 0, Some(budget), Aim::Layers),
    );
    let glance = search(Algorithm::IdaStar, 0, Some(BLINK), Aim::Glance);
    let here = Situation { tables: vec![TablesPlace::Memory; 3], ..Chosen::default().on(&facts) };
    goes(here.clone(), &[], glance);
    goes(here.clone(), &[(glance, End::Spent)], both(1 << 15));
    let tried = vec![TriedStep { step: glance, end: End::Spent }];
    let side = |waiting: f64| Some(GrowingSide { waiting, next: 0.0, ratio: 2.0 });
    let forecast = |waiting| Forecast { proved: 21, gap: 1, sides: [side(waiting), side(1e9)] };
    // A state has 4 successors, and a node in a closed list costs as much as 3 nodes of a tree.
    let layers = |waiting: f64| LayersCourse {
        generated: 40_000,
        expanded: 10_000,
        bytes: 1_000_000,
        forecast: Some(forecast(waiting)),
        is_over: false,
        is_full: false,
    };
    let iterations = IterationsCourse::default().after(18, 100_000, true).after(20, 900_000, true);
    let here = Situation { a_star: over(), ..here };
    let long = Situation { iterations, proved: 21, tried: tried.clone(), work: 1_900_000, ..here.clone() };
    let duel = |waiting, proved| next(&Situation { layers: layers(waiting), proved, ..long.clone() });
    // The iterations grow by three for each move, so 2,700,000 nodes are expected of the iteration of threshold 21.
    assert_eq!(duel(220_000.0, 21), both(1_100_000));
    assert_eq!(duel(240_000.0, 21), ida(5_400_000));
    // A forecast has no more states than both sides can expand, which are more than a number of 64 bits for a giant.
    let ranked = |ranks| PuzzleFacts { ranks: Some(ranks), ..facts.clone() };
    let (few, giant) = (ranked(105_000), ranked(u64::MAX));
    let of = |facts: &_| next(&Situation { layers: layers(240_000.0), facts, ..long.clone() });
    assert_eq!(of(&few), both(1_000_000));
    assert_eq!(of(&giant), ida(5_400_000));
    // After a while A* takes part, and a node of it costs as much as 6 nodes of a tree.
    let a_star = |budget| search(Algorithm::AStar, 0, Some(budget), Aim::Layers);
    let trio = |waiting, a_star| next(&Situation { layers: layers(waiting), a_star, ..long.clone() });
    assert_eq!(trio(220_000.0, LayersCourse::default()), a_star(1 << 14));
    let few = LayersCourse { generated: 20_000, expanded: 5_000, ..layers(100_000.0) };
    assert_eq!(trio(220_000.0, few), a_star(117_500 / 6));
    assert_eq!(trio(220_000.0, layers(100_000.0)), a_star(500_000));
    assert_eq!(trio(220_000.0, layers(120_000.0)), both(1_100_000));
    assert_eq!(trio(240_000.0, layers(120_000.0)), ida(5_400_000));
    // While some solution is waited for, no step costs more than all steps before it.
    let some_solution = search(Algorithm::Anytime, 0, Some((1 << 20) + 1), Aim::SomeSolution);
    let waited = [glance, some_solution].map(|step| TriedStep { step, end: End::Spent });
    let wish = Chosen { first: true, ..Chosen::default() };
    let waits = |waiting| {
        let (tables, tried) = (vec![TablesPlace::Memory; 3], waited.to_vec());
        let here = Situation { tables, tried, layers: layers(waiting), a_star: over(), ..wish.on(&facts) };
        next(&Situation { iterations, proved: 21, work: 1 << 21, ..here })
    };
    assert_eq!(waits(220_000.0), both((1 << 21) / 3));
    assert_eq!(waits(240_000.0), ida(1 << 21));
    // Cheap layers come before a look for tables, and dear ones after it.
    let look = |waiting| {
        let tables = vec![TablesPlace::Memory, TablesPlace::Elsewhere, TablesPlace::Elsewhere];
        let here = Situation { layers: layers(waiting), a_star: over(), tables, ..Chosen::default().on(&ladder) };
        next(&Situation { tried: tried.clone(), proved: 21, work: 400_000, ..here })
    };
    assert_eq!(look(10_000.0), both(40_000));
    assert_eq!(look(20_000.0), PolicyStep::LookInCache);
    // The layers would need more memory than the request allows: they hold 1,000,000 bytes, and a fourth is for tables.
    let narrow = Situation { bytes: Some(1_300_000), layers: layers(220_000.0), iterations, proved: 21, tried, ..here };
    assert_eq!(next(&narrow), search(Algorithm::IdaStar, 0, None, Aim::Climb));
    // The course names every search, and the forecasts by which the cheapest was chosen.
    let course = |situation: &Situation<'_>| shared(&Situation { work: 250_000, ..situation.clone() }).unwrap();
    let rest = "and the others 130000 (first ida-star with plain); the next iteration: about";
    let (narrow, wide) = (course(&narrow), course(&Situation { bytes: None, ..narrow }));
    assert!(narrow.contains(&format!("bidirectional generated 40000 nodes, {rest}")), "{narrow}");
    assert!(wide.contains(&format!("40000 nodes (its next proof: about 2600000), {rest}")), "{wide}");
}

/// The searches of a batch end when they have cost as much as the table that answers all.
#[test]
fn a_batch_builds_a_table_when_it_pays() {
    let (strong, weak) = (numbered(), weak());
    let batch = |facts, searched| Situation {
        batch: true,
        searched,
        layers: over(),
        a_star: over(),
        tables: vec![TablesPlace::Memory, TablesPlace::Unbuilt(500_000), TablesPlace::Unbuilt(9_000_000)],
        ..Chosen::default().on(facts)
    };
    let ida = |budget| search(Algorithm::IdaStar, 0, Some(budget), Aim::Glance);
    goes(batch(&strong, 0), &[], ida(BLINK));
    goes(batch(&strong, 300_000), &[], ida(100_000));
    goes(batch(&strong, 399_999), &[], ida(1));
    goes(batch(&strong, 400_000), &[], PolicyStep::Table { build: true });
    // A node in a closed list costs more.
    let both_ends = Search { algorithm: Algorithm::Bidirectional, bound: 0, budget: Some(6_667), aim: Aim::Layers };
    let layers = Situation { layers: LayersCourse::default(), ..batch(&weak, 380_000) };
    goes(layers, &[(ida(20_000), End::Spent)], PolicyStep::Search(both_ends));
    assert_eq!([cost(Algorithm::Bidirectional, 75_000), cost(Algorithm::AStar, 75_000)], [225_000, 450_000]);
    // Without room for the table, or with positions too far for it, the searches continue without a budget.
    let table = (PolicyStep::Table { build: true }, End::NoTables);
    goes(batch(&weak, 400_000), &[table], ida(BLINK));
    goes(batch(&weak, 400_000), &[(table.0, End::Limit)], PolicyStep::GiveUp);
    goes(batch(&strong, 400_000), &[table], ida(BLINK));
    // A table that was refused for an earlier position is not tried again for every later position.
    goes(Situation { refused: true, ..batch(&strong, 400_000) }, &[], ida(BLINK));
    // A kept table is read, not built. If it cannot be used, the steps are those without it.
    let kept = Situation { kept: Some(true), ..batch(&strong, 0) };
    let read = (PolicyStep::Table { build: false }, End::NoTables);
    goes(kept.clone(), &[read], ida(BLINK));
    goes(kept, &[(read.0, End::Limit)], PolicyStep::GiveUp);
    assert_eq!(building(1_000), 500);
}

/// All situations at the start of a request, as far as [`next`] distinguishes them.
fn all_situations(facts: &PuzzleFacts, mut each: impl FnMut(Situation<'_>)) {
    let algorithms = [None, Some(Algorithm::IdaStar), Some(Algorithm::Table), Some(Algorithm::Anytime)];
    for bits in 0..192u32 {
        let is = |bit: u32| (bits / 12) >> bit & 1 == 1;
        let chosen = Chosen {
            algorithm: algorithms[(bits % 4) as usize],
            want: [Want::One, WANTS[1], Want::Count][(bits / 4 % 3) as usize],
            heuristic: is(0).then_some("large"),
            first: is(1),
            threads: is(2).then_some(2),
            table: is(3),
            ..Chosen::default()
        };
        let options = chosen.options();
        if allowed(&options, chosen.given(), facts).is_err() {
            continue;
        }
        for bits in 0..36u32 {
            let (series, limit, rest) = (bits % 3, bits / 3 % 3, bits / 9);
            let situation = Situation {
                batch: series == 1,
                lasting: series == 2,
                timed: limit == 1,
                nodes: (limit == 2).then_some(1 << 40),
                bytes: (rest & 1 == 1).then_some(800_000),
                held: rest & 2 == 2 && facts.ranks.is_some(),
                kept: None,
                ..Situation::new(&options, chosen.given(), facts)
            };
            each(situation);
        }
    }
}

/// The possible situations after a step without an answer, with every budget fully spent. A limit ends the request.
fn afterwards<'a>(now: &Situation<'a>, step: PolicyStep) -> Vec<Situation<'a>> {
    let tried = |end| Situation { tried: [&now.tried[..], &[TriedStep { step, end }]].concat(), ..now.clone() };
    let bounds = now.facts.bounds.len();
    let places = |choices: &[TablesPlace], due: &dyn Fn(usize) -> bool| {
        let number = choices.len().pow(u32::try_from(bounds).unwrap());
        let place = |code: usize, bound: usize| choices[code / choices.len().pow(bound as u32) % choices.len()];
        let known = |bound: usize| now.tables.get(bound).copied().unwrap_or_default();
        let all = (0..number).map(|code| (0..bounds).map(|bound| (bound, place(code, bound))).collect::<Vec<_>>());
        let tables = all.map(|all| {
            let kept = |(bound, place)| if due(bound) { place } else { known(bound) };
            all.into_iter().map(kept).collect::<Vec<TablesPlace>>()
        });
        let mut different: Vec<Vec<TablesPlace>> = Vec::new();
        tables.for_each(|tables| {
            if !different.contains(&tables) {
                different.push(tables)
            }
        });
        different.into_iter().map(|tables| Situation { tables, ..now.clone() }).collect()
    };
    // Turns that double their budgets go on until a limit ends them.
    if now.work > 5 << 18 {
        return vec![];
    }
    match step {
        PolicyStep::GiveUp => vec![],
        PolicyStep::LookForDistances => [true, false].map(|kept| Situation { kept: Some(kept), ..now.clone() }).into(),
        PolicyStep::LookInMemory => {
            let looked: Vec<Situation<'_>> = places(&[TablesPlace::Memory, TablesPlace::Elsewhere], &|_| true);
            let plain = |now: &Situation<'_>, bound: usize| !now.facts.bounds[bound].tables;
            let fits =
                |now: &Situation<'_>| (0..bounds).all(|b| !plain(now, b) || now.tables[b] == TablesPlace::Memory);
            looked.into_iter().filter(fits).collect()
        }
        PolicyStep::LookInCache => {
            let choices = [TablesPlace::Folder, TablesPlace::Unbuilt(1000), TablesPlace::Unbuilt(9_000_000)];
            places(&choices, &|bound| now.may_look_for(bound))
        }
        PolicyStep::Table { .. } => vec![tried(End::NoTables)],
        PolicyStep::Search(Search { algorithm, budget: Some(nodes), aim: Aim::Layers, .. }) => {
            let mut over = Situation { work: now.work + 1, ..tried(End::NoTables) };
            over.course_mut(algorithm).is_over = true;
            let generated = over.course_mut(algorithm).generated + nodes;
            let layers = |waiting: f64| {
                let growing = Some(GrowingSide { waiting, next: 0.0, ratio: 3.0 });
                let forecast = Some(Forecast { proved: now.proved, gap: 1, sides: [growing; 2] });
                LayersCourse {
                    generated,
                    expanded: generated / 4,
                    bytes: generated << 12,
                    forecast,
                    is_over: false,
                    is_full: false,
                }
            };
            let spend = |layers| {
                let mut spent = Situation { work: now.work + cost(algorithm, nodes), ..tried(End::Spent) };
                *spent.course_mut(algorithm) = layers;
                spent.spent += cost(algorithm, nodes);
                if now.batch || now.lasting {
                    spent.searched = spent.searched.saturating_add(cost(algorithm, nodes));
                }
                spent
            };
            // The layers are over; their next layer is small; it does not fit the memory.
            vec![over, spend(layers(generated as f64)), spend(layers(1e18))]
        }
        PolicyStep::Search(Search { algorithm, budget, aim, bound }) => {
            let refused = Situation { work: now.work + 1, ..tried(End::NoTables) };
            let Some(budget) = budget else {
                // Only an algorithm that the policy chose, and that has a closed list, is followed by another.
                let has_list = matches!(algorithm, Algorithm::AStar | Algorithm::Bfs | Algorithm::Bidirectional);
                if aim != Aim::Only || !has_list || now.options.algorithm.is_some() {
                    return vec![refused];
                }
                return vec![
                    refused,
                    Situation { layers: over(), a_star: over(), work: now.work + 1, ..tried(End::Full) },
                ];
            };
            let mut spent = tried(End::Spent);
            spent.work += cost(algorithm, budget);
            spent.iterations = spent.iterations.of(bound).after(now.proved, budget, false);
            if now.batch || now.lasting {
                spent.searched = spent.searched.saturating_add(cost(algorithm, budget));
            }
            if aim == Aim::Climb {
                spent.spent += budget;
            }
            // An anytime search may find a solution that comes from a plan.
            let planned = Situation { best: Some(100), is_solved: true, ..spent.clone() };
            let may_plan = aim == Aim::SomeSolution && now.facts.ranks.is_none();
            [refused, spent].into_iter().chain(may_plan.then_some(planned)).collect()
        }
    }
}

/// Every step without an answer makes the measure smaller, whatever its outcome, so the steps end.
#[test]
fn every_step_makes_the_measure_smaller() {
    fn goes_down(now: &Situation<'_>, steps: &mut HashSet<String>, number: &mut u64) {
        let step = next(now);
        *number += 1;
        if let PolicyStep::Search(Search { algorithm, aim, .. }) = step {
            steps.insert(format!("{aim:?} by {}", algorithm.name()));
        }
        for after in afterwards(now, step) {
            assert!(after.measure() < now.measure(), "{step:?}: {:?} {:?} {now:?}", now.measure(), after.measure());
            goes_down(&after, steps, number);
        }
    }
    let vast = |mut facts: PuzzleFacts| {
        facts.bounds[2].vast = true;
        facts
    };
    let cost = |costs, facts| PuzzleFacts { costs: Some(costs), ..facts };
    let kinds = [
        numbered(),
        weak(),
        vast(numbered()),
        cost(2, numbered()),
        cost(101, numbered()),
        PuzzleFacts { ladder: vec![], ..numbered() },
        without_goals(weak()),
        without_goals(cost(2, numbered())),
        without_numbers(numbered()),
        vast(without_numbers(weak())),
        vast(weak()),
        without_numbers(weak()),
        without_numbers(cost(2, numbered())),
    ];
    let (mut steps, mut number) = (HashSet::new(), 0);
    for facts in &kinds {
        all_situations(facts, |situation| goes_down(&situation, &mut steps, &mut number));
    }
    assert!(steps.len() == 12 && number > 1_000_000, "{number} {steps:?}");
}

/// The rows of the first table below a heading of a document.
fn table<'a>(text: &'a str, heading: &str) -> Vec<&'a str> {
    let begin = text.find(heading).unwrap_or_else(|| panic!("{heading}")) + heading.len();
    let lines = text[begin..].lines().skip_while(|line| !line.starts_with("|---"));
    lines.skip(1).take_while(|line| !line.is_empty()).collect()
}

/// docs/algorithms.md lists the rows of both lists unchanged.
#[test]
fn the_documentation_lists_the_rows() {
    let text = include_str!("../../docs/algorithms.md");
    let rows = AUTO.iter().enumerate();
    let auto = rows.map(|(index, row)| format!("| {} | {} | `{}` |", index + 1, row.when, row.algorithm.name()));
    assert_eq!(table(text, "\n### `auto`\n"), auto.collect::<Vec<_>>());
    let rules = RULES.iter().map(|rule| format!("| `{}` | {} |", rule.field.name(), rule.demands));
    assert_eq!(table(text, "\n### What may be asked\n"), rules.collect::<Vec<_>>());
}

/// docs/algorithms.zh.md lists the rows of both lists in the same order, with the same algorithms and fields.
#[test]
fn the_chinese_documentation_lists_the_rows() {
    let text = include_str!("../../docs/algorithms.zh.md");
    let names = |heading: &str, column: usize| -> Vec<&'static str> {
        let name = |row: &'static str| row.split('|').nth(column).unwrap_or_else(|| panic!("{row}")).trim();
        table(text, heading).into_iter().map(name).collect()
    };
    let auto = AUTO.iter().map(|row| format!("`{}`", row.algorithm.name()));
    assert_eq!(names("\n### `auto`\n", 3), auto.collect::<Vec<_>>());
    let rules = RULES.iter().map(|rule| format!("`{}`", rule.field.name()));
    assert_eq!(names("\n### 哪些要求可以提\n", 1), rules.collect::<Vec<_>>());
}

/// An empty cache folder for one test.
fn folder(name: &str) -> Cache {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    Cache::new(path)
}

fn solved(engine: &Engine, state: &str, request: &Request) -> Result<Algorithm, Refused> {
    engine.solve(state, request, &mut |_| ControlFlow::Continue(())).map(|answer| answer.algorithm)
}

/// The same questions are allowed without a cache, with an empty one, and with one that has the distance table.
#[test]
fn a_cache_never_changes_what_is_allowed() {
    for (id, bound) in [("8", "manhattan"), ("magic-board", "halves")] {
        let (empty, full) = (folder(&format!("policy-empty-{id}")), folder(&format!("policy-full-{id}")));
        let keep = Request { cache: full.clone(), ..Request::default() };
        open(id, None).unwrap().build_distances(8, None, &keep).unwrap();
        let engines = [Cache::none(), empty, full].map(|cache| (open(id, None).unwrap(), cache));
        let state = &engines[0].0.facts().example;
        let (mut legal, mut all) = (0, 0);
        all_options(|case| {
            // Tables and bounds that are named are left out here.
            if case.table || case.heuristic == Some("small") {
                return;
            }
            for (batch, nodes) in [(false, None), (true, None), (false, Some(1_000_000))] {
                let verdicts = engines.each_ref().map(|(engine, cache)| {
                    let request = Request {
                        options: Options { heuristic: case.heuristic.map(|_| bound.into()), ..case.options() },
                        limits: Limits { nodes, ..Limits::default() },
                        batch,
                        lasting: false,
                        cache: cache.clone(),
                        notify: None,
                        better: None,
                    };
                    solved(engine, state, &request).map(|_| ()).map_err(|refused| refused.to_string())
                });
                all += 1;
                legal += usize::from(verdicts[0].is_ok());
                assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "{case:?}: {verdicts:?}");
            }
        });
        assert!(legal > 100 && all > 2 * legal, "{legal} of {all}");
        // The kept table is used where it serves the question, and nowhere else.
        let (engine, cache) = &engines[2];
        let request = Request { cache: cache.clone(), ..Request::default() };
        assert_eq!(solved(engine, state, &request).unwrap(), Algorithm::Table);
        let first = Options { first: true, ..Options::default() };
        let first = Request { options: first, ..request.clone() };
        assert_eq!(solved(engine, state, &first).unwrap(), Algorithm::Anytime);
        let bounded = Options { heuristic: Some(bound.into()), ..Options::default() };
        let bounded = Request { options: bounded, ..request };
        assert_eq!(solved(engine, state, &bounded).unwrap(), Algorithm::IdaStar);
    }
}
