//! Settings of the system's allocator, so that the process gives back the memory that it frees.

/// Blocks of so many bytes, and larger ones, are mapped each by itself, and are the system's again when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const MAPPED: i32 = 256 << 10;

/// Limits the memory that the allocator keeps. To be called before the process has a second thread.
///
/// The GNU C library maps large blocks, too, but raises its threshold up to 32 MB as such blocks are freed, and has
/// eight arenas for each core: a server with a limit of 150 MB held 390 MB after 1,000 questions, of which its tables
/// were 21 MB. With both settings it holds 66 MB. (mallopt(3), `M_MMAP_THRESHOLD`, `M_ARENA_MAX`)
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back_memory() {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(1 << 10));
    let arenas = i32::try_from(cores).unwrap_or(1).max(2);
    for (setting, value) in [(libc::M_MMAP_THRESHOLD, MAPPED), (libc::M_ARENA_MAX, arenas)] {
        // SAFETY: the function takes two numbers and keeps none of our memory. No other thread runs yet that could
        // allocate meanwhile. A setting that the library does not know is left as it was.
        #[expect(unsafe_code, reason = "a function of the C library")]
        unsafe {
            libc::mallopt(setting, value);
        }
    }
}

/// Other allocators keep their settings.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back_memory() {}
