//! The token that all processes share, and how they prove that they have it without sending it.

use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// The least bytes of a token.
pub const LEAST: usize = 16;

/// Sets the keys made here apart from all others that are made of the same token.
const CONTEXT: &str = "loyd-cluster 2026 handshake, version 1";

/// Why there is no token.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The file cannot be read.
    #[error("token file {}: {source}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The token is too short.
    #[error("the token has {bytes} bytes, expected at least {LEAST}")]
    Short {
        /// Its bytes.
        bytes: usize,
    },
}

/// A secret that all processes know, and nobody else.
#[derive(Clone)]
pub struct Token(Vec<u8>);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl Token {
    /// The token in a file, without the newline at its end.
    ///
    /// # Errors
    /// [`TokenError`].
    pub fn read(path: &Path) -> Result<Token, TokenError> {
        let bytes = fs::read(path).map_err(|source| TokenError::Unread { path: path.into(), source })?;
        let end = bytes.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |last| last + 1);
        Token::new(&bytes[..end])
    }

    /// These bytes.
    ///
    /// # Errors
    /// [`TokenError::Short`].
    pub fn new(bytes: &[u8]) -> Result<Token, TokenError> {
        if bytes.len() < LEAST { Err(TokenError::Short { bytes: bytes.len() }) } else { Ok(Token(bytes.into())) }
    }
}

/// Whose proof it is: a proof of one side is none of the other's, so none can be sent back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Side {
    /// The side that connects.
    Caller,
    /// The side that listens.
    Listener,
}

/// What proofs are made with.
#[derive(Clone)]
pub(crate) struct Key([u8; blake3::KEY_LEN]);

/// What is sent for the token. Compared in constant time.
pub(crate) type Proof = blake3::Hash;

impl Key {
    /// Without a token the proofs show no more than that both sides speak this protocol.
    pub(crate) fn new(token: Option<&Token>) -> Key {
        Key(blake3::derive_key(CONTEXT, token.map_or(&[], |token| &token.0)))
    }

    /// That this side has the token, for what both sides have said in this connection and no other.
    pub(crate) fn prove(&self, side: Side, caller: &[u8], listener: &[u8]) -> Proof {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(&[side as u8]);
        for said in [caller, listener] {
            hasher.update(&(said.len() as u64).to_le_bytes()).update(said);
        }
        hasher.finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_without_its_newline_and_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        fs::write(&path, b"0123456789abcdef\r\n").unwrap();
        let token = Token::read(&path).unwrap();
        assert_eq!(token.0, b"0123456789abcdef");
        assert_eq!(format!("{token:?}"), "Token(..)");
        fs::write(&path, b"0123456789abcde\n\n").unwrap();
        let error = Token::read(&path).unwrap_err();
        assert!(matches!(error, TokenError::Short { bytes: 15 }), "{error}");
        assert!(matches!(Token::read(&folder.path().join("none")), Err(TokenError::Unread { .. })));
    }

    #[test]
    fn a_proof_holds_for_one_side_one_token_and_what_was_said() {
        let key = |token: &[u8]| Key::new(Some(&Token::new(token).unwrap()));
        let proof = key(b"0123456789abcdef").prove(Side::Caller, b"ab", b"c");
        assert_eq!(proof, key(b"0123456789abcdef").prove(Side::Caller, b"ab", b"c"));
        for other in [
            key(b"0123456789abcdef").prove(Side::Listener, b"ab", b"c"),
            key(b"0123456789abcdef").prove(Side::Caller, b"a", b"bc"),
            key(b"0123456789abcdef").prove(Side::Caller, b"c", b"ab"),
            key(b"0123456789abcdeg").prove(Side::Caller, b"ab", b"c"),
            Key::new(None).prove(Side::Caller, b"ab", b"c"),
        ] {
            assert_ne!(proof, other);
        }
    }
}
