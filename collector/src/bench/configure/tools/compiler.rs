//! A stub compiler: as many processes and files as a real one has, and as little work as lets its answers depend on what
//! is asked. It knows includes, macros, the sizes of types and the names of functions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, exit};

use super::files::{text_of, write};
use super::{LINKED, links, own_name, path, wrong};

/// The first word of an object file.
const OBJECT: &str = "object";
/// The list of a library's functions.
pub const LIBRARY: &str = "functions";
/// Where a linked program has its data, behind its name. The program is a link to this one, so that it can be executed
/// where files of the folder cannot.
const DATA: &str = ".data";
/// What a linked program writes.
const VALUE: &str = "test.val";

/// `cc -IFOLDER (-c | -E | -LFOLDER -o PROGRAM) FILE`: runs the compiler proper, the assembler, the linker.
pub fn cc(arguments: &[String]) -> io::Result<i32> {
    let value = |mark: &str| arguments.iter().find_map(|argument| argument.strip_prefix(mark));
    let (Some(headers), Some(source)) = (value("-I"), arguments.last()) else { return Err(wrong("-I is wanted")) };
    let mode = arguments.iter().map(String::as_str).find(|argument| ["-c", "-E", "-o"].contains(argument));
    if mode == Some("-E") {
        return run("cc1", &[headers, source]);
    }
    let stem = source.trim_end_matches(".c");
    let (assembly, object) = (format!("{stem}.s"), format!("{stem}.o"));
    step("cc1", &[headers, source, &assembly]);
    step("as", &[&assembly, &object]);
    fs::remove_file(&assembly)?;
    if mode == Some("-o") {
        let program = arguments.iter().skip_while(|argument| *argument != "-o").nth(1);
        let (Some(program), Some(library)) = (program, value("-L")) else { return Err(wrong("-L is wanted")) };
        step("collect2", &[library, &object, program]);
        fs::remove_file(&object)?;
    }
    Ok(0)
}

/// Runs a part of the compiler; where it fails, so does this process.
fn step(tool: &str, arguments: &[&str]) {
    match run(tool, arguments) {
        Ok(0) => {}
        Ok(_) => exit(1),
        Err(error) => {
            eprintln!("{tool}: {error}");
            exit(1);
        }
    }
}

fn run(tool: &str, arguments: &[&str]) -> io::Result<i32> {
    let ended = Command::new(path(&links()?, tool)).args(arguments).status()?;
    Ok(ended.code().unwrap_or(1))
}

/// `cc1 HEADERS SOURCE [ASSEMBLY]`: compiles, or without a file to write to preprocesses.
pub fn cc1(arguments: &[String]) -> io::Result<i32> {
    let (headers, source, assembly) = match arguments {
        [headers, source] => (headers, source, None),
        [headers, source, assembly] => (headers, source, Some(assembly)),
        _ => return Err(wrong("headers and a source are wanted")),
    };
    let mut unit = Unit::default();
    for (number, line) in (1..).zip(text_of(Some(source))?.lines()) {
        if let Err(problem) = unit.line(line, Path::new(headers)) {
            eprintln!("{source}:{number}: {problem}\n + {line}");
            return Ok(1);
        }
    }
    match assembly {
        Some(assembly) => fs::write(assembly, unit.assembly())?,
        None => {
            write(unit.text.as_bytes())?;
        }
    }
    Ok(0)
}

/// What is known of a program so far.
#[derive(Default)]
struct Unit {
    macros: BTreeSet<String>,
    sizes: BTreeMap<String, u64>,
    needed: BTreeSet<String>,
    value: u64,
    /// In lines that a condition leaves out.
    left_out: bool,
    /// What is left after preprocessing.
    text: String,
}

impl Unit {
    fn line(&mut self, line: &str, headers: &Path) -> Result<(), String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["#endif"] => self.left_out = false,
            _ if self.left_out => {}
            ["#ifdef", name] => self.left_out = !self.macros.contains(name),
            ["#define", name, ..] => {
                self.macros.insert(name.to_owned());
            }
            ["#include", name] => {
                let name = name.trim_matches(['<', '>']);
                let header = fs::read_to_string(headers.join(name)).map_err(|_| format!("{name}: no such header"))?;
                header.lines().try_for_each(|line| self.line(line, headers))?;
            }
            ["typedef", _, declared] => {
                if let Some((name, size)) = declared.trim_end_matches("];").split_once('[') {
                    self.sizes.insert(name.to_owned(), size.parse().unwrap_or_default());
                }
            }
            ["return", "sizeof", of] => {
                let name = of.trim_matches(['(', ')', ';']);
                self.value = *self.sizes.get(name).ok_or_else(|| format!("{name}: no such type"))?;
            }
            ["return", function, "();"] => {
                self.needed.insert(function.to_owned());
            }
            _ => {
                self.text.push_str(line);
                self.text.push('\n');
            }
        }
        Ok(())
    }

    fn assembly(&self) -> String {
        let mut text = format!("value {}\n", self.value);
        self.needed.iter().for_each(|function| text.push_str(&format!("need {function}\n")));
        text
    }
}

/// `as ASSEMBLY OBJECT`
pub fn assemble(arguments: &[String]) -> io::Result<i32> {
    let [assembly, object] = arguments else { return Err(wrong("assembly and an object are wanted")) };
    fs::write(object, format!("{OBJECT}\n{}", fs::read_to_string(assembly)?))?;
    Ok(0)
}

/// `collect2 LIBRARY OBJECT PROGRAM`: runs the linker, as a real one does.
pub fn collect2(arguments: &[String]) -> io::Result<i32> {
    run("ld", &arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

/// `ld LIBRARY OBJECT PROGRAM`: a program whose functions are all in the library.
pub fn ld(arguments: &[String]) -> io::Result<i32> {
    let [library, object, program] = arguments else { return Err(wrong("a library and an object are wanted")) };
    let functions = fs::read_to_string(Path::new(library).join(LIBRARY))?;
    let object = fs::read_to_string(object)?;
    let Some(parts) = object.strip_prefix(OBJECT) else { return Err(wrong("no object")) };
    let mut value = "";
    for part in parts.lines() {
        match part.split_once(' ') {
            Some(("need", name)) if !functions.lines().any(|function| function == name) => {
                eprintln!("{name}: not in the library");
                return Ok(1);
            }
            Some(("value", number)) => value = number,
            _ => {}
        }
    }
    fs::write(format!("{program}{DATA}"), format!("{value}\n"))?;
    std::os::unix::fs::symlink(fs::read_link(path(&links()?, "ld"))?, program)?;
    Ok(0)
}

/// The linked program: writes what its `main` returned to a file, as probes for sizes do.
pub fn linked(_: &[String]) -> io::Result<i32> {
    fs::write(VALUE, fs::read(own_name(LINKED) + DATA)?)?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_with_their_headers() {
        let headers = tempfile::tempdir().unwrap();
        fs::write(headers.path().join("a.h"), "#define known 1\ntypedef char kind[16];\n").unwrap();
        let unit = |source: &str| {
            let mut unit = Unit::default();
            source.lines().try_for_each(|line| unit.line(line, headers.path())).map(|()| unit)
        };
        assert_eq!(unit("#include <a.h>\n  return sizeof (kind);\n").unwrap().assembly(), "value 16\n");
        assert_eq!(unit("  return call3_7 ();\n").unwrap().assembly(), "value 0\nneed call3_7\n");
        assert_eq!(unit("#include <a.h>\n#ifdef known\nyes\n#endif\n").unwrap().text, "yes\n");
        assert_eq!(unit("#ifdef other\nyes\n#endif\nno\n").unwrap().text, "no\n");
        assert_eq!(unit("#include <b.h>\n").err().unwrap(), "b.h: no such header");
        assert_eq!(unit("  return sizeof (kind);\n").err().unwrap(), "kind: no such type");
    }
}
