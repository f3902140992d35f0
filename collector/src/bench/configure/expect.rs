//! What must be in a folder when its script has ended: worked out from what is there to be found, without a script.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::probes::{BLURB, Kind, Probe};
use crate::bench::Failure;

/// The file that is there before.
pub const GIVEN: &str = "Makefile.in";

/// Names and contents of the files that a script leaves.
pub fn files(folder: usize, probes: &[Probe]) -> BTreeMap<String, String> {
    let mut log = format!("configuring folder {folder}\n{BLURB}");
    log.push_str(&format!("expr knows sums and lengths: {} 6\nmoved\n", folder + 1));
    let mut defines = "/* what was found */\n".to_owned();
    let mut cache = Vec::new();
    let mut makefile = makefile(&[], |_| String::new());
    for probe in probes {
        let program = format!("{defines}{}", probe.program());
        log.push_str(&format!("checking for {}\n{}", probe.name, said(probe, &program)));
        let name = probe.name.to_uppercase().replace('.', "_");
        let answer = match (probe.kind, probe.holds) {
            (Kind::Size, _) => probe.size.to_string(),
            (_, true) => "yes".to_owned(),
            (_, false) => "no".to_owned(),
        };
        match probe.kind {
            Kind::Size => defines.push_str(&format!("#define SIZEOF_{name} {answer}\n")),
            _ if probe.holds => defines.push_str(&format!("#define HAVE_{name} 1\n")),
            _ => {}
        }
        log.push_str(&format!("result: {answer}\n"));
        makefile.push_str(&format!("{} = {answer}\n", probe.key()));
        cache.push(format!("{}={answer}\n", probe.key()));
    }
    cache.sort();
    log.push_str(&format!("defined: {}\ndone\n", defines.lines().count() - 1));
    let files = [
        ("config.log", log),
        ("config.cache", cache.concat()),
        ("config.h", defines + "/* that was all */\n"),
        ("Makefile", makefile),
        (GIVEN, self::makefile(probes, |probe| format!("@{}@", probe.key()))),
    ];
    files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
}

/// A makefile with a line for each probe.
fn makefile(probes: &[Probe], value: impl Fn(&Probe) -> String) -> String {
    let mut text =
        (0..20).map(|rule| format!("rule{rule}: file{rule}.c\n\tcompile file{rule}.c\n")).collect::<String>();
    for probe in probes {
        text.push_str(&format!("{} = {}\n", probe.key(), value(probe)));
    }
    text
}

/// What the log has of the compiler.
fn said(probe: &Probe, program: &str) -> String {
    let failed = |complaint: String| {
        let shown: String = program.lines().map(|line| format!("| {line}\n")).collect();
        format!("{complaint}\nstatus: 1\nfailed program was:\n{shown}")
    };
    match (probe.kind, probe.holds) {
        (Kind::Macro, _) => String::new(),
        (Kind::Size, _) => format!("status: 0\nin bits: {}\n", 8 * probe.size),
        (_, true) => "status: 0\n".to_owned(),
        (Kind::Header, false) => {
            let line = 1 + program.lines().position(|line| line.contains(&probe.name)).unwrap_or_default();
            failed(format!("test.c:{line}: {}: no such header", probe.name))
        }
        (Kind::Function, false) => failed(format!("{}: not in the library", probe.name)),
    }
}

/// Compares a folder with what must be in it; `others` may be there too. Says on standard error what is wrong.
pub fn check(place: &Path, expected: &BTreeMap<String, String>, others: &[&str]) -> Result<(), Failure> {
    let wrong = |what: String| {
        eprintln!("folder {}: {what}", place.display());
        Failure::work_not_done()
    };
    for (name, text) in expected {
        match fs::read(place.join(name)) {
            Ok(found) if found == text.as_bytes() => {}
            Ok(_) => return Err(wrong(format!("{name} is not as it should be"))),
            Err(error) => return Err(wrong(format!("{name}: {error}"))),
        }
    }
    let entries = fs::read_dir(place).map_err(|error| wrong(error.to_string()))?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !expected.contains_key(&name) && !others.contains(&name.as_str()) {
            return Err(wrong(format!("{name} was left")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::probes::probes;
    use super::*;

    #[test]
    fn two_probes_by_hand() {
        let files = files(7, &probes(7, 2));
        assert_eq!(files["config.cache"], "calls_CALL7_1=yes\nhas_PART7_0_H=yes\n");
        assert_eq!(
            files["config.h"],
            "/* what was found */\n#define HAVE_PART7_0_H 1\n#define HAVE_CALL7_1 1\n/* that was all */\n"
        );
        assert!(files["config.log"].ends_with("checking for call7_1\nstatus: 0\nresult: yes\ndefined: 2\ndone\n"));
    }

    #[test]
    fn a_byte_too_many_a_file_too_few_and_a_file_too_many_are_found() {
        let place = tempfile::tempdir().unwrap();
        let expected = files(0, &probes(0, 1));
        let write = |name: &str, text: &str| fs::write(place.path().join(name), text).unwrap();
        for (name, text) in &expected {
            write(name, text);
        }
        write("configure", "");
        assert_eq!(check(place.path(), &expected, &["configure"]), Ok(()));
        assert_eq!(check(place.path(), &expected, &[]), Err(Failure::work_not_done()));
        write("config.log", &(expected["config.log"].clone() + "\n"));
        assert_eq!(check(place.path(), &expected, &["configure"]), Err(Failure::work_not_done()));
        fs::remove_file(place.path().join("config.log")).unwrap();
        assert_eq!(check(place.path(), &expected, &["configure"]), Err(Failure::work_not_done()));
    }
}
