//! Draws a program from a seed: modules of functions with loops, branches, switches, records, tables and calls. The same
//! seed gives the same program everywhere.

use super::interpret::{Callee, Expression, Function, LOCALS, Module, Operation, Place, Program, Statement};
use crate::plan::Random;

/// Kinds of records.
const RECORDS: usize = 8;
/// Functions of a module, of which the first [`LEAVES`] call none.
const FUNCTIONS: usize = 12;
/// See [`FUNCTIONS`].
const LEAVES: usize = 3;
/// How many modules before it a module may call.
pub const REACH: usize = 4;
/// Statements of a function, outside of others.
const STATEMENTS: usize = 12;
/// How deep loops and branches stand in each other.
const DEPTH: usize = 2;

/// A program of so many modules.
pub fn program(seed: u64, modules: usize) -> Program {
    let mut random = Random::for_purpose(seed, "records");
    let records: Vec<Vec<u32>> =
        (0..RECORDS).map(|_| (0..4 + random.below(5)).map(|_| [8, 16, 32][random.below(3)]).collect()).collect();
    let modules = (0..modules).map(|number| module(seed, number, &records)).collect();
    Program { records, modules }
}

fn module(seed: u64, number: usize, records: &[Vec<u32>]) -> Module {
    let mut random = Random::for_purpose(seed, &format!("module {number}"));
    let record = random.below(records.len());
    let functions = (0..FUNCTIONS)
        .map(|function| {
            let mut draw =
                Draw { random: &mut random, fields: records[record].len(), module: number, calls: function >= LEAVES };
            let body = (0..STATEMENTS).map(|_| draw.statement(0, 0)).collect();
            Function { body, result: draw.expression(3, 0) }
        })
        .collect();
    Module { record, functions }
}

/// What a function is drawn with.
struct Draw<'a> {
    random: &'a mut Random,
    fields: usize,
    module: usize,
    calls: bool,
}

impl Draw<'_> {
    /// A statement in so many others, `loops` of them loops.
    fn statement(&mut self, depth: usize, loops: usize) -> Statement {
        let kinds = if depth < DEPTH { 10 } else { 5 };
        match self.random.below(kinds) {
            0 if self.calls => {
                let module = self.module - self.random.below(REACH.min(self.module) + 1);
                let callee = Callee { module, function: self.random.below(LEAVES) };
                let arguments = Box::new([self.expression(2, loops), self.expression(2, loops)]);
                Statement::Call(self.local(), callee, arguments)
            }
            0..=4 => {
                let value = self.expression(3, loops);
                Statement::Set(self.place(loops), value)
            }
            5 | 6 => {
                let times = 2 + self.random.below(7) as u32;
                Statement::Loop(loops, times, self.statements(depth, loops + 1))
            }
            7 | 8 => {
                let compared = Box::new([self.expression(2, loops), self.expression(1, loops)]);
                Statement::If(compared, self.statements(depth, loops), self.statements(depth, loops))
            }
            _ => {
                let on = self.expression(2, loops);
                let cases = 3 + self.random.below(5);
                Statement::Switch(on, (0..cases).map(|_| self.statements(depth, loops)).collect())
            }
        }
    }

    /// What stands in another statement.
    fn statements(&mut self, depth: usize, loops: usize) -> Vec<Statement> {
        (0..1 + self.random.below(3)).map(|_| self.statement(depth + 1, loops)).collect()
    }

    /// A value of operations in each other, at most so deep.
    fn expression(&mut self, depth: usize, loops: usize) -> Expression {
        if depth == 0 || self.random.below(8) == 0 {
            return match self.random.below(4) {
                0 => Expression::Constant(self.random.next() as u32 >> self.random.below(28)),
                1 if loops > 0 => Expression::Of(Place::Counter(self.random.below(loops))),
                _ => Expression::Of(self.readable()),
            };
        }
        let one = |draw: &mut Self| draw.expression(depth - 1, loops);
        match self.random.below(12) {
            0 => Expression::Left(Box::new(one(self)), 1 + self.random.below(31) as u32),
            1 => Expression::Right(Box::new(one(self)), 1 + self.random.below(31) as u32),
            2 => Expression::Rotated(Box::new(one(self)), 1 + self.random.below(31) as u32),
            3 => Expression::Chosen(Box::new([one(self), one(self), one(self), one(self)])),
            operation => {
                let both = Box::new([one(self), one(self)]);
                Expression::Both(Operation::ALL[operation - 4], both)
            }
        }
    }

    fn readable(&mut self) -> Place {
        match self.random.below(5) {
            0 => Place::Element(Box::new(Expression::Of(Place::Local(self.local())))),
            1 => Place::Field(self.random.below(self.fields)),
            _ => Place::Local(self.local()),
        }
    }

    fn place(&mut self, loops: usize) -> Place {
        match self.random.below(5) {
            0 => Place::Element(Box::new(self.expression(1, loops))),
            1 => Place::Field(self.random.below(self.fields)),
            _ => Place::Local(self.local()),
        }
    }

    fn local(&mut self) -> usize {
        self.random.below(LOCALS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_program_and_another_seed_another() {
        assert_eq!(program(1, 6).result(), program(1, 6).result());
        assert_ne!(program(1, 6).result(), program(2, 6).result());
        assert_ne!(program(1, 6).result(), program(1, 7).result());
    }
}
