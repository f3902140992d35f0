//! A generated program as files of C: a header for each kind of record and each module, which include each other as headers
//! do, and a file for each module.

use std::fmt::Write;

use super::generate::REACH;
use super::interpret::{
    Callee, Expression, FOLD, Function, LOCALS, Module, Operation, Place, Program, STEP, Statement, TABLE,
};

/// A file's name and text.
pub type File = (String, String);

/// The file that has `main`.
pub const MAIN: &str = "main.c";

/// All files of a program.
pub fn files(program: &Program) -> Vec<File> {
    let modules = 0..program.modules.len();
    let headers = modules.clone().map(|number| (header_name(number), header(program, number)));
    let sources = modules.map(|number| (source_name(number), source(program, number)));
    let records = program.records.iter().enumerate().map(|(kind, widths)| (record_name(kind), record(kind, widths)));
    let whole = [("tree.h".to_owned(), base()), (MAIN.to_owned(), main(program))];
    whole.into_iter().chain(records).chain(headers).chain(sources).collect()
}

/// The file that a module is compiled from.
pub fn source_name(number: usize) -> String {
    format!("module_{number:03}.c")
}

fn header_name(number: usize) -> String {
    format!("module_{number:03}.h")
}

fn record_name(kind: usize) -> String {
    format!("record_{kind}.h")
}

fn base() -> String {
    "#ifndef TREE_H\n#define TREE_H\n\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n\
     #define ELEMENTS(a) (sizeof(a) / sizeof((a)[0]))\n\n\
     static inline uint32_t rotated(uint32_t value, unsigned by)\n{\n\treturn (value << by) | (value >> (32 - by));\n}\n\n#endif\n"
        .to_owned()
}

fn record(kind: usize, widths: &[u32]) -> String {
    let fields: String = widths.iter().enumerate().map(|(field, bits)| format!("\tuint{bits}_t f{field};\n")).collect();
    let folds: String = (0..widths.len())
        .map(|field| format!("\tsum = rotated(sum, 5) * 0x{FOLD:08x}u + (uint32_t)r->f{field};\n"))
        .collect();
    format!(
        "#ifndef RECORD_{kind}_H\n#define RECORD_{kind}_H\n\n#include \"tree.h\"\n\nstruct record_{kind} {{\n{fields}}};\n\n\
         static inline uint32_t record_{kind}_folded(const struct record_{kind} *r)\n{{\n\tuint32_t sum = 0;\n\n{folds}\treturn sum;\n}}\n\n#endif\n"
    )
}

fn header(program: &Program, number: usize) -> String {
    let module = &program.modules[number];
    let mut text = format!(
        "#ifndef MODULE_{number:03}_H\n#define MODULE_{number:03}_H\n\n#include \"{}\"\n\n",
        record_name(module.record)
    );
    for function in 0..module.functions.len() {
        line(&mut text, 0, &format!("uint32_t {}(uint32_t a, uint32_t b);", name(Callee { module: number, function })));
    }
    text + &format!("uint32_t module_{number:03}(uint32_t a);\n\n#endif\n")
}

fn main(program: &Program) -> String {
    let modules = 0..program.modules.len();
    let includes: String = modules.clone().map(|number| format!("#include \"{}\"\n", header_name(number))).collect();
    let calls: String = modules.map(|number| format!("\tsum = rotated(sum, 5) ^ module_{number:03}(sum);\n")).collect();
    format!(
        "{includes}\nint main(void)\n{{\n\tuint32_t sum = 1;\n\n{calls}\tprintf(\"%08x\\n\", (unsigned)sum);\n\treturn 0;\n}}\n"
    )
}

fn source(program: &Program, number: usize) -> String {
    let module = &program.modules[number];
    let mut text = format!("#include \"{}\"\n", header_name(number));
    for other in number.saturating_sub(REACH)..number {
        text += &format!("#include \"{}\"\n", header_name(other));
    }
    for (index, function) in module.functions.iter().enumerate() {
        text += "\n";
        self::function(&mut text, Callee { module: number, function: index }, module, function);
    }
    text += &format!("\nuint32_t module_{number:03}(uint32_t a)\n{{\n\tuint32_t b = {number}u;\n\tuint32_t c;\n\n");
    for index in 0..module.functions.len() {
        let called = name(Callee { module: number, function: index });
        text += &format!("\tc = {called}(a, b);\n\ta = b;\n\tb = c;\n");
    }
    text + "\treturn a ^ b;\n}\n"
}

fn name(callee: Callee) -> String {
    format!("module_{:03}_{}", callee.module, callee.function)
}

fn function(text: &mut String, own: Callee, module: &Module, function: &Function) {
    let kind = module.record;
    line(text, 0, &format!("uint32_t {}(uint32_t a, uint32_t b)\n{{", name(own)));
    line(text, 1, &format!("struct record_{kind} r = {{ 0 }};"));
    line(text, 1, &format!("uint32_t table[{TABLE}];"));
    let locals: Vec<String> = (0..LOCALS)
        .map(|local| match local {
            0 => "v0 = a".to_owned(),
            1 => "v1 = b".to_owned(),
            _ => format!("v{local} = a ^ 0x{:08x}u", STEP.wrapping_mul(local as u32)),
        })
        .collect();
    line(text, 1, &format!("uint32_t {};", locals.join(", ")));
    line(text, 1, "uint32_t i0;\n\tuint32_t i1 = 0;\n");
    line(text, 1, "for (i0 = 0; i0 < ELEMENTS(table); i0++)");
    line(text, 2, &format!("table[i0] = b + i0 * 0x{STEP:08x}u;"));
    statements(text, 1, &function.body);
    line(text, 1, &format!("return {} ^ record_{kind}_folded(&r);\n}}", value(&function.result)));
}

fn statements(text: &mut String, depth: usize, all: &[Statement]) {
    all.iter().for_each(|one| statement(text, depth, one));
}

fn statement(text: &mut String, depth: usize, one: &Statement) {
    match one {
        Statement::Set(place, expression) => {
            // The field's own type cuts the value off.
            line(text, depth, &format!("{} = {};", self::place(place), value(expression)));
        }
        Statement::Loop(counter, times, body) => {
            line(text, depth, &format!("for (i{counter} = 0; i{counter} < {times}; i{counter}++) {{"));
            statements(text, depth + 1, body);
            line(text, depth, "}");
        }
        Statement::If(compared, then, otherwise) => {
            line(text, depth, &format!("if ({} < {}) {{", value(&compared[0]), value(&compared[1])));
            statements(text, depth + 1, then);
            line(text, depth, "} else {");
            statements(text, depth + 1, otherwise);
            line(text, depth, "}");
        }
        Statement::Switch(on, cases) => {
            line(text, depth, &format!("switch ({} % {}u) {{", value(on), cases.len()));
            for (number, case) in cases.iter().enumerate() {
                line(text, depth, &format!("case {number}:"));
                statements(text, depth + 1, case);
                line(text, depth + 1, "break;");
            }
            line(text, depth, "}");
        }
        Statement::Call(local, callee, arguments) => {
            let called = name(*callee);
            line(text, depth, &format!("v{local} = {called}({}, {});", value(&arguments[0]), value(&arguments[1])));
        }
    }
}

fn line(text: &mut String, depth: usize, written: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}{written}", "\t".repeat(depth));
}

/// An expression, in parentheses where it is more than a place or a number.
fn value(expression: &Expression) -> String {
    match expression {
        Expression::Constant(number) => format!("0x{number:x}u"),
        // What is narrower than an int would become a signed one.
        Expression::Of(Place::Field(field)) => format!("(uint32_t)r.f{field}"),
        Expression::Of(place) => self::place(place),
        Expression::Both(operation, both) => operation_of(*operation, &value(&both[0]), &value(&both[1])),
        Expression::Left(shifted, by) => format!("({} << {by})", value(shifted)),
        Expression::Right(shifted, by) => format!("({} >> {by})", value(shifted)),
        Expression::Rotated(rotated, by) => format!("rotated({}, {by})", value(rotated)),
        Expression::Chosen(four) => {
            let [a, b, then, otherwise] = &**four;
            format!("({} < {} ? {} : {})", value(a), value(b), value(then), value(otherwise))
        }
    }
}

fn operation_of(operation: Operation, a: &str, b: &str) -> String {
    match operation {
        Operation::Add => format!("({a} + {b})"),
        Operation::Subtract => format!("({a} - {b})"),
        Operation::Multiply => format!("({a} * {b})"),
        Operation::Xor => format!("({a} ^ {b})"),
        Operation::And => format!("({a} & {b})"),
        Operation::Or => format!("({a} | {b})"),
        Operation::Divide => format!("({a} / ({b} | 1u))"),
        Operation::Remainder => format!("({a} % ({b} | 1u))"),
    }
}

fn place(place: &Place) -> String {
    match place {
        Place::Local(local) => format!("v{local}"),
        Place::Element(at) => format!("table[{} % ELEMENTS(table)]", value(at)),
        Place::Field(field) => format!("r.f{field}"),
        Place::Counter(depth) => format!("i{depth}"),
    }
}
