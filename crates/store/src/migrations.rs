//! The migrations, in order. They are only ever added.
//!
//! Listed here and not found by `sqlx::migrate!`: that macro compiles the whole of sqlx, SQLite included, a second
//! time, for the build host.

use std::sync::LazyLock;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Number, name and text of each: the file `migrations/<number>_<name>.sql`.
const ALL: [(i64, &str, &str); 6] = [
    (1, "games", include_str!("../migrations/0001_games.sql")),
    (2, "audience", include_str!("../migrations/0002_audience.sql")),
    (3, "reports", include_str!("../migrations/0003_reports.sql")),
    (4, "offline", include_str!("../migrations/0004_offline.sql")),
    (5, "bots", include_str!("../migrations/0005_bots.sql")),
    (10, "classes", include_str!("../migrations/0010_classes.sql")),
];

pub(crate) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migrations = ALL.map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.into())
});

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Write;
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
        let files = fs::read_dir(folder).expect("the migrations");
        let name = |file: std::io::Result<fs::DirEntry>| file.expect("a file").file_name();
        let found: BTreeSet<_> =
            files.map(|file| name(file).into_string().expect("UTF-8")).collect();
        let listed = ALL.map(|(version, name, _)| format!("{version:04}_{name}.sql"));
        assert_eq!(found, BTreeSet::from(listed));
    }

    /// A database remembers the checksum of each migration and refuses to be opened with another.
    #[test]
    fn migrations_that_databases_were_made_with_have_not_changed() {
        let known = [
            (
                1,
                "92160e65dd7f16f887a4f5106c69b0a3b20c5aeac080ac253e8475e74a6549c469f975efbfd79b05825722a680de9fff",
            ),
            (
                2,
                "e1b0d48f0bfecd6ed88f56d83d510e6648c4069755444124b25e9780ee0d03f73d2b65c70f813b2e6b839714b36901f5",
            ),
        ];
        for (version, checksum) in known {
            let migration =
                MIGRATIONS.iter().find(|it| it.version == version).expect("it is there");
            let hex = migration.checksum.iter().fold(String::new(), |mut text, byte| {
                write!(text, "{byte:02x}").expect("strings take everything");
                text
            });
            assert_eq!(hex, checksum, "migration {version}");
        }
    }
}
