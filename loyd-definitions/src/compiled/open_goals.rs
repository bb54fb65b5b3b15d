//! Goals that leave open more positions than are listed. Their positions are those that moves reach from the solved
//! position, if these are few: the blocks of a sliding puzzle can be laid in more ways than they can be moved to. Every
//! move must be taken back by a move, so that these are all goals that a reached position reaches. A position that is
//! not reached is refused, because nothing is known of its goals.

use rustc_hash::FxHashSet;

use super::budget::{grow, spend};
use super::codes::{CodeSet, PieceCodes, Unfit};
use super::motion::CompiledMoves;
use super::packed;
use crate::definition::{Goal, PlayRules};
use loyd_core::cells::Bytes;

/// The most bytes of the positions that are reached.
const MOST_REACHED: usize = 128 << 20;

/// The goals, and the positions from which they are all goals in reach.
pub(crate) struct ListedGoals<const N: usize> {
    /// The codes of each goal.
    pub goals: Vec<Vec<u8>>,
    /// The positions that moves reach from the solved position, sorted; empty if all goals are listed.
    pub reached: Vec<Bytes<N>>,
}

/// The goals: all of them or, if they are too many, those that moves reach from the solved position.
///
/// # Errors
/// [`Unfit`] as [`PieceCodes::goals`], and if the goals are too many: [`Unfit::Goals`] if the moves reach too many
/// positions or goals, [`Unfit::Unreached`] if they reach no goal.
pub(crate) fn goals<const N: usize>(
    rules: &PlayRules,
    codes: &PieceCodes,
    motions: &CompiledMoves,
) -> Result<ListedGoals<N>, Unfit> {
    match codes.goals(rules) {
        Err(Unfit::Goals(most)) => reached::<N>(rules, codes, motions, most),
        listed => listed.map(|goals| ListedGoals { goals, reached: Vec::new() }),
    }
}

/// The goals, at most `most_goals`, that moves reach from the solved position.
fn reached<const N: usize>(
    rules: &PlayRules,
    codes: &PieceCodes,
    motions: &CompiledMoves,
    most_goals: usize,
) -> Result<ListedGoals<N>, Unfit> {
    let wanted: Vec<Vec<CodeSet>> = rules.goals.iter().map(|goal| codes_of(goal, codes)).collect();
    let too_many = || Unfit::Goals(most_goals);
    let home = packed::<N>(&codes.of_pattern(&rules.solved).map_err(|_| too_many())?);
    if !motions.is_position(&home.0) || !rules.are_two_way() {
        return Err(too_many());
    }
    let (mut met, mut waiting, mut goals) = (FxHashSet::from_iter([home]), vec![home], Vec::new());
    while let Some(state) = waiting.pop() {
        spend(motions.number() * 8 + rules.goals.len() * rules.slots());
        let is_in = |(&code, set): (&u8, &CodeSet)| set[usize::from(code) / 64] >> (code % 64) & 1 == 1;
        if wanted.iter().any(|goal| state.0.iter().zip(goal).all(is_in)) {
            if goals.len() == most_goals {
                return Err(too_many());
            }
            goals.push(state.0[..rules.slots()].to_vec());
        }
        for m in (0..=u8::MAX).take(motions.number()).filter(|&m| motions.is_legal(&state.0, m)) {
            let mut next: Bytes<N> = state;
            motions.make(&mut next.0, m);
            if met.insert(next) {
                // Each position is stored in the set and, for a time, in the list.
                grow(3 * N);
                if 3 * N * met.len() > MOST_REACHED {
                    return Err(too_many());
                }
                waiting.push(next);
            }
        }
    }
    goals.sort_unstable();
    let mut reached: Vec<Bytes<N>> = met.into_iter().collect();
    reached.sort_unstable_by_key(|state| state.0);
    if goals.is_empty() { Err(Unfit::Unreached) } else { Ok(ListedGoals { goals, reached }) }
}

/// The codes that a goal allows in each slot.
fn codes_of(goal: &Goal, codes: &PieceCodes) -> Vec<CodeSet> {
    let of_slot = |slot: usize| {
        let mut allowed = [0; 4];
        let alphabet = &codes.alphabets[codes.set_of[slot]];
        for class in &alphabet.classes {
            let is_wanted = goal.pieces[slot].is_none_or(|piece| class.pieces.contains(&piece));
            for orientation in (0..class.modulus).filter(|_| is_wanted) {
                if goal.orientations[slot].is_none_or(|wanted| wanted % class.modulus == orientation) {
                    let code = usize::from(class.base + orientation);
                    allowed[code / 64] |= 1 << (code % 64);
                }
            }
        }
        allowed
    };
    (0..goal.pieces.len()).map(of_slot).collect()
}

#[cfg(test)]
mod tests {
    use crate::compiled::Defined;
    use crate::definition::{PlayRules, RuleChoice};
    use crate::formats::read;

    /// Twelve pieces that go around and turn together. The second goal leaves open all orientations, 3^12.
    const OPEN: &str = "orientations = 3\npicture = \"a b c d e f g h i j k l\"\n\
        goal = [\"a b c d e f g h i j k l\", \"b+? c+? d+? e+? f+? g+? h+? i+? j+? k+? l+? a+?\"]\n\
        [moves]\naround = \"(a b c d e f g h i j k l)\"\n\
        turn = \"(a+1)(b+1)(c+1)(d+1)(e+1)(f+1)(g+1)(h+1)(i+1)(j+1)(k+1)(l+1)\"\n";

    fn goals(text: &str) -> Result<usize, String> {
        let definition = read(text).unwrap();
        let rules = PlayRules::new(&definition, &RuleChoice::default()).unwrap();
        let puzzle = Defined::<4096, [u64; 4]>::new(definition, rules).map_err(|why| why.to_string())?;
        assert!(puzzle.goals.is_sorted());
        Ok(puzzle.goals.len())
    }

    #[test]
    fn of_many_goals_those_are_taken_that_moves_reach() {
        assert_eq!(goals(OPEN), Ok(4));
        let one_way = format!("inverses = false\n{OPEN}").replace(
            "around = \"(a b c d e f g h i j k l)\"",
            "around = { cycles = \"(a b c d e f g h i j k l)\", when = \"a = a\" }",
        );
        assert!(goals(&one_way).unwrap_err().contains("reach too many positions"));
        let unreached = OPEN.replace("a b c d e f g h i j k l\", \"b+? c+?", "b a c d e f g h i j k l\", \"c+? b+?");
        assert_eq!(goals(&unreached).unwrap_err(), "no moves from the solved position lead to the goal");
        let all = OPEN.replace("turn = ", "one = \"(a+1)\"\nturn = ");
        assert!(goals(&all).unwrap_err().contains("reach too many positions"));
    }
}
