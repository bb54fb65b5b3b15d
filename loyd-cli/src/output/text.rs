//! Answers for people: first the moves alone, then what is proved about them.

use loyd::service::amounts::{self, grouped, length, memory};
use loyd::service::reply::{Answer, gap, stopped, told};
use loyd::service::{Solution, Want};
use loyd_core::cost::{Cost, CostMeasure};
use loyd_core::puzzle::{Spelling, Unsolvable};
use loyd_core::search::{Iteration, Outcome, Stats, Stop, proved};

/// Returns the line with the main result: the moves, the number of solutions, or the reason why there is no
/// solution. `None` if the solutions have already been listed.
pub fn first_line(answer: &Answer) -> Option<String> {
    match &answer.outcome {
        Outcome::Solved(solution) => match answer.want {
            Want::One | Want::Lexicographic => Some(in_line(solution, answer.spelling)),
            Want::Count => Some(counted_solutions(solution)),
            Want::All { .. } => None,
        },
        Outcome::Unsolvable(why) => Some(format!("unsolvable: {why}")),
        Outcome::Stopped { at_least, best, why } => Some(stopped(*at_least, *best, *why)),
    }
}

/// Formats a solution as one line.
pub fn in_line(solution: &Solution, spelling: Spelling) -> String {
    told(&solution.moves, solution.words.as_deref(), spelling)
}

/// Returns the second line of an answer: what is proved about the solution.
pub fn second_line(answer: &Answer) -> Option<String> {
    match (&answer.outcome, &answer.best) {
        (Outcome::Solved(solution), _) => Some(proof(solution, answer.want)),
        (Outcome::Stopped { at_least, why, .. }, Some(best)) => Some(claim(*at_least, best.cost, *why)),
        _ => None,
    }
}

/// Returns the line that follows the moves of a solution that is not proved shortest.
pub fn claim(at_least: Cost, best: Cost, why: Stop) -> String {
    let found = match why {
        Stop::Enough => amounts::cost(best),
        _ => format!("{}, {}", amounts::cost(best), why.told()),
    };
    // The gap is rounded up, so that it is never less than the proved gap.
    let gap = gap(at_least, best).map(|gap| match (gap * 1000.0).ceil() / 10.0 {
        percent @ ..=100.0 => format!(": at most {percent:.1} % longer than optimal"),
        percent => format!(": at most {:.1} times as long as optimal", (percent / 10.0).ceil() / 10.0 + 1.0),
    });
    format!("{found}; {}{}", proved(at_least, None), gap.unwrap_or_default())
}

/// Formats the number of solutions. The largest number of the type means "at least".
fn counted_solutions(solution: &Solution) -> String {
    match solution.count.unwrap_or_default() {
        u128::MAX => format!("at least {}", u128::MAX),
        count => count.to_string(),
    }
}

/// Returns what is proved about a solved position: the line that follows the first.
pub fn proof(solution: &Solution, want: Want) -> String {
    let cost = solution.cost;
    let (best, amount) = match (cost.measure(), solution.length()) {
        (CostMeasure::Moves, _) => ("shortest", amounts::cost(cost)),
        (CostMeasure::Weights, Some(moves)) => ("cheapest", format!("{} at {}", length(moves), amounts::cost(cost))),
        (CostMeasure::Weights, None) => ("cheapest", format!("cost {}", grouped(cost.amount().into()))),
    };
    let count = solution.count.unwrap_or_default();
    let number = counted_solutions(solution);
    let solutions = if count == 1 { format!("1 {best} solution") } else { format!("{number} {best} solutions") };
    match want {
        Want::One | Want::Lexicographic if cost.amount() == 0 => "0 moves, this is the goal".into(),
        Want::One => format!("{amount}, proved {best}"),
        Want::Lexicographic => format!("{amount}, proved {best}, the first in the order of the moves"),
        Want::Count => format!("{solutions} of {amount}"),
        Want::All { most: Some(most) } if u128::from(most) == count => {
            format!("{solutions} of {amount} listed, the limit of --max-solutions")
        }
        Want::All { .. } => format!("{solutions} of {amount}, all listed"),
    }
}

/// Returns advice for a position that is proved unsolvable, or `None` without advice.
pub fn advice(answer: &Answer, puzzle: &str) -> Option<String> {
    let Outcome::Unsolvable(why) = &answer.outcome else { return None };
    let misread = match why {
        Unsolvable::Parity(_) => "two pieces are probably misread",
        Unsolvable::Trapped(_) | Unsolvable::OutsideGroup(_) => "some pieces are probably misread",
        _ => return None,
    };
    let goals: Vec<String> =
        answer.other_goals.iter().map(|goal| command(&["solve", puzzle, &answer.state, "--goal", goal])).collect();
    match &goals[..] {
        [] => Some(format!("hint: {misread}")),
        goals => {
            Some(format!("hint: {misread}; or another goal is meant, and it can be reached:\n  {}", goals.join("\n  ")))
        }
    }
}

/// Returns a shell command: `loyd` and these words, with quotation marks where a word needs them.
pub fn command(words: &[&str]) -> String {
    std::iter::once("loyd".to_string()).chain(words.iter().map(|word| shell_word(word))).collect::<Vec<_>>().join(" ")
}

/// Quotes a word for a shell, if the word needs quotation marks.
pub fn shell_word(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-_:@./,=+".contains(&byte);
    match () {
        () if !word.is_empty() && word.bytes().all(plain) => word.to_string(),
        () if word.contains(['"', '$', '`', '\\', '!']) => format!("'{}'", word.replace('\'', "'\\''")),
        () => format!("\"{}\"", word.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

/// Returns the cost of an answer and how it was found, for `-v`.
pub fn account(answer: &Answer) -> String {
    let Answer { algorithm, heuristic, why, stats, .. } = answer;
    let bound = heuristic.as_ref().map_or(String::new(), |name| format!(" with {name}"));
    format!("algorithm: {}{bound}: {why}\n{}", algorithm.name(), cost(stats))
}

/// Formats an iteration of iterative deepening, for `-v`.
pub fn iteration(iteration: &Iteration) -> String {
    let Iteration { threshold, expanded, generated, seconds } = *iteration;
    let threshold = threshold.amount();
    let [expanded, generated] = [expanded, generated].map(grouped);
    format!("iteration: threshold {threshold}, {expanded} expanded, {generated} generated, {seconds:.6} s")
}

fn cost(stats: &Stats) -> String {
    let Stats { expanded, generated, duplicates, depth, seconds, bytes, .. } = *stats;
    let [expanded, generated, duplicates] = [expanded, generated, duplicates].map(grouped);
    format!(
        "expanded: {expanded}\ngenerated: {generated}\nduplicates: {duplicates}\ndepth: {depth}\nseconds: \
         {seconds:.6}\n\
         memory: {}",
        memory(bytes)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_is_said() {
        let (least, best) = (Cost::moves(53), Cost::moves(60));
        let text = "stopped by the time limit: every solution has at least 53 moves";
        assert_eq!(stopped(least, None, Stop::Time), text);
        assert_eq!(
            stopped(Cost::moves(1), Some(best), Stop::Cancelled),
            "interrupted: every solution has at least 1 move, and one of 60 is known"
        );
        let dear = |cost, count| {
            let moves = vec!["U".into(); 3];
            Solution { cost: Cost::weights(cost), moves, count, ..Solution::default() }
        };
        assert_eq!(proof(&dear(7, None), Want::One), "3 moves at a cost of 7, proved cheapest");
        assert_eq!(proof(&dear(3, None), Want::One), "3 moves at a cost of 3, proved cheapest");
        assert_eq!(proof(&dear(300, Some(2)), Want::Count), "2 cheapest solutions of cost 300");
        let text = "stopped by the cost limit: every solution costs at least 300";
        assert_eq!(stopped(Cost::weights(300), None, Stop::Cost), text);
        let solution = |length, count| Solution { cost: Cost::moves(length), count, ..Solution::default() };
        assert_eq!(proof(&solution(19, None), Want::One), "19 moves, proved shortest");
        assert_eq!(proof(&solution(0, None), Want::One), "0 moves, this is the goal");
        assert_eq!(proof(&solution(10, Some(2)), Want::Count), "2 shortest solutions of 10 moves");
        assert_eq!(
            proof(&solution(200, Some(u128::MAX)), Want::Count),
            "at least 340282366920938463463374607431768211455 shortest solutions of 200 moves"
        );
        assert_eq!(proof(&solution(1, Some(1)), Want::All { most: None }), "1 shortest solution of 1 move, all listed");
    }

    #[test]
    fn a_line_for_a_shell_is_quoted_where_it_must_be() {
        assert_eq!(command(&["solve", "8", "1 2 3/4 x"]), "loyd solve 8 \"1 2 3/4 x\"");
        assert_eq!(command(&["solve", "sliding:@a$b.txt", "", "八数码"]), "loyd solve 'sliding:@a$b.txt' \"\" 八数码");
    }
}
