//! What a folder's script asks of the system, and the steps by which it does. The folders' scripts differ in names only,
//! so that each makes as many processes as any other.

use super::script::{Element, Output, Run, Step, Test};

/// What a probe asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whether a header is there: by compiling.
    Header,
    /// Whether a library has a function: by linking.
    Function,
    /// How large a type is: by running a program.
    Size,
    /// Whether a header defines a macro: by preprocessing.
    Macro,
}

/// One probe.
#[derive(Clone, Debug)]
pub struct Probe {
    /// What it asks.
    pub kind: Kind,
    /// Of what.
    pub name: String,
    /// Whether it is there.
    pub holds: bool,
    /// The type's size.
    pub size: u64,
}

/// In this order again and again: linking and compiling most of all.
const KINDS: [Kind; 8] =
    [Kind::Header, Kind::Function, Kind::Header, Kind::Macro, Kind::Function, Kind::Header, Kind::Size, Kind::Function];
/// Headers that every program of a probe includes.
pub const BASIC_HEADERS: usize = 8;
/// The log, to whose end lines are added.
const LOG: Output = Output::Add("config.log");
/// How the compiler is run.
const COMPILE: &str = "-I../include -c test.c";
const LINK: &str = "-I../include -L../lib -o __conftest test.c";
const PREPROCESS: &str = "-I../include -E test.c";
/// Makes a name of what is asked for.
const TO_NAME: &str = "y%abcdefghijklmnopqrstuvwxyz%ABCDEFGHIJKLMNOPQRSTUVWXYZ%;s%[^A-Z0-9_]%_%g";

/// The probes of a folder: three in five are of what is there.
pub fn probes(folder: usize, number: usize) -> Vec<Probe> {
    let probe = |index: usize| {
        let kind = KINDS[index % KINDS.len()];
        let name = match kind {
            Kind::Header => format!("part{folder}_{index}.h"),
            Kind::Function => format!("call{folder}_{index}"),
            Kind::Size => format!("kind{folder}_{index}"),
            Kind::Macro => format!("feature{folder}_{index}"),
        };
        Probe { kind, name, holds: kind == Kind::Size || index % 5 < 3, size: 1 << ((folder + index) % 5) }
    };
    (0..number).map(probe).collect()
}

impl Probe {
    /// What the answer is called in the cache and in what is made of it.
    pub fn key(&self) -> String {
        format!("{}_{}", self.prefix(), self.name.to_ascii_uppercase().replace('.', "_"))
    }

    fn prefix(&self) -> &'static str {
        match self.kind {
            Kind::Header | Kind::Macro => "has",
            Kind::Function => "calls",
            Kind::Size => "size",
        }
    }

    /// The program that asks.
    pub fn program(&self) -> String {
        let basic: String = (0..BASIC_HEADERS).map(|number| format!("#include <basic{number}.h>\n")).collect();
        let name = &self.name;
        let main = |returned: &str| format!("int main (void)\n{{\n  return {returned};\n}}\n");
        basic
            + &match self.kind {
                Kind::Header => format!("#include <{name}>\n{}", main("0")),
                Kind::Function => main(&format!("{name} ()")),
                Kind::Size => format!("#include <{name}.h>\n{}", main(&format!("sizeof ({name})"))),
                Kind::Macro => format!("#include <{name}.h>\n#ifdef {name}\nyes\n#endif\n"),
            }
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = vec![
            log(format!("checking for {}", self.name)),
            Step::Run(Run::of("cat", "defs.h -").here(self.program()).to(Output::New("test.c"))),
        ];
        match self.kind {
            Kind::Header => {
                steps.push(remove("test.o"));
                // The compiler proper and the assembler; only the former where it complains.
                steps.extend(self.compile(COMPILE, if self.holds { 2 } else { 1 }, "test.o"));
            }
            Kind::Function | Kind::Size => {
                steps.push(remove("test.o __conftest __conftest.data"));
                // And two more for the linker.
                steps.extend(self.compile(LINK, 4, "__conftest.data"));
                steps.push(Step::Run(Run::of("rm", "-rf test.debug")));
            }
            Kind::Macro => {
                let compiler = Element::Run(Run::of("cc", PREPROCESS).running(1));
                let grep = Run::with("grep", ["^yes"]).to(Output::New("test.found"));
                steps.push(Step::Pipe(vec![compiler, Element::Run(grep)]));
                steps.push(status());
                steps.push(self.choose(vec![succeeded()], vec![answer("yes")], vec![answer("no")]));
            }
        }
        if self.kind == Kind::Size {
            steps.push(Step::Apart(Run::of("conftest", ""), "test.err"));
            steps.push(Step::Capture("answer", vec![Element::Run(Run::of("cat", "test.val"))]));
            let bits = Run::with("expr", ["$answer", "*", "8"]);
            steps.push(Step::Capture("bits", vec![Element::Run(bits)]));
            steps.push(log("in bits: $bits".to_owned()));
        }
        steps.push(remove("test.c test.o test.err test.val test.found __conftest __conftest.data"));
        let to_name = vec![Element::Echo(self.name.clone()), Element::Run(Run::with("sed", [TO_NAME]))];
        steps.push(Step::Capture("name", to_name));
        steps.push(Step::Echo(format!("{}_$name=$answer", self.prefix()), Output::Add("cache.raw")));
        let found = |text: &str| vec![Step::Echo(text.to_owned(), Output::Add("defs.h"))];
        steps.push(match self.kind {
            Kind::Size => Step::Echo("#define SIZEOF_$name $answer".to_owned(), Output::Add("defs.h")),
            _ => self.choose(vec![same("$answer", "yes")], found("#define HAVE_$name 1"), Vec::new()),
        });
        steps.push(log("result: $answer".to_owned()));
        steps
    }

    /// Compiles, logs what the compiler complains of and the program that it did not take, and answers.
    fn compile(&self, arguments: &str, programs: u64, result: &'static str) -> [Step; 5] {
        let complaints = vec![
            Step::Run(Run::with("grep", ["-v", "^ *+", "test.err"]).to(Output::New("test.kept"))),
            Step::Run(Run::of("cat", "test.kept").to(LOG)),
            Step::Run(Run::of("mv", "-f test.kept test.err")),
        ];
        let failed = vec![
            answer("no"),
            log("failed program was:".to_owned()),
            Step::Run(Run::with("sed", ["s/^/| /", "test.c"]).to(LOG)),
        ];
        [
            Step::Apart(Run::of("cc", arguments).running(programs), "test.err"),
            status(),
            Step::If {
                all: vec![Test::Filled("test.err")],
                then: complaints,
                otherwise: Vec::new(),
                holds: !self.holds,
            },
            log("status: $status".to_owned()),
            self.choose(vec![succeeded(), Test::Filled(result)], vec![answer("yes")], failed),
        ]
    }

    fn choose(&self, all: Vec<Test>, then: Vec<Step>, otherwise: Vec<Step>) -> Step {
        Step::If { all, then, otherwise, holds: self.holds }
    }
}

/// What the log says before all else, from a text in the script.
pub const BLURB: &str =
    "This file has what the probes said that were run here.\nIt is of use where one of them went wrong.\n";

/// The script of a folder.
pub fn steps(folder: usize, probes: &[Probe]) -> Vec<Step> {
    let mut steps = vec![
        Step::Echo(format!("configuring folder {folder}"), Output::New("config.log")),
        Step::Run(Run::of("cat", "").here(BLURB).to(LOG)),
        remove("cache.raw config.cache config.h Makefile"),
        Step::Echo("/* what was found */".to_owned(), Output::New("defs.h")),
        Step::Capture("sum", vec![Element::Run(Run::of("expr", &format!("{folder} + 1")))]),
        Step::Capture("length", vec![Element::Run(Run::with("expr", ["folder", ":", "[a-z]*"]))]),
        log("expr knows sums and lengths: $sum $length".to_owned()),
        Step::Run(Run::of("mkdir", "test.dir")),
        Step::Echo("moved".to_owned(), Output::New("test.dir/file")),
        Step::Run(Run::of("mv", "-f test.dir/file test.file")),
        Step::Run(Run::of("cat", "test.file").to(LOG)),
        Step::Run(Run::of("rm", "-rf test.dir test.file")),
    ];
    for probe in probes {
        steps.extend(probe.steps());
    }
    let defines = Run::with("grep", ["-c", "^#define", "defs.h"]);
    steps.extend([
        Step::Run(Run::of("sort", "cache.raw").to(Output::New("config.cache"))),
        Step::Run(Run::with("sed", ["s/^/s%@/;s/=/@%/;s/$/%/", "config.cache"]).to(Output::New("subst.sed"))),
        Step::Run(Run::of("sed", "-f subst.sed Makefile.in").to(Output::New("Makefile.new"))),
        Step::Run(Run::of("cmp", "-s Makefile.new Makefile.in")),
        status(),
        Step::If {
            all: vec![succeeded()],
            then: vec![remove("Makefile.new")],
            otherwise: vec![Step::Run(Run::of("mv", "-f Makefile.new Makefile"))],
            holds: false,
        },
        Step::Run(Run::of("cat", "defs.h -").here("/* that was all */\n").to(Output::New("config.new"))),
        Step::Run(Run::of("mv", "-f config.new config.h")),
        Step::Capture("defines", vec![Element::Run(defines)]),
        log("defined: $defines".to_owned()),
        remove("cache.raw defs.h subst.sed"),
        log("done".to_owned()),
    ]);
    steps
}

fn log(text: String) -> Step {
    Step::Echo(text, LOG)
}

fn answer(word: &str) -> Step {
    Step::Set("answer", word.to_owned())
}

fn status() -> Step {
    Step::Set("status", "$?".to_owned())
}

fn succeeded() -> Test {
    same("$status", "0")
}

fn same(one: &str, other: &str) -> Test {
    Test::Same(one.to_owned(), other.to_owned())
}

fn remove(files: &str) -> Step {
    Step::Run(Run::of("rm", &format!("-f {files}")))
}

#[cfg(test)]
mod tests {
    use super::super::script::count;
    use super::*;

    #[test]
    fn every_folder_makes_as_many_processes() {
        let counts: Vec<_> = (0..64).map(|folder| count(&steps(folder, &probes(folder, 24)))).collect();
        assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    }

    #[test]
    fn what_stands_in_a_script_fits_into_a_pipe_and_has_nothing_that_a_shell_would_read_otherwise() {
        for probe in probes(63, 24) {
            let program = probe.program();
            assert!(program.len() < 4096);
            assert!(!probe.name.contains(['"', '`', '\\', '$', '*']), "{}", probe.name);
        }
    }
}
