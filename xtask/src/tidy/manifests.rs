//! Rules about what packages depend on.

use super::sources::Source;
use super::{Finding, Rule};

/// All of them.
pub const RULES: &[Rule] = &[one_way, light, independent];

const PROGRAMS: [&str; 3] = ["collector", "server", "web"];
/// Crates that the browser would have to download, with their compressed size.
const HEAVY: [(&str, &str); 3] = [("regex", "183 KB"), ("yew-router", "31 KB"), ("statrs", "6 KB and other digits")];

fn one_way(source: &Source) -> Vec<Finding> {
    let Some(package) = package(source) else { return Vec::new() };
    let mut findings = Vec::new();
    let mut on_shared = package == "shared";
    for (line, dependency) in dependencies(source) {
        on_shared |= dependency == "shared";
        if PROGRAMS.contains(&dependency) && dependency != package {
            findings.push(source.finding(
                line,
                format!("{package} must not depend on {dependency}; what both need belongs into shared"),
            ));
        }
    }
    if !on_shared {
        findings.push(source.finding(1, format!("{package} must depend on shared")));
    }
    findings
}

fn light(source: &Source) -> Vec<Finding> {
    let Some(package) = package(source).filter(|package| ["shared", "web"].contains(package)) else {
        return Vec::new();
    };
    let mut findings = Vec::new();
    for (line, dependency) in dependencies(source) {
        for (_, cost) in HEAVY.iter().filter(|(name, _)| *name == dependency) {
            let message = format!("{package} must not depend on {dependency}: it costs each visitor {cost}");
            findings.push(source.finding(line, message));
        }
    }
    findings
}

fn independent(source: &Source) -> Vec<Finding> {
    let all = source.lines.iter().enumerate();
    let lines = all.filter(|(_, line)| source.path == "whole/Cargo.toml" && line.starts_with("shared"));
    let message = "whole must not depend on shared: it works out by itself what should be shown";
    lines.map(|(at, _)| source.finding(at + 1, message)).collect()
}

/// The package of a manifest that these rules are about.
fn package(source: &Source) -> Option<&str> {
    let package = source.path.strip_suffix("/Cargo.toml")?;
    (package == "shared" || PROGRAMS.contains(&package)).then_some(package)
}

/// The dependencies of the program, not those of its tests, each with its line.
fn dependencies(source: &Source) -> Vec<(usize, &str)> {
    let mut inside = false;
    let mut dependencies = Vec::new();
    for (at, line) in source.lines.iter().enumerate() {
        if line.starts_with('[') {
            inside = line.trim_end().ends_with("dependencies]") && !line.contains("dev-dependencies");
        } else if inside && let Some(name) = line.split(['.', '=', ' ']).next().filter(|name| !name.is_empty()) {
            dependencies.push((at + 1, name));
        }
    }
    dependencies
}

#[cfg(test)]
mod tests {
    use super::super::probe::{NONE, lines};
    use super::*;

    #[test]
    fn programs_depend_on_shared_alone() {
        let good = "[package]\nname = \"web\"\n[dependencies]\nshared.workspace = true\n";
        assert_eq!(lines(one_way, "web/Cargo.toml", good), NONE);
        assert_eq!(lines(one_way, "web/Cargo.toml", "[dependencies]\nserver = { path = \"../server\" }\n"), [2, 1]);
        assert_eq!(lines(one_way, "xtask/Cargo.toml", "[dependencies]\n"), NONE);
        assert_eq!(lines(one_way, "web/Cargo.toml", &format!("{good}[dev-dependencies]\nserver = \"1\"\n")), NONE);
    }

    #[test]
    fn what_the_browser_loads_is_light() {
        let text = "[dependencies]\nserde = \"1\"\nregex = \"1\"\n[target.'cfg(unix)'.dependencies]\nstatrs.workspace = true\n";
        assert_eq!(lines(light, "web/Cargo.toml", text), [3, 5]);
        assert_eq!(lines(light, "server/Cargo.toml", text), NONE);
    }

    #[test]
    fn whole_path_tests_are_independent() {
        let text = "[dev-dependencies]\nserde.workspace = true\nshared.workspace = true\n";
        assert_eq!(lines(independent, "whole/Cargo.toml", text), [3]);
        assert_eq!(lines(independent, "server/Cargo.toml", text), NONE);
    }
}
