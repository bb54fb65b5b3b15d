//! The token that all processes share, and how a process proves that it has the token without sending it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::named;

/// The least length of a token, in bytes.
pub const LEAST: usize = 16;

/// The greatest length of the file of a token, in bytes.
const MOST: usize = 1 << 16;

/// Separates the keys made here from all other keys that are made from the same token.
const CONTEXT: &str = "loyd-cluster 2026 handshake, version 1";

/// Why a token cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The file cannot be read.
    #[error("token file {}: {source}", path.display())]
    Unread {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Other users of the machine can read or change the file.
    #[error("token file {0}: other users have access to it (mode {mode:03o}); use `chmod 600 {0}`", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The permissions of the file.
        mode: u32,
    },
    /// The token is too short.
    #[error("expected a token of at least {LEAST} bytes, found {bytes}")]
    Short {
        /// The length of the token, in bytes.
        bytes: usize,
    },
}

/// A secret that only the processes of a run know.
#[derive(Clone)]
pub struct ClusterToken(Vec<u8>);

impl fmt::Debug for ClusterToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl ClusterToken {
    /// Reads the token in a file, without the newline at its end.
    ///
    /// # Errors
    /// [`TokenError`], if the file cannot be read, other users have access to it, or the token is too short.
    pub fn read(path: &Path) -> Result<ClusterToken, TokenError> {
        let unread = |source| TokenError::Unread { path: path.into(), source };
        let file = File::open(path).map_err(unread)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = file.metadata().map_err(unread)?.permissions().mode() & 0o777;
            if mode & 0o077 != 0 {
                return Err(TokenError::Open { path: path.into(), mode });
            }
        }
        let bytes = named::read(file, MOST).map_err(unread)?;
        let end = bytes.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |last| last + 1);
        ClusterToken::new(&bytes[..end])
    }

    /// Makes a token of these bytes.
    ///
    /// # Errors
    /// [`TokenError::Short`], if there are less than [`LEAST`] bytes.
    pub fn new(bytes: &[u8]) -> Result<ClusterToken, TokenError> {
        if bytes.len() < LEAST { Err(TokenError::Short { bytes: bytes.len() }) } else { Ok(ClusterToken(bytes.into())) }
    }
}

/// The side that makes a proof. The proofs of the two sides differ, so a proof that is sent back fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ProofSide {
    /// The side that connects.
    Caller,
    /// The side that listens.
    Listener,
}

/// The key that makes and checks proofs.
#[derive(Clone)]
pub(crate) struct ProofKey([u8; blake3::KEY_LEN]);

/// A proof, which is sent instead of the token. Proofs are compared in constant time.
pub(crate) type Proof = blake3::Hash;

impl ProofKey {
    /// Derives the key from the token. Without a token, a proof shows only that both sides speak this protocol.
    pub(crate) fn new(token: Option<&ClusterToken>) -> ProofKey {
        ProofKey(blake3::derive_key(CONTEXT, token.map_or(&[], |token| &token.0)))
    }

    /// Proves that `side` has the token. The proof covers both hellos, so it is valid for this connection only.
    pub(crate) fn prove(&self, side: ProofSide, caller: &[u8], listener: &[u8]) -> Proof {
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
    use std::fs;

    use super::*;

    /// Writes a file that only its owner can read.
    fn keep(path: &Path, text: &[u8]) {
        fs::write(path, text).unwrap();
        #[cfg(unix)]
        fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    }

    #[test]
    fn a_token_is_read_without_its_newline_and_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        keep(&path, b"0123456789abcdef\r\n");
        let token = ClusterToken::read(&path).unwrap();
        assert_eq!(token.0, b"0123456789abcdef");
        assert_eq!(format!("{token:?}"), "Token(..)");
        keep(&path, b"0123456789abcde\n\n");
        let error = ClusterToken::read(&path).unwrap_err();
        assert!(matches!(error, TokenError::Short { bytes: 15 }), "{error}");
        assert!(matches!(ClusterToken::read(&folder.path().join("none")), Err(TokenError::Unread { .. })));
        keep(&path, &[b'a'; MOST + 1]);
        let error = ClusterToken::read(&path).unwrap_err().to_string();
        assert!(error.ends_with("expected at most 65536 bytes, found more"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_token_is_of_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        for (mode, is_read) in [
            (0o600, true),
            (0o400, true),
            (0o644, false),
            (0o640, false),
            (0o604, false),
            (0o620, false),
            (0o602, false),
        ] {
            keep(&path, b"0123456789abcdef");
            fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            let read = ClusterToken::read(&path);
            assert_eq!(read.is_ok(), is_read, "{mode:o}");
            if let Err(why) = read {
                let path = path.display();
                let expected =
                    format!("token file {path}: other users have access to it (mode {mode:o}); use `chmod 600 {path}`");
                assert_eq!(why.to_string(), expected);
            }
        }
    }

    #[test]
    fn a_proof_holds_for_one_side_one_token_and_what_was_said() {
        let key = |token: &[u8]| ProofKey::new(Some(&ClusterToken::new(token).unwrap()));
        let proof = key(b"0123456789abcdef").prove(ProofSide::Caller, b"ab", b"c");
        assert_eq!(proof, key(b"0123456789abcdef").prove(ProofSide::Caller, b"ab", b"c"));
        for other in [
            key(b"0123456789abcdef").prove(ProofSide::Listener, b"ab", b"c"),
            key(b"0123456789abcdef").prove(ProofSide::Caller, b"a", b"bc"),
            key(b"0123456789abcdef").prove(ProofSide::Caller, b"c", b"ab"),
            key(b"0123456789abcdeg").prove(ProofSide::Caller, b"ab", b"c"),
            ProofKey::new(None).prove(ProofSide::Caller, b"ab", b"c"),
        ] {
            assert_ne!(proof, other);
        }
    }
}
