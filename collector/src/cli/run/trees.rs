//! What a run builds: which entry is given which tree, what the document says of trees and tools, and what they need of
//! the work folder.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::bench::build;
use crate::observe;
use crate::plan::Entry;
use crate::source::{Given, Kind, Need, Seen, SourceError};

/// Whose tree is missing, or which tree nobody builds.
#[derive(Debug, Error, PartialEq)]
pub enum Mismatch {
    /// A benchmark needs it.
    #[error(
        "{benchmark} needs the tree that it builds: --source {name}=TARBALL-or-FOLDER (or leave it out with --skip {benchmark})"
    )]
    Missing {
        /// The benchmark.
        benchmark: &'static str,
        /// The tree's name.
        name: &'static str,
    },
    /// The same tree twice.
    #[error("--source {0}: given more than once")]
    Twice(&'static str),
    /// Nothing builds it.
    #[error("--source {name}: {benchmark} is not among what is measured")]
    Unused {
        /// The tree's name.
        name: &'static str,
        /// What would build it.
        benchmark: &'static str,
    },
}

/// Gives each entry the tree that it builds.
pub fn hand_out(given: &[Given], entries: &mut [Entry]) -> Result<(), Mismatch> {
    for (index, one) in given.iter().enumerate() {
        let (name, benchmark) = (one.kind.name(), one.kind.benchmark());
        if given[..index].iter().any(|other| other.kind == one.kind) {
            return Err(Mismatch::Twice(name));
        }
        if entries.iter().all(|entry| entry.benchmark.id != benchmark) {
            return Err(Mismatch::Unused { name, benchmark });
        }
    }
    for entry in entries {
        let Some(kind) = Kind::built_by(entry.benchmark.id) else { continue };
        let Some(one) = given.iter().find(|one| one.kind == kind) else {
            return Err(Mismatch::Missing { benchmark: kind.benchmark(), name: kind.name() });
        };
        entry.source = Some(one.path.clone());
    }
    Ok(())
}

/// What a run's document says of its trees and of what builds them, and what they need of the work folder.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// Name, version and hash by `source.kernel`.
    pub trees: BTreeMap<String, String>,
    /// Names and versions of compilers and the like.
    pub tools: BTreeMap<String, String>,
    /// Room in the work folder.
    pub needs: Vec<Need>,
}

/// Looks at everything that the entries build. Reading all of a tree takes some seconds, which are said unless it should be
/// quiet.
pub fn look(given: &[Given], entries: &[Entry], quiet: bool) -> Result<Looked, SourceError> {
    let mut looked = Looked::default();
    for entry in entries {
        let benchmark = entry.benchmark.id;
        let Some(products) = entry.points.iter().filter_map(|point| build::products(benchmark, point)).max() else {
            continue;
        };
        let mut need = Need { benchmark, bytes: products.bytes, files: products.files };
        if let Some(one) = given.iter().find(|one| one.kind.benchmark() == benchmark) {
            if !quiet {
                eprintln!("looking at {}", one.option());
            }
            let seen = Seen::of(one)?;
            need.bytes += seen.bytes;
            need.files += seen.files;
            if let Some(words) = seen.words {
                looked.trees.insert(format!("source.{}", one.kind.name()), words);
            }
        }
        looked.tools.extend(observe::tools(build::tools(benchmark)));
        looked.needs.push(need);
    }
    Ok(looked)
}

#[cfg(test)]
mod tests {
    use shared::catalogue;
    use shared::model::{Placement, Point};

    use super::*;

    fn entry(id: &str) -> Entry {
        let benchmark = catalogue::find(id).unwrap();
        let points = vec![Point::new([("jobs", 1.into())])];
        Entry { benchmark, placement: Placement::Unpinned, cpus: Some(Vec::new()), points, program: None, source: None }
    }

    fn given(kind: Kind) -> Given {
        Given { kind, path: "/some/tree.tar".into() }
    }

    #[test]
    fn each_entry_is_given_its_own_tree() {
        let mut entries = [entry("build.tree"), entry("build.perl"), entry("build.kernel")];
        let perl = Given { path: "/perl".into(), ..given(Kind::Perl) };
        hand_out(&[given(Kind::Kernel), perl], &mut entries).unwrap();
        let paths: Vec<_> =
            entries.iter().map(|entry| entry.source.as_deref().and_then(|path| path.to_str())).collect();
        assert_eq!(paths, [None, Some("/perl"), Some("/some/tree.tar")]);
    }

    #[test]
    fn a_tree_that_is_missing_unused_or_given_twice_is_told() {
        let told = |given: &[Given], ids: &[&str]| {
            let mut entries: Vec<Entry> = ids.iter().map(|id| entry(id)).collect();
            hand_out(given, &mut entries).unwrap_err().to_string()
        };
        assert!(told(&[], &["build.perl"]).starts_with("build.perl needs the tree that it builds: --source perl="));
        let unused = told(&[given(Kind::Perl)], &["build.kernel"]);
        assert_eq!(unused, "--source perl: build.perl is not among what is measured");
        let twice = told(&[given(Kind::Perl), given(Kind::Perl)], &["build.perl"]);
        assert_eq!(twice, "--source perl: given more than once");
    }

    #[test]
    fn what_builds_nothing_needs_nothing() {
        let looked = look(&[], &[entry("syscall.null"), entry("build.tree")], true).unwrap();
        let needs: Vec<_> = looked.needs.iter().map(|need| need.benchmark).collect();
        assert_eq!((needs, looked.trees.len()), (vec!["build.tree"], 0));
    }
}
