//! Every flipped byte and every missing byte is found, and each wrong file is reported by its kind.

use super::checksums::BLOCK;
use super::*;

fn identity() -> Identity {
    Identity {
        puzzle: "sliding:3x3".into(),
        goal: "1 2 3 4 5 6 7 8 x".into(),
        kind: "additive pattern database".into(),
        layout: "placement/1".into(),
        parameters: [("tiles".to_string(), "1 2 3".to_string()), ("blank".into(), "\"9\"".into())].into(),
        entries: 504,
        encoding: "nibbles".into(),
    }
}

fn tensor<'a>(name: &'a str, kind: ElementKind, shape: &[u64], bytes: &'a [u8]) -> Tensor<'a> {
    Tensor { name, kind, shape: shape.to_vec(), bytes }
}

/// A file in memory.
fn file_of(identity: &Identity, tensors: &[Tensor<'_>]) -> Vec<u8> {
    let mut file = Vec::new();
    write_to(&mut file, identity, &Notes::new(), tensors).unwrap();
    file
}

fn small() -> Vec<u8> {
    let pattern: Vec<u8> = (0..252u32).map(|i| (i * 7) as u8).collect();
    let pairs: Vec<u8> = (0..6).collect();
    let tensors =
        [tensor("pattern", ElementKind::U8, &[2, 126], &pattern), tensor("pairs", ElementKind::U16, &[3], &pairs)];
    file_of(&identity(), &tensors)
}

fn open(file: &[u8]) -> Result<Table, FileError> {
    checked(TableBytes::from(file.to_vec()), Some(&identity()), &|| false)
}

#[test]
fn what_was_written_is_read() {
    let file = small();
    let table = open(&file).unwrap();
    assert_eq!(table.identity(), &identity());
    assert_eq!(table.tensors().len(), 2);
    assert_eq!((table.tensors()[1].kind, &table.tensors()[1].shape[..]), (ElementKind::U16, &[3][..]));
    assert_eq!(table.tensor("pairs").unwrap()[..], [0, 1, 2, 3, 4, 5]);
    assert_eq!(table.tensor("pattern").unwrap()[251], (251u32 * 7) as u8);
    assert_eq!(table.tensor("checksums"), None);
    assert_eq!(table.bytes(), 258);
    assert_eq!(file, small(), "the same table is the same file");
}

#[test]
fn tensors_begin_at_pages_and_nothing_lies_between() {
    let file = small();
    let (header, data) = TableHeader::read(&file).unwrap();
    assert_eq!(data as u64 % PAGE, 0);
    let names: Vec<&str> = header.places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(names, ["pattern", "__padding_1", "pairs", "__padding_3", "checksums"]);
    assert!(header.places.iter().filter(|place| !place.name.starts_with("__")).all(|place| place.start % PAGE == 0));
    assert_eq!(file.len() as u64, data as u64 + header.places[4].end);
}

#[test]
fn every_flipped_bit_is_found() {
    let mut file = small();
    for at in 0..file.len() {
        for bit in 0..8 {
            file[at] ^= 1 << bit;
            assert!(open(&file).is_err(), "bit {bit} of byte {at}");
            file[at] ^= 1 << bit;
        }
    }
    open(&file).unwrap();
}

#[test]
fn every_byte_set_to_a_letter_is_found() {
    let mut file = small();
    for at in 0..file.len() {
        for letter in [0, b' ', b'0', b'"', 255].into_iter().filter(|&letter| letter != file[at]).collect::<Vec<_>>() {
            let before = std::mem::replace(&mut file[at], letter);
            assert!(open(&file).is_err(), "byte {at} set to {letter}");
            file[at] = before;
        }
    }
}

#[test]
fn every_cut_is_called_truncated() {
    let file = small();
    for length in 0..file.len() {
        match open(&file[..length]) {
            Err(FileError::Truncated { found, expected }) => {
                assert!(found == length as u64 && found < expected && expected <= file.len() as u64, "{length}");
                assert!(length < 2 * PAGE as usize || expected == file.len() as u64, "{length}");
            }
            other => panic!("{length}: {other:?}"),
        }
    }
}

#[test]
fn a_longer_file_is_damaged() {
    let mut file = small();
    file.extend([0; 3]);
    assert!(matches!(open(&file), Err(FileError::Damaged(Damage::Tail(3)))));
}

#[test]
fn damage_is_named_by_its_place() {
    let file = small();
    let (header, data) = TableHeader::read(&file).unwrap();
    let flipped = |at: usize| {
        let mut file = file.clone();
        file[at] ^= 1;
        open(&file).unwrap_err().to_string()
    };
    assert_eq!(flipped(4000), "damaged: the header does not match its checksum");
    let block = format!("damaged: block 0, the {} bytes from {data}, does not match its checksum", header.checked());
    assert_eq!(flipped(data + 3), block);
    assert_eq!(flipped(data + 300), block, "padding is checked, too");
    assert_eq!(flipped(file.len() - 1), "damaged: the list of checksums does not match its checksum");
}

#[test]
fn a_damaged_block_of_many_is_named() {
    let data: Vec<u8> = (0..6 * BLOCK as u32 + 77).map(|i| (i >> 9) as u8).collect();
    let tensors = [tensor("a", ElementKind::U8, &[data.len() as u64], &data)];
    let mut file = file_of(&identity(), &tensors);
    open(&file).unwrap();
    let at = PAGE as usize + 5 * BLOCK + 10;
    file[at] ^= 0x80;
    let offset = PAGE + 5 * BLOCK as u64;
    match open(&file) {
        Err(FileError::Damaged(Damage::Block { index: 5, offset: at, bytes })) => {
            assert_eq!((at, bytes), (offset, BLOCK as u64));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_foreign_file_is_told_from_ours() {
    let safetensors = b"\x10\0\0\0\0\0\0\0{\"a\":{}}        ";
    for file in [&b"#!/bin/sh\necho no table here\n"[..], &[0; 8192], safetensors] {
        let error = open(file).unwrap_err();
        assert!(matches!(error, FileError::Foreign { .. }), "{error}");
    }
    let said = open(b"#!/bin/sh\necho \x1b[31m").unwrap_err().to_string();
    assert_eq!(said, "foreign: expected a table file of loyd, found a file that begins with `#!/bin/sh\\necho \\x1b`");
}

#[test]
fn older_and_newer_versions_are_named() {
    let with = |version: &str| {
        let mut file = small();
        let at = file.windows(7).position(|bytes| bytes == b"table/1").unwrap() + 6;
        file.splice(at..at + 1, version.bytes());
        open(&file).unwrap_err().to_string()
    };
    assert_eq!(with("0"), "of an older version: expected format table/1, found table/0");
    assert_eq!(with("2"), "of a newer version: expected format table/1, found table/2");
    assert_eq!(with("12"), "of a newer version: expected format table/1, found table/12");
    assert_eq!(with("x"), "damaged: the header does not match its checksum");
    assert_eq!(with("99999999999999999999999"), "damaged: the header does not match its checksum");
}

#[test]
fn each_field_of_another_identity_is_named() {
    let file = small();
    type Change = fn(&mut Identity);
    let changes: [(&str, Change); 9] = [
        ("puzzle", |identity| identity.puzzle.push('x')),
        ("goal", |identity| identity.goal.clear()),
        ("kind", |identity| identity.kind.push('s')),
        ("layout", |identity| identity.layout = "placement/2".into()),
        ("entries", |identity| identity.entries += 1),
        ("encoding", |identity| identity.encoding = "bytes".into()),
        ("parameters.tiles", |identity| identity.parameters.get_mut("tiles").unwrap().push('4')),
        ("parameters.tiles", |identity| drop(identity.parameters.remove("tiles"))),
        ("parameters.new", |identity| drop(identity.parameters.insert("new".into(), "1".into()))),
    ];
    for (name, change) in changes {
        let mut expected = identity();
        change(&mut expected);
        match checked(TableBytes::from(file.clone()), Some(&expected), &|| false) {
            Err(FileError::OtherIdentity { field, .. }) => assert_eq!(field, name),
            other => panic!("{name}: {other:?}"),
        }
        assert_ne!(expected.file_name(), identity().file_name());
    }
    let mut expected = identity();
    expected.parameters.remove("tiles");
    let said = checked(TableBytes::from(file), Some(&expected), &|| false).unwrap_err().to_string();
    assert_eq!(said, "another table: parameters.tiles: expected nothing, found `1 2 3`");
}

#[test]
fn a_file_name_is_readable_and_stands_for_the_identity() {
    let name = identity().file_name();
    assert_eq!(name, "loyd-sliding-3x3-additive-pattern-database-f849b80a46a2f704.safetensors");
    let odd = Identity { puzzle: "sliding:@../Größe/..".repeat(20), ..identity() }.file_name();
    assert!(odd.len() < 120 && odd.is_ascii() && !odd.contains(['/', '.', '@']) || odd.matches('.').count() == 1);
}

/// A header that matches its checksum but is wrong: somebody made it up, or a faulty program wrote it.
#[test]
fn made_up_headers_are_refused() {
    let file = small();
    let (header, data) = TableHeader::read(&file).unwrap();
    let made_up = |change: &dyn Fn(&mut TableHeader)| {
        let mut header = header.clone();
        change(&mut header);
        open(&[header.written().unwrap(), file[data..].to_vec()].concat())
    };
    made_up(&|_| ()).unwrap();
    let changes: [&dyn Fn(&mut TableHeader); 10] = [
        &|header| header.places[0].end += 1,
        &|header| header.places[0].shape.push(3),
        &|header| header.places[0].shape = vec![u64::MAX, u64::MAX],
        &|header| header.places[0].kind = ElementKind::U64,
        &|header| drop(header.places.pop()),
        &|header| drop(header.places.remove(0)),
        &|header| header.places.clear(),
        &|header| header.places[4].shape = vec![2],
        &|header| header.places[4].name = "sums".into(),
        &|header| (header.places[0].start, header.places[0].end) = (5, 2),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let error = made_up(change).unwrap_err();
        assert!(matches!(error, FileError::Damaged(Damage::Contents(_))), "{index}: {error}");
    }
    let error = made_up(&|header| header.checksums ^= 1).unwrap_err();
    assert!(matches!(error, FileError::Damaged(Damage::Checksums)), "{error}");
}

#[test]
fn what_does_not_fit_is_not_written() {
    let refused = |tensors: &[Tensor<'_>]| {
        write_to(&mut Vec::new(), &identity(), &Notes::new(), tensors).unwrap_err().to_string()
    };
    let one = |name, kind, shape: &[u64]| refused(&[tensor(name, kind, shape, &[0; 6])]);
    assert_eq!(one("checksums", ElementKind::U8, &[6]), "cannot be written: the name `checksums` of a tensor is taken");
    assert_eq!(
        one("__metadata__", ElementKind::U8, &[6]),
        "cannot be written: the name `__metadata__` of a tensor is taken"
    );
    assert_eq!(one("a", ElementKind::U16, &[2]), "cannot be written: tensor `a`: 6 bytes do not make U16 [2]");
    let twice = tensor("a", ElementKind::U8, &[1], &[0]);
    assert!(refused(&[twice.clone(), twice]).contains("is taken"));
}

#[test]
fn no_arrays_and_empty_arrays_are_arrays() {
    assert_eq!(open(&file_of(&identity(), &[])).unwrap().tensors().len(), 0);
    let (empty, full) = (tensor("empty", ElementKind::U64, &[0], &[]), tensor("full", ElementKind::U8, &[1], &[9]));
    let table = open(&file_of(&identity(), &[empty, full])).unwrap();
    assert_eq!((table.tensor("empty").unwrap().len(), table.tensor("full").unwrap()[0]), (0, 9));
}

/// A disk that is full after this number of bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let now = bytes.len().min(self.0);
        self.0 -= now;
        Ok(now)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_told_at_every_byte() {
    let data = [1; 100];
    let tensors = [tensor("a", ElementKind::U8, &[100], &data)];
    let whole = file_of(&identity(), &tensors).len();
    for room in 0..whole {
        let error = write_to(&mut Full(room), &identity(), &Notes::new(), &tensors).unwrap_err();
        assert_eq!(error.to_string(), "cannot write the file: no storage space");
    }
    write_to(&mut Full(whole), &identity(), &Notes::new(), &tensors).unwrap();
}

#[test]
fn files_are_replaced_whole_and_leave_nothing_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.safetensors");
    for value in 0..3 {
        write(&path, &identity(), &[tensor("a", ElementKind::U8, &[1], &[value])]).unwrap();
        let table = Table::open(&path, &identity()).unwrap();
        assert_eq!(table.tensor("a").unwrap()[..], [value]);
        assert_eq!(inspect(&path).unwrap(), (identity(), Notes::new(), fs::metadata(&path).unwrap().len()));
        // The mapping outlives the file's name.
        fs::remove_file(&path).unwrap();
        assert_eq!(table.tensor("a").unwrap()[..], [value]);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let bad = tensor("a", ElementKind::U8, &[2], &[0]);
    write(&path, &identity(), &[bad]).unwrap_err();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_and_a_missing_file_are_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let error = Table::open_any(folder.path()).unwrap_err();
    assert_eq!(error.to_string(), "foreign: expected a table file of loyd, found a folder");
    let error = Table::open_any(&folder.path().join("none")).unwrap_err();
    assert!(error.is_missing() && error.to_string().starts_with("cannot open the file: "), "{error}");
    let error = write(&folder.path().join("none/t"), &identity(), &[]).unwrap_err();
    assert!(error.is_missing() && error.to_string().starts_with("cannot create a file: "), "{error}");
    assert!(write(folder.path(), &identity(), &[]).is_err(), "a folder is not replaced by a file");
}

/// A file that the Linux kernel provides in /proc cannot be mapped.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_mapped_is_read() {
    let file = File::open("/proc/version").unwrap();
    assert!(map::bytes(&file, 4096).unwrap().starts_with(b"Linux version"));
    let enormous = map::bytes(&file, u64::MAX).unwrap_err();
    assert_eq!(enormous.kind(), io::ErrorKind::OutOfMemory);
}

/// A file that is written piece by piece equals a file that is written at once, however the bytes are cut. Too many
/// bytes and too few bytes are refused, and then no file is left.
#[test]
fn pieces_make_the_same_file() {
    let place = tempfile::tempdir().unwrap();
    let names = || std::fs::read_dir(place.path()).unwrap().count();
    let (whole, streamed) = (place.path().join("whole"), place.path().join("streamed"));
    let many: Vec<u8> = (0..9 * BLOCK as u32 / 2).map(|i| (i.wrapping_mul(i) >> 5) as u8).collect();
    let few: Vec<u8> = (0..24).collect();
    let shapes = [("many", ElementKind::U8, vec![many.len() as u64]), ("few", ElementKind::U64, vec![3])];
    let tensors =
        [tensor("many", ElementKind::U8, &[many.len() as u64], &many), tensor("few", ElementKind::U64, &[3], &few)];
    write(&whole, &identity(), &tensors).unwrap();
    let all = [&many[..], &few].concat();
    for size in [1000, 4096, BLOCK - 1, BLOCK + 1, all.len()] {
        let mut stream = Stream::begin(&streamed, &identity(), &shapes).unwrap();
        all.chunks(size).for_each(|bytes| stream.write(bytes).unwrap());
        stream.finish().unwrap();
        assert!(std::fs::read(&streamed).unwrap() == std::fs::read(&whole).unwrap(), "{size}");
    }
    assert_eq!(names(), 2);
    let mut stream = Stream::begin(&streamed, &identity(), &shapes).unwrap();
    stream.write(&all[1..]).unwrap();
    assert!(stream.finish().unwrap_err().to_string().contains("1 bytes of a tensor are missing"));
    let mut stream = Stream::begin(&streamed, &identity(), &shapes).unwrap();
    stream.write(&all).unwrap();
    assert!(stream.write(&[1]).unwrap_err().to_string().contains("1 bytes more than the tensors need"));
    drop(stream);
    assert_eq!(names(), 2);
    let twice = [("few", ElementKind::U64, vec![3]), ("few", ElementKind::U64, vec![3])];
    assert!(Stream::begin(&streamed, &identity(), &twice).is_err());
    assert!(Stream::begin(&place.path().join("no/folder"), &identity(), &shapes).is_err());
}
