//! Moves that are made of other moves, in an order in which they can be computed.

/// A circle: a move, and the part of it that leads back to the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Circle {
    /// The move.
    pub of: usize,
    /// The place of the part among the move's parts.
    pub part: usize,
}

/// The text that an error expects where a circle is closed.
pub(crate) fn not_in_turn(name: &str) -> String {
    format!("a move that does not contain `{name}` itself")
}

/// The moves in an order in which the parts of a move come before the move. `parts` contains, for each move, the places
/// of the moves that it is made of.
///
/// # Errors
/// [`Circle`] if a move is made of itself, directly or through other moves.
pub(crate) fn order(parts: &[Vec<usize>]) -> Result<Vec<usize>, Circle> {
    #[derive(Clone, Copy, PartialEq)]
    enum Walk {
        Before,
        Within,
        After,
    }
    let (mut walks, mut order) = (vec![Walk::Before; parts.len()], Vec::with_capacity(parts.len()));
    // The walk has a stack of its own, because files choose its depth.
    for first in 0..parts.len() {
        let mut stack = if walks[first] == Walk::Before { vec![(first, 0)] } else { Vec::new() };
        while let Some((place, next)) = stack.last_mut() {
            let (of, part) = (*place, *next);
            *next += 1;
            walks[of] = Walk::Within;
            match parts[of].get(part) {
                Some(&other) => match walks[other] {
                    Walk::Before => stack.push((other, 0)),
                    Walk::Within => return Err(Circle { of, part }),
                    Walk::After => {}
                },
                None => {
                    walks[of] = Walk::After;
                    order.push(of);
                    stack.pop();
                }
            }
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_first_and_circles_are_found() {
        assert_eq!(order(&[vec![2, 1], vec![], vec![3, 1], vec![1]]), Ok(vec![1, 3, 2, 0]));
        assert_eq!(order(&[vec![1], vec![2], vec![3, 1], vec![]]), Err(Circle { of: 2, part: 1 }));
        assert_eq!(order(&[vec![0]]), Err(Circle { of: 0, part: 0 }));
        let chain: Vec<Vec<usize>> = (1..=1_000_000).map(|next| vec![next]).chain([Vec::new()]).collect();
        assert_eq!(order(&chain).unwrap()[0], 1_000_000);
    }
}
