//! A script as text, for the system's shell.

use super::script::{Element, Output, Run, Step, Test};
use super::tools;

/// What ends a text that stands in a script.
const END: &str = "END_OF_TEXT";

/// The script's text.
pub fn render(steps: &[Step]) -> String {
    let mut text = "#!/bin/sh\n".to_owned();
    block(&mut text, steps);
    text
}

fn block(text: &mut String, steps: &[Step]) {
    for step in steps {
        text.push_str(&line(step));
        text.push('\n');
        if let Step::Run(Run { here: Some(here), .. }) = step {
            text.push_str(&format!("{here}{END}\n"));
        }
    }
}

fn line(step: &Step) -> String {
    match step {
        Step::Set(name, value) => format!("{name}={}", quoted(value)),
        Step::Echo(what, to) => format!("echo {}{}", quoted(what), output(*to)),
        Step::Run(run) => command(run),
        Step::Apart(run, complaints) => format!("(eval {}) 2>{complaints}", quoted(&unquoted(run))),
        Step::Pipe(elements) => pipeline(elements),
        Step::Capture(name, elements) => format!("{name}=`{}`", pipeline(elements)),
        Step::If { all, then, otherwise, .. } => {
            let all: Vec<_> = all.iter().map(test).collect();
            let mut text = format!("if {}; then\n", all.join(" && "));
            block(&mut text, then);
            if !otherwise.is_empty() {
                text.push_str("else\n");
                block(&mut text, otherwise);
            }
            text + "fi"
        }
    }
}

fn pipeline(elements: &[Element]) -> String {
    let parts: Vec<_> = elements
        .iter()
        .map(|element| match element {
            Element::Echo(what) => format!("echo {}", quoted(what)),
            Element::Run(run) => command(run),
        })
        .collect();
    parts.join(" | ")
}

fn command(run: &Run) -> String {
    let mut text = tools::called(run.tool);
    for argument in &run.arguments {
        text.push_str(&format!(" {}", quoted(argument)));
    }
    if run.here.is_some() {
        text.push_str(&format!(" <<\\{END}"));
    }
    text + &run.output.map(output).unwrap_or_default()
}

/// As `eval` takes it: its arguments have nothing to quote.
fn unquoted(run: &Run) -> String {
    let mut words = vec![tools::called(run.tool)];
    words.extend(run.arguments.iter().cloned());
    words.join(" ")
}

fn output(output: Output) -> String {
    match output {
        Output::New(file) => format!(" >{file}"),
        Output::Add(file) => format!(" >>{file}"),
    }
}

fn test(test: &Test) -> String {
    match test {
        Test::Same(one, other) => format!("test {} = {}", quoted(one), quoted(other)),
        Test::Filled(file) => format!("test -s {file}"),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_reads_as_one_that_was_written_by_hand() {
        let name = vec![Element::Echo("a.h".into()), Element::Run(Run::with("sed", ["s%[^a-z]%_%g"]))];
        let steps = [
            Step::Run(Run::of("cat", "defs.h -").here("int x;\n").to(Output::New("test.c"))),
            Step::Apart(Run::of("cc", "-c test.c").running(2), "test.err"),
            Step::Set("status", "$?".into()),
            Step::If {
                all: vec![Test::Same("$status".into(), "0".into()), Test::Filled("test.o")],
                then: vec![Step::Capture("name", name)],
                otherwise: vec![Step::Echo("failed".into(), Output::Add("log"))],
                holds: true,
            },
        ];
        let by_hand = "#!/bin/sh
cat \"defs.h\" \"-\" <<\\END_OF_TEXT >test.c
int x;
END_OF_TEXT
(eval \"__cc -c test.c\") 2>test.err
status=\"$?\"
if test \"$status\" = \"0\" && test -s test.o; then
name=`echo \"a.h\" | sed \"s%[^a-z]%_%g\"`
else
echo \"failed\" >>log
fi
";
        assert_eq!(render(&steps), by_hand);
    }
}
