//! lmbench's programs run one by one, as shells and mails show them: `$Id: bw_pipe.c,v 1.1 …$`, a line with a label, and
//! prompts and prose around them, in any order. Systems come from headings (`FreeBSD-3.4:` over dashes) and from `uname`.

use super::Format;
use super::lmbench_lines::{label_at, put};
use crate::import::{Claim, ImportError, Scope, Sheet, Text};

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "lmbench-tools",
    title: "output of lmbench's programs",
    looks: "lines such as Pipe bandwidth: 202.34 MB/sec or 199.49 Mhz, 5 nanosec clock",
    find,
    read,
};

/// Systems that a heading may name.
const SYSTEMS: [&str; 11] =
    ["Linux", "FreeBSD", "NetBSD", "OpenBSD", "DragonFly", "SunOS", "Solaris", "IRIX", "AIX", "Darwin", "HP-UX"];

/// What stands at a word.
enum Found {
    /// `$Id: bw_pipe.c,v 1.1 … $`.
    Id,
    /// `FreeBSD-3.4:` over dashes.
    Heading { name: String, version: String },
    /// `uname -r` and its answer.
    Release { name: Option<String>, release: String },
    /// A figure, or what begins as one.
    Label,
}

fn find(text: &Text) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut labels = 0;
    let mut ids = false;
    each(text, |word, end, found| {
        ids |= matches!(found, Found::Id);
        labels += usize::from(matches!(found, Found::Label));
        claims.push((word..end, matches!(found, Found::Label)));
    });
    if labels == 0 {
        return Vec::new();
    }
    let claim = |(words, _)| {
        if ids {
            Claim::name(words, "lmbench's $Id$ stands beside its labels")
        } else {
            Claim::shape(words, "lines have lmbench's labels")
        }
    };
    claims.into_iter().map(claim).collect()
}

/// Goes through a text: where something begins, where it ends, what it is.
fn each(text: &Text, mut take: impl FnMut(usize, usize, Found)) {
    let mut word = 0;
    while word < text.word_count() {
        match found(text, word) {
            Some((end, what)) if end > word => {
                take(word, end, what);
                word = end;
            }
            _ => word += 1,
        }
    }
}

fn found(text: &Text, word: usize) -> Option<(usize, Found)> {
    let first = text.word(word);
    if first == "$Id:" {
        let end = (word + 1..(word + 12).min(text.word_count())).find(|&end| text.word(end) == "$")?;
        return text.word(word + 1).ends_with(".c,v").then_some((end + 1, Found::Id));
    }
    if let Some((name, version)) = first.strip_suffix(':').and_then(|heading| heading.split_once('-'))
        && SYSTEMS.contains(&name)
        && text.word(word + 1).len() >= 3
        && text.word(word + 1).bytes().all(|byte| byte == b'-')
    {
        return Some((word + 2, Found::Heading { name: name.to_owned(), version: version.to_owned() }));
    }
    if first == "uname" {
        return uname(text, word);
    }
    label_at(text, word).map(|(end, _)| (end, Found::Label))
}

/// The answer to `uname -r`, `-sr` or `-a`; of the last the second word, a host's name, is left.
fn uname(text: &Text, word: usize) -> Option<(usize, Found)> {
    let release = |at: usize| {
        let release = text.word(at);
        (release.len() <= 100 && release.starts_with(|c: char| c.is_ascii_digit())).then(|| release.to_owned())
    };
    let name = |at: usize| SYSTEMS.contains(&text.word(at)).then(|| text.word(at).to_owned());
    match text.word(word + 1) {
        "-r" => Some((word + 3, Found::Release { name: None, release: release(word + 2)? })),
        "-sr" => Some((word + 4, Found::Release { name: Some(name(word + 2)?), release: release(word + 3)? })),
        "-a" => Some((word + 5, Found::Release { name: Some(name(word + 2)?), release: release(word + 4)? })),
        _ => None,
    }
}

fn read(scope: &Scope, sheet: &mut Sheet) -> Result<(), ImportError> {
    let text = scope.text;
    let mut section = 0;
    let mut headed = String::new();
    let mut released = false;
    for claim in scope.claims {
        match found(text, claim.start) {
            Some((_, Found::Heading { name, version })) => {
                section += 1;
                released = false;
                let column = sheet.column(&key(section));
                column.kernel.name = name;
                column.kernel.release.clone_from(&version);
                headed = version;
            }
            Some((_, Found::Release { name, release })) => {
                if released && sheet.column(&key(section)).kernel.release != release {
                    section += 1;
                    headed.clear();
                }
                released = true;
                let column = sheet.column(&key(section));
                if !headed.is_empty() && !release.starts_with(&headed) {
                    column.note(format!("The heading says {headed}, uname says {release}: uname's is used."));
                }
                column.kernel.release = release;
                if let Some(name) = name {
                    column.kernel.name = name;
                }
            }
            Some((_, Found::Label)) => {
                if let Some((_, figure)) = label_at(text, claim.start) {
                    put(sheet.column(&key(section)), vec![figure?]);
                }
            }
            Some((_, Found::Id)) | None => {}
        }
    }
    Ok(())
}

fn key(section: usize) -> String {
    format!("lmbench programs {section}")
}
