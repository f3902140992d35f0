//! The order of kernel releases.
//!
//! Upstream names form one line: `-preN` < `-testN` < `-rcN` < the release < what was built on it (`-00123-gHASH`,
//! `-next-DATE`, `-acN`, `-mmN`, `-rtN`, local names, then `-dirty` and `+`). A vendor's kernel is vendor, version and
//! package number: it stands apart from the upstream release that its name starts with.

use std::cmp::Ordering;

/// Where a release stands in the order of kernels. Two keys are equal only where the names are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReleaseKey {
    line: Line,
    name: String,
}

/// Lines of kernels that are ordered within themselves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Line {
    /// Released upstream, or built from its tree.
    Upstream { version: Vec<u64>, stage: Stage, built_on_it: Vec<Suffix> },
    /// Packaged by somebody, with patches and numbers of their own.
    Vendor { vendor: String, version: Vec<u64>, package: Vec<Part> },
    /// A name that does not start with a number.
    Unnumbered,
}

/// How far a release was, in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Pre(u64),
    Test(u64),
    Candidate(u64),
    Released,
}

/// What stands behind a release. A kernel without a further suffix comes first, so lists compare by element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Suffix {
    /// So many commits after it, by `git describe`.
    Commits(u64),
    /// linux-next of a day.
    Next(u64),
    /// A patch set's release: ac, mm or rt.
    Tree(Tree, u64, Stage),
    /// A name that the builder chose.
    Local(Part),
    /// Built from a changed tree.
    Dirty,
    /// Built from commits that nobody counted.
    Plus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tree {
    Ac,
    Mm,
    Rt,
}

/// A word with the number behind it, so that `bk9` comes before `bk10`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    word: String,
    number: u64,
}

impl ReleaseKey {
    /// The key of a release name.
    pub fn new(release: &str) -> Self {
        Self { line: Line::of(&release.to_ascii_lowercase()), name: release.to_owned() }
    }
}

/// Orders two releases as [`ReleaseKey`] does.
pub fn compare_releases(left: &str, right: &str) -> Ordering {
    ReleaseKey::new(left).cmp(&ReleaseKey::new(right))
}

impl Line {
    fn of(release: &str) -> Self {
        let end = release.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(release.len());
        let (numbers, rest) = release.split_at(end);
        let mut version: Vec<u64> = numbers.split('.').filter(|part| !part.is_empty()).map(number).collect();
        if version.is_empty() {
            return Self::Unnumbered;
        }
        // 6.1 and 6.1.0 are one release.
        while version.len() > 2 && version.last() == Some(&0) {
            version.pop();
        }
        let tokens = tokens(rest);
        if let Some(vendor) = vendor(&tokens) {
            return Self::Vendor { vendor, version, package: tokens.iter().map(|token| part(token)).collect() };
        }
        let (stage, used) = match tokens.first().and_then(|token| stage(token)) {
            Some(stage) => (stage, 1),
            None => (Stage::Released, 0),
        };
        Self::Upstream { version, stage, built_on_it: suffixes(&tokens[used..]) }
    }
}

/// The words between separators; `+` is a word of its own.
fn tokens(rest: &str) -> Vec<&str> {
    rest.split_inclusive('+')
        .flat_map(|piece| match piece.strip_suffix('+') {
            Some(before) => before.split(separates).chain(Some("+")),
            None => piece.split(separates).chain(None),
        })
        .filter(|token| !token.is_empty())
        .collect()
}

fn separates(c: char) -> bool {
    matches!(c, '-' | '.' | '_' | '~' | ',')
}

/// `rc3` as a stage; none where the word is not one.
fn stage(token: &str) -> Option<Stage> {
    let Part { word, number } = part(token);
    match word.as_str() {
        "pre" => Some(Stage::Pre(number)),
        "test" => Some(Stage::Test(number)),
        "rc" => Some(Stage::Candidate(number)),
        _ => None,
    }
}

fn suffixes(tokens: &[&str]) -> Vec<Suffix> {
    let mut suffixes = Vec::new();
    let mut rest = tokens;
    while let Some((&token, after)) = rest.split_first() {
        rest = after;
        let Part { word, number } = part(token);
        let tree = match word.as_str() {
            "ac" => Some(Tree::Ac),
            "mm" => Some(Tree::Mm),
            "rt" => Some(Tree::Rt),
            _ => None,
        };
        suffixes.push(match (tree, token) {
            (Some(tree), _) if number > 0 => {
                let stage = rest.first().and_then(|next| stage(next));
                if stage.is_some() {
                    rest = &rest[1..];
                }
                Suffix::Tree(tree, number, stage.unwrap_or(Stage::Released))
            }
            (_, "dirty") => Suffix::Dirty,
            (_, "+") => Suffix::Plus,
            (_, "next") => {
                let day = rest.first().filter(|next| is_number(next));
                rest = &rest[usize::from(day.is_some())..];
                Suffix::Next(day.map_or(0, |day| self::number(day)))
            }
            _ if is_number(token) && rest.first().is_some_and(|next| is_commit(next)) => {
                rest = &rest[1..];
                Suffix::Commits(number)
            }
            _ => Suffix::Local(Part { word, number }),
        });
    }
    suffixes
}

/// Words that only a vendor's package names hold, and whose they are.
const VENDORS: [(&str, &[&str]); 9] = [
    ("debian", &["amd64", "686", "arm64", "armmp", "armel", "ppc64el", "powerpc64le", "s390x", "bpo", "deb"]),
    ("ubuntu", &["generic", "lowlatency", "azure", "aws", "gcp", "oracle", "raspi", "oem"]),
    ("red hat", &["el"]),
    ("fedora", &["fc"]),
    ("amazon", &["amzn"]),
    ("oracle", &["uek", "el7uek", "el8uek", "el9uek"]),
    ("arch", &["arch", "manjaro", "zen"]),
    ("proxmox", &["pve"]),
    ("microsoft", &["microsoft"]),
];

/// Whose package it is; nothing for upstream. A bare number behind the version is a package number, whoever packed it.
fn vendor(tokens: &[&str]) -> Option<String> {
    let known = tokens.iter().find_map(|token| {
        let Part { word, number } = part(token);
        // `el8`, `fc39`: the distribution's release belongs to the word; a local name may well be `-fc` or `-el`.
        let numbered = matches!(word.as_str(), "el" | "fc" | "amzn" | "deb");
        let vendor = VENDORS.iter().find(|(_, words)| words.contains(token) || words.contains(&word.as_str()));
        vendor.filter(|_| !numbered || number > 0).map(|(name, _)| (*name).to_owned())
    });
    known.or_else(|| {
        let packed = is_number(tokens.first()?) && !tokens.get(1).is_some_and(|next| is_commit(next));
        packed.then(|| tokens.iter().rfind(|token| !is_number(token)).map_or("", |word| word).to_owned())
    })
}

/// `gHASH`, as `git describe` writes it.
fn is_commit(token: &str) -> bool {
    token.strip_prefix('g').is_some_and(|hash| hash.len() >= 4 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn is_number(token: &str) -> bool {
    token.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits as a number; the largest one where they are too many.
fn number(digits: &str) -> u64 {
    if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) }
}

/// A token's word and the number that ends it.
fn part(token: &str) -> Part {
    let word = token.trim_end_matches(|c: char| c.is_ascii_digit());
    Part { word: word.to_owned(), number: number(&token[word.len()..]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One upstream line, oldest first.
    const UPSTREAM: [&str; 61] = [
        "1.2.13",
        "2.0.36",
        "2.2.0-pre9",
        "2.2.0",
        "2.3.99-pre2",
        "2.3.99-pre2-3-cw1",
        "2.3.99-pre2-cw1",
        "2.3.99-pre10",
        "2.4.0-test7",
        "2.4.0-test12",
        "2.4.0",
        "2.4.0-ac1",
        "2.4.9-ac18",
        "2.4.20-pre1",
        "2.4.20-pre1-ac2",
        "2.4.20-pre11",
        "2.4.20-rc1",
        "2.4.20-rc1-ac1",
        "2.4.20-rc2",
        "2.4.20",
        "2.4.20-ac1",
        "2.5.9",
        "2.5.10",
        "2.5.29s4",
        "2.5.29s4-ipc",
        "2.5.65",
        "2.5.65-ac1",
        "2.5.65-mm1",
        "2.5.65-mm1-dirty",
        "2.5.65-mm2",
        "2.5.65-mm2-anobjrmap",
        "2.5.65-mm10",
        "2.5.65-bk9",
        "2.5.65-bk10",
        "2.5.65-dirty",
        "2.5.65+",
        "2.5.66",
        "2.6.0-test3",
        "2.6.0-test3-mm1",
        "2.6.0-test11",
        "2.6.0",
        "2.6.16.9",
        "2.6.16.20",
        "5.10-rt17",
        "6.1.0-rc2",
        "6.1.0-rc3",
        "6.1.0-rc3-00099-g0123abc",
        "6.1.0-rc3-00123-gabcdef0",
        "6.1.0-rc3-00123-gabcdef0-dirty",
        "6.1.0-rc3-next-20221104",
        "6.1.0-rc3-next-20221110",
        "6.1.0-rc3-dirty",
        "6.1.0-rc3+",
        "6.1.0-rc4",
        "6.1.0-rc10",
        "6.1.0",
        "6.1.90",
        "6.1.90-rt30-rc1",
        "6.1.90-rt30",
        "6.1.90-rt31",
        "6.18.44-fc-v782",
    ];

    const VENDOR: [&str; 16] = [
        "5.10.0-28-amd64",
        "6.1.0-0.deb11.7-amd64",
        "6.12.9+bpo-amd64",
        "6.12.38+deb13-amd64",
        "6.1.0-28-cloud-amd64",
        "6.8.0-45-generic",
        "6.8.0-1018-aws",
        "4.18.0-553.el8",
        "4.18.0-553.16.1.el8_10.x86_64",
        "6.5.6-300.fc39.x86_64",
        "6.1.112-122.189.amzn2023.x86_64",
        "5.14.21-150500.55.52-default",
        "6.11.5-arch1-1",
        "6.8.12-4-pve",
        "5.15.167.4-microsoft-standard-WSL2",
        "4.19.0-7-loongson",
    ];

    #[test]
    fn every_upstream_name_stands_where_its_time_was() {
        for (earlier, left) in UPSTREAM.iter().enumerate() {
            for (later, right) in UPSTREAM.iter().enumerate() {
                assert_eq!(compare_releases(left, right), earlier.cmp(&later), "{left} against {right}");
            }
        }
    }

    #[test]
    fn no_vendor_kernel_stands_between_upstream_ones() {
        for vendor in VENDOR {
            let below = UPSTREAM.iter().filter(|upstream| compare_releases(upstream, vendor) == Ordering::Less).count();
            assert!(below == 0 || below == UPSTREAM.len(), "{vendor} stands after {below} upstream releases");
            let version = vendor.split(['-', '+']).next().unwrap();
            assert_ne!(compare_releases(version, vendor), Ordering::Equal);
        }
    }

    #[test]
    fn one_vendors_kernels_follow_version_and_package_number() {
        for line in [
            ["5.10.0-9-amd64", "5.10.0-28-amd64", "6.1.0-13-amd64"],
            ["4.18.0-80.el8", "4.18.0-553.el8", "5.14.0-362.el9"],
            ["6.5.0-9-generic", "6.5.0-45-generic", "6.8.0-45-generic"],
            ["6.1.9-100.fc37.x86_64", "6.5.6-300.fc39.x86_64", "6.10.2-200.fc40.x86_64"],
        ] {
            assert!(line.is_sorted_by(|left, right| compare_releases(left, right) == Ordering::Less), "{line:?}");
        }
    }

    #[test]
    fn vendors_do_not_mix() {
        let mut mixed = vec!["6.8.0-45-generic", "6.1.0-13-amd64", "5.15.0-1-generic", "6.9.0-1-amd64"];
        mixed.sort_by(|left, right| compare_releases(left, right));
        assert_eq!(mixed, ["6.1.0-13-amd64", "6.9.0-1-amd64", "5.15.0-1-generic", "6.8.0-45-generic"]);
    }

    #[test]
    fn local_names_that_look_like_a_distribution_stay_upstream() {
        for name in ["6.18.44-fc-v782", "6.1.0-el", "6.1.0-mm", "6.1.0-00012-gdeadbeef"] {
            assert_eq!(compare_releases(name, "6.18.45"), Ordering::Less, "{name}");
            assert_eq!(compare_releases("6.0.19", name), Ordering::Less, "{name}");
        }
    }

    #[test]
    fn two_spellings_of_one_release_stay_two_names() {
        assert_eq!(compare_releases("6.1", "6.1.0"), Ordering::Less);
        assert_eq!(compare_releases("6.1.0", "6.1-rc8"), Ordering::Greater);
        assert_eq!(compare_releases("6.1.0", "6.1.0"), Ordering::Equal);
    }

    #[test]
    fn names_without_a_number_come_last_and_nothing_panics() {
        for odd in ["", "-", "+", "x", "6.", ".6", "99999999999999999999999.1", "6.1-rc", "6.1.0-", "é6.1", "6.1é-µ9"]
        {
            assert_eq!(compare_releases(odd, odd), Ordering::Equal);
        }
        assert_eq!(compare_releases("next", "6.18.44"), Ordering::Greater);
        assert_eq!(compare_releases("next", "6.8.0-45-generic"), Ordering::Greater);
    }
}
