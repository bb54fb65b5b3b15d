//! The list of names and values that must be equal in all processes: its bytes, and the first difference of two lists.

/// The most bytes of a list. A caller replaces a longer value by a digest.
pub(crate) const MOST: usize = 1 << 16;

/// A list of names and values.
pub(crate) type List = [(String, String)];

/// Returns the bytes of a list: name, value, name, value, each after its length in four bytes.
pub(crate) fn bytes(list: &List) -> Vec<u8> {
    let mut bytes = Vec::new();
    for text in list.iter().flat_map(|(name, value)| [name, value]) {
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes
}

/// Reads a list from its bytes. Returns `None` if the bytes are not a list.
pub(crate) fn list(mut bytes: &[u8]) -> Option<Vec<(String, String)>> {
    let mut list = Vec::new();
    while !bytes.is_empty() {
        list.push((text(&mut bytes)?, text(&mut bytes)?));
    }
    Some(list)
}

fn text(bytes: &mut &[u8]) -> Option<String> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

/// Returns the first name whose values differ, with our value and their value. A missing value is returned empty.
pub(crate) fn difference(ours: &List, theirs: &List) -> Option<(String, String, String)> {
    let of = |list: &List, name: &str| list.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone());
    let names = ours.iter().chain(theirs).map(|(name, _)| name);
    names
        .map(|name| (name, of(ours, name), of(theirs, name)))
        .find(|(_, ours, theirs)| ours != theirs)
        .map(|(name, ours, theirs)| (name.clone(), ours.unwrap_or_default(), theirs.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|&(name, value)| (name.into(), value.into())).collect()
    }

    #[test]
    fn a_list_is_read_back() {
        for one in [pairs(&[]), pairs(&[("version", "0.1.0"), ("puzzle", "sliding:4x4"), ("", "ö")])] {
            let bytes = bytes(&one);
            assert_eq!(list(&bytes), Some(one));
            (1..bytes.len()).for_each(|cut| assert_ne!(list(&bytes[cut..]), list(&bytes)));
        }
        assert_eq!(list(&[255; 8]), None);
        assert_eq!(list(&[2, 0, 0, 0, 255, 255, 0, 0, 0, 0]), None);
    }

    #[test]
    fn the_first_difference_is_named() {
        let ours = pairs(&[("version", "1"), ("puzzle", "a"), ("goal", "b")]);
        assert_eq!(difference(&ours, &ours), None);
        let theirs = pairs(&[("version", "1"), ("puzzle", "c"), ("goal", "d")]);
        assert_eq!(difference(&ours, &theirs), Some(("puzzle".into(), "a".into(), "c".into())));
        let more = pairs(&[("version", "1"), ("puzzle", "a"), ("goal", "b"), ("shards", "9")]);
        assert_eq!(difference(&ours, &more), Some(("shards".into(), String::new(), "9".into())));
        assert_eq!(difference(&more, &ours), Some(("shards".into(), "9".into(), String::new())));
    }
}
