//! Shortens the names by which the app's wasm and its JavaScript know each other: `__wbg_fillText_4c88d8bf264fd984`
//! becomes `a7` in both. The hash in the names of the two files follows their content, for the worker as for the explorer.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::fingerprint::Fnv;

const MAGIC: &[u8] = b"\0asm\x01\0\0\0";
const IMPORTS: u8 = 2;
/// How the names of wasm files end.
const WASM: &str = "_bg.wasm";

/// The programs of the web app: the explorer, which the page starts, and the worker that reads dropped files, which has
/// nobody else to load its wasm.
const PROGRAMS: [(&str, bool); 2] = [("explorer", false), ("importer", true)];

/// Shortens the names in the built app.
pub fn shorten(dist: &Path) -> Result<()> {
    PROGRAMS.iter().try_for_each(|(program, worker)| shorten_one(dist, program, *worker))
}

fn shorten_one(dist: &Path, program: &str, worker: bool) -> Result<()> {
    let wasm_path = built_wasm(dist, program)?;
    let name = wasm_path.file_name().and_then(|name| name.to_str()).context("the app's name is not text")?;
    let stem = name.trim_end_matches(WASM);
    let (script_path, page_path) = (dist.join(format!("{stem}.js")), dist.join("index.html"));
    let read = |path: &Path| fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()));
    let wasm = fs::read(&wasm_path).with_context(|| format!("cannot read {}", wasm_path.display()))?;
    let (wasm, names) = with_short_imports(&wasm).with_context(|| format!("cannot read {}", wasm_path.display()))?;
    let mut script = with_names(&read(&script_path)?, &names);

    let mut hash = Fnv::new();
    hash.add(&wasm);
    hash.add(script.as_bytes());
    let short = format!("{program}-{:016x}", hash.value());
    if worker {
        script += &format!("\nwasm_bindgen({{module_or_path:\"./{short}{WASM}\"}});\n");
    }
    let page = read(&page_path)?;
    let script_name = format!("{stem}.js");
    if !page.contains(&script_name) {
        bail!("{} does not name {script_name}", page_path.display());
    }
    let named = page.replace(&script_name, &format!("{short}.js"));
    let page = named.replace(&format!("{stem}{WASM}"), &format!("{short}{WASM}"));
    let write = |name: String, bytes: &[u8]| {
        fs::write(dist.join(&name), bytes).with_context(|| format!("cannot write {name} into {}", dist.display()))
    };
    write(format!("{short}{WASM}"), &wasm)?;
    write(format!("{short}.js"), script.as_bytes())?;
    write("index.html".to_owned(), page.as_bytes())?;
    for old in [wasm_path, script_path] {
        fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
    }
    Ok(())
}

fn built_wasm(dist: &Path, program: &str) -> Result<PathBuf> {
    let files = fs::read_dir(dist).with_context(|| format!("cannot read {}", dist.display()))?;
    let mut found = files.filter_map(Result::ok).map(|entry| entry.path());
    let right = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(program) && name.ends_with(WASM)
    };
    found.find(right).with_context(|| format!("the build left no wasm file of the {program} in dist/"))
}

/// The module with short names of its imports, and the long name of each short one.
fn with_short_imports(wasm: &[u8]) -> Result<(Vec<u8>, BTreeMap<String, String>)> {
    let mut reader = Reader { rest: wasm.strip_prefix(MAGIC).context("this is no wasm module")? };
    let mut out = MAGIC.to_vec();
    let mut names = BTreeMap::new();
    while !reader.rest.is_empty() {
        let id = reader.byte()?;
        let size = reader.number()?;
        let body = reader.take(size)?;
        let body = if id == IMPORTS { short_imports(body, &mut names)? } else { body.to_vec() };
        out.push(id);
        push_number(&mut out, body.len());
        out.extend(body);
    }
    Ok((out, names))
}

fn short_imports(body: &[u8], names: &mut BTreeMap<String, String>) -> Result<Vec<u8>> {
    let mut reader = Reader { rest: body };
    let count = reader.number()?;
    let mut out = Vec::with_capacity(body.len());
    push_number(&mut out, count);
    for _ in 0..count {
        let module = reader.text()?;
        let name = reader.text()?;
        let next = short_name(names.len());
        let short = names.entry(name.to_owned()).or_insert(next);
        for text in [module, short] {
            push_number(&mut out, text.len());
            out.extend(text.as_bytes());
        }
        out.extend(reader.description()?);
    }
    Ok(out)
}

/// The names in order: `a0` … `z9`, `a10` …; none is a word of JavaScript.
fn short_name(index: usize) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    format!("{letter}{}", index / 26)
}

/// The script with other names: only whole words are replaced.
fn with_names(script: &str, names: &BTreeMap<String, String>) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut out = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(start) = rest.find(is_word) {
        let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        out.push_str(&rest[..start]);
        out.push_str(names.get(word).map_or(word, String::as_str));
        rest = &rest[end..];
    }
    out + rest
}

fn push_number(out: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads the parts of a module.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, size: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(size).context("the module ends too early")?;
        self.rest = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    /// An unsigned LEB128 number.
    fn number(&mut self) -> Result<usize> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        bail!("a number has too many digits")
    }

    fn text(&mut self) -> Result<&'a str> {
        let length = self.number()?;
        std::str::from_utf8(self.take(length)?).context("a name is not UTF-8")
    }

    /// What an import is, as it stands.
    fn description(&mut self) -> Result<&'a [u8]> {
        let whole = self.rest;
        match self.byte()? {
            0 => drop(self.number()?),
            1 => {
                self.byte()?;
                self.limits()?;
            }
            2 => self.limits()?,
            3 => drop(self.take(2)?),
            kind => bail!("an import is of the unknown kind {kind}"),
        }
        Ok(&whole[..whole.len() - self.rest.len()])
    }

    fn limits(&mut self) -> Result<()> {
        let bounded = self.byte()? & 1 == 1;
        self.number()?;
        if bounded {
            self.number()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two imported functions and an imported memory, then a section that nobody looks into.
    fn module() -> Vec<u8> {
        let mut wasm = MAGIC.to_vec();
        let import = |name: &str, description: &[u8]| {
            let mut bytes = vec![1, b'm', name.len() as u8];
            bytes.extend(name.as_bytes());
            bytes.extend(description);
            bytes
        };
        let mut body = vec![3];
        body.extend(import("__wbg_open_0123", &[0, 0x85, 0x01]));
        body.extend(import("memory", &[2, 1, 17, 0x80, 0x01]));
        body.extend(import("__wbg_close_4567", &[0, 2]));
        wasm.extend([IMPORTS, body.len() as u8]);
        wasm.extend(body);
        wasm.extend([10, 2, 7, 7]);
        wasm
    }

    #[test]
    fn both_sides_get_the_same_short_names() {
        let (short, names) = with_short_imports(&module()).unwrap();
        let open = [1, b'm', 2, b'a', b'0', 0, 0x85, 0x01];
        let memory = [1, b'm', 2, b'b', b'0', 2, 1, 17, 0x80, 0x01];
        let close = [1, b'm', 2, b'c', b'0', 0, 2];
        let expected = [MAGIC, &[IMPORTS, 26, 3], &open, &memory, &close, &[10, 2, 7, 7]].concat();
        assert_eq!(short, expected);
        let script = "x={__wbg_open_0123:f,memory:m,__wbg_close_4567(){__wbg_close_45678()}}";
        assert_eq!(with_names(script, &names), "x={a0:f,b0:m,c0(){__wbg_close_45678()}}");
    }

    #[test]
    fn the_page_names_both_scripts_and_the_worker_its_own_wasm() {
        let dist = std::env::temp_dir().join(format!("benchpages-glue-{}", std::process::id()));
        fs::create_dir_all(&dist).unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(dist.join(name), bytes).unwrap();
        for stem in ["explorer-12ab", "importer"] {
            write(&format!("{stem}_bg.wasm"), &module());
            write(&format!("{stem}.js"), b"f(__wbg_open_0123)");
        }
        write("index.html", b"<meta name=importer content=/importer.js> '/explorer-12ab.js' '/explorer-12ab_bg.wasm'");
        shorten(&dist).unwrap();
        let page = fs::read_to_string(dist.join("index.html")).unwrap();
        let files: Vec<String> = fs::read_dir(&dist)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "index.html")
            .collect();
        assert_eq!(files.len(), 4, "{files:?}");
        let of = |program: &str, end: &str| {
            let right = |name: &&String| name.starts_with(&format!("{program}-")) && name.ends_with(end);
            files.iter().find(right).unwrap().clone()
        };
        let (script, wasm) = (of("importer", ".js"), of("importer", "_bg.wasm"));
        let loader = fs::read_to_string(dist.join(&script)).unwrap();
        fs::remove_dir_all(&dist).unwrap();
        assert_eq!(
            page,
            format!(
                "<meta name=importer content=/{script}> '/{}' '/{}'",
                of("explorer", ".js"),
                of("explorer", "_bg.wasm")
            )
        );
        assert!(loader.starts_with("f(a0)") && loader.contains(&format!("\"./{wasm}\"")), "{loader}");
    }

    #[test]
    fn what_is_cut_short_is_refused() {
        let whole = module();
        for length in 0..30 {
            assert!(with_short_imports(&whole[..length]).is_err() || length == 8, "{length}");
        }
    }

    #[test]
    fn names_are_short_and_differ() {
        let names: std::collections::BTreeSet<String> = (0..600).map(short_name).collect();
        assert_eq!(names.len(), 600);
        assert!(names.iter().all(|name| name.len() <= 3));
    }
}
