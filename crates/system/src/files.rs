//! Atomic replacement of files: after a crash or on a full disk there is the old file or the new one, whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;

/// Who may read a file that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Those who might read the old file; for a new one, whom the system's defaults let.
    Usual,
    /// Its owner only, whatever the mode of the old file.
    OwnerOnly,
}

/// Replaces a file atomically: writes a temporary file beside it, syncs it, renames it and syncs the folder.
///
/// A link is followed. A device or a pipe is written to: it cannot be replaced.
pub fn replace_file(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return fs::write(path, bytes);
    }
    let mut options = AtomicWriteFile::options();
    #[cfg(unix)]
    if access == Access::OwnerOnly {
        use atomic_write_file::unix::OpenOptionsExt as _;
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600).preserve_mode(false);
    }
    #[cfg(not(unix))]
    let _ = (access, &mut options);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.commit()?;
    sync_folder_of(path)
}

/// Gives a file that is complete its name, in the same folder, for good: syncs its content, renames it and syncs the
/// folder.
pub fn rename_file(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    sync_folder_of(to)
}

/// Syncs the folder of a file, so that its name survives a crash. Not needed outside Unix.
fn sync_folder_of(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it can be listed");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("weights");
        for text in ["first", "second and longer", "third"] {
            replace_file(&path, text.as_bytes(), Access::Usual).expect("there is room");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        assert_eq!(names_in(folder.path()), ["weights"]);
        let missing = folder.path().join("missing/weights");
        assert!(replace_file(&missing, b"", Access::Usual).is_err());
        assert!(replace_file(folder.path(), b"", Access::Usual).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_for_its_owner_is_for_nobody_else_and_any_other_keeps_its_readers() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("secret");
        let mode = || fs::metadata(&path).expect("it is there").permissions().mode() & 0o777;
        fs::write(&path, "old").expect("there is room");
        fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).expect("it is ours");
        replace_file(&path, b"new", Access::Usual).expect("there is room");
        assert_eq!(mode(), 0o640);
        replace_file(&path, b"new", Access::OwnerOnly).expect("there is room");
        assert_eq!(mode(), 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_a_device_stay_what_they_are() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("game.pgn"), folder.path().join("link"));
        fs::write(&path, "old").expect("there is room");
        std::os::unix::fs::symlink(&path, &link).expect("a name can be given");
        replace_file(&link, b"new", Access::Usual).expect("there is room");
        assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "new");
        replace_file(Path::new("/dev/null"), b"new", Access::Usual).expect("it takes everything");
        let null = fs::metadata("/dev/null").expect("it is there");
        assert!(null.file_type().is_char_device());
    }

    #[test]
    fn a_complete_file_gets_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let (part, whole) = (folder.path().join("data.part"), folder.path().join("data"));
        fs::write(&part, "all of it").expect("there is room");
        rename_file(&part, &whole).expect("it is renamed");
        assert_eq!(names_in(folder.path()), ["data"]);
        assert_eq!(fs::read_to_string(&whole).expect("it is there"), "all of it");
        assert!(rename_file(&part, &whole).is_err(), "there is no such file any more");
    }
}
