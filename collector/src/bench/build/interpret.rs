//! The small language that generated programs are in, and what they compute. All numbers are unsigned, of 32 bits, and wrap
//! around; C gives the same with `uint32_t` on every machine.

/// Elements of a function's table.
pub const TABLE: usize = 16;
/// Local variables of a function; the first two are its arguments.
pub const LOCALS: usize = 8;
/// What elements of the table and locals differ by at first.
pub const STEP: u32 = 0x9e37_79b9;
/// What fields are multiplied by when a record is folded.
pub const FOLD: u32 = 0x0100_0193;

/// A value.
#[derive(Clone, Debug)]
pub enum Expression {
    /// A number.
    Constant(u32),
    /// What a place holds.
    Of(Place),
    /// Two values.
    Both(Operation, Box<[Expression; 2]>),
    /// Shifted to the left, by less than 32.
    Left(Box<Expression>, u32),
    /// Shifted to the right, by less than 32.
    Right(Box<Expression>, u32),
    /// Rotated to the left, by 1 to 31.
    Rotated(Box<Expression>, u32),
    /// The third where the first is below the second, else the fourth.
    Chosen(Box<[Expression; 4]>),
}

/// What two values become.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a ^ b`
    Xor,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a / (b | 1)`
    Divide,
    /// `a % (b | 1)`
    Remainder,
}

/// Where a value lies.
#[derive(Clone, Debug)]
pub enum Place {
    /// A local variable.
    Local(usize),
    /// The table's element at a value, modulo its length.
    Element(Box<Expression>),
    /// A field of the record.
    Field(usize),
    /// How often the loop of that depth has run.
    Counter(usize),
}

/// What is done.
#[derive(Clone, Debug)]
pub enum Statement {
    /// A place gets a value.
    Set(Place, Expression),
    /// So often.
    Loop(usize, u32, Vec<Statement>),
    /// If the first value is below the second.
    If(Box<[Expression; 2]>, Vec<Statement>, Vec<Statement>),
    /// By a value, modulo the number of cases.
    Switch(Expression, Vec<Vec<Statement>>),
    /// A local variable gets what a function makes of two values.
    Call(usize, Callee, Box<[Expression; 2]>),
}

/// A function of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Callee {
    /// The module.
    pub module: usize,
    /// The function.
    pub function: usize,
}

/// A function of two arguments.
#[derive(Clone, Debug)]
pub struct Function {
    /// What it does.
    pub body: Vec<Statement>,
    /// What it returns, xor the folded record.
    pub result: Expression,
}

/// A file of functions, which share a kind of record.
#[derive(Clone, Debug)]
pub struct Module {
    /// Which kind of record.
    pub record: usize,
    /// The functions.
    pub functions: Vec<Function>,
}

/// All of a program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Kinds of records: the width of each field in bits, 8, 16 or 32.
    pub records: Vec<Vec<u32>>,
    /// The modules.
    pub modules: Vec<Module>,
}

impl Program {
    /// What it prints: every function of every module has a part in it.
    pub fn result(&self) -> u32 {
        (0..self.modules.len()).fold(1, |sum: u32, module| sum.rotate_left(5) ^ self.run(module, sum))
    }

    /// What a module makes of a number.
    fn run(&self, module: usize, given: u32) -> u32 {
        let (mut a, mut b) = (given, module as u32);
        for function in 0..self.modules[module].functions.len() {
            (a, b) = (b, self.call(Callee { module, function }, a, b));
        }
        a ^ b
    }

    fn call(&self, callee: Callee, a: u32, b: u32) -> u32 {
        let module = &self.modules[callee.module];
        let function = &module.functions[callee.function];
        let widths = &self.records[module.record];
        let mut frame = Frame::new(self, widths, a, b);
        frame.all(&function.body);
        let result = frame.value(&function.result);
        result
            ^ frame.fields.iter().fold(0, |sum: u32, field| sum.rotate_left(5).wrapping_mul(FOLD).wrapping_add(*field))
    }
}

/// A function that runs.
struct Frame<'a> {
    program: &'a Program,
    widths: &'a [u32],
    locals: [u32; LOCALS],
    table: [u32; TABLE],
    fields: Vec<u32>,
    counters: Vec<u32>,
}

impl<'a> Frame<'a> {
    fn new(program: &'a Program, widths: &'a [u32], a: u32, b: u32) -> Self {
        let mut locals = [a; LOCALS];
        locals[1] = b;
        for (index, local) in locals.iter_mut().enumerate().skip(2) {
            *local = a ^ STEP.wrapping_mul(index as u32);
        }
        let mut table = [b; TABLE];
        for (index, element) in table.iter_mut().enumerate() {
            *element = b.wrapping_add(STEP.wrapping_mul(index as u32));
        }
        Self { program, widths, locals, table, fields: vec![0; widths.len()], counters: Vec::new() }
    }

    fn all(&mut self, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.one(statement));
    }

    fn one(&mut self, statement: &Statement) {
        match statement {
            Statement::Set(place, expression) => {
                let value = self.value(expression);
                match place {
                    Place::Local(local) => self.locals[*local] = value,
                    Place::Element(at) => {
                        let at = self.value(at) as usize % TABLE;
                        self.table[at] = value;
                    }
                    Place::Field(field) => self.fields[*field] = value & mask(self.widths[*field]),
                    Place::Counter(depth) => self.counters[*depth] = value,
                }
            }
            Statement::Loop(depth, times, body) => {
                self.counters.resize(depth + 1, 0);
                for turn in 0..*times {
                    self.counters[*depth] = turn;
                    self.all(body);
                    self.counters.truncate(depth + 1);
                }
            }
            Statement::If(compared, then, otherwise) => {
                let below = self.value(&compared[0]) < self.value(&compared[1]);
                self.all(if below { then } else { otherwise });
            }
            Statement::Switch(on, cases) => {
                let case = self.value(on) as usize % cases.len();
                self.all(&cases[case]);
            }
            Statement::Call(local, callee, arguments) => {
                let (a, b) = (self.value(&arguments[0]), self.value(&arguments[1]));
                self.locals[*local] = self.program.call(*callee, a, b);
            }
        }
    }

    fn value(&self, expression: &Expression) -> u32 {
        match expression {
            Expression::Constant(number) => *number,
            Expression::Of(Place::Local(local)) => self.locals[*local],
            Expression::Of(Place::Element(at)) => self.table[self.value(at) as usize % TABLE],
            Expression::Of(Place::Field(field)) => self.fields[*field],
            Expression::Of(Place::Counter(depth)) => self.counters[*depth],
            Expression::Both(operation, both) => operation.of(self.value(&both[0]), self.value(&both[1])),
            Expression::Left(value, by) => self.value(value) << by,
            Expression::Right(value, by) => self.value(value) >> by,
            Expression::Rotated(value, by) => self.value(value).rotate_left(*by),
            Expression::Chosen(four) => {
                let below = self.value(&four[0]) < self.value(&four[1]);
                self.value(&four[if below { 2 } else { 3 }])
            }
        }
    }
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Add, Self::Subtract, Self::Multiply, Self::Xor, Self::And, Self::Or, Self::Divide, Self::Remainder];

    fn of(self, a: u32, b: u32) -> u32 {
        match self {
            Self::Add => a.wrapping_add(b),
            Self::Subtract => a.wrapping_sub(b),
            Self::Multiply => a.wrapping_mul(b),
            Self::Xor => a ^ b,
            Self::And => a & b,
            Self::Or => a | b,
            Self::Divide => a / (b | 1),
            Self::Remainder => a % (b | 1),
        }
    }
}

fn mask(bits: u32) -> u32 {
    u32::MAX >> (32 - bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(local: usize) -> Expression {
        Expression::Of(Place::Local(local))
    }

    fn both(operation: Operation, a: Expression, b: Expression) -> Expression {
        Expression::Both(operation, Box::new([a, b]))
    }

    fn of_body(body: Vec<Statement>) -> u32 {
        let functions = vec![Function { body, result: local(0) }];
        let program = Program { records: vec![vec![8, 32]], modules: vec![Module { record: 0, functions }] };
        program.call(Callee { module: 0, function: 0 }, 10, 3)
    }

    #[test]
    fn loops_count_and_what_is_too_large_wraps_around() {
        let counter = Expression::Of(Place::Counter(0));
        let add = |what| Statement::Set(Place::Local(0), both(Operation::Add, local(0), what));
        assert_eq!(of_body(vec![Statement::Loop(0, 5, vec![add(counter)])]), 10 + 10);
        let take = both(Operation::Subtract, local(0), Expression::Constant(11));
        assert_eq!(of_body(vec![Statement::Set(Place::Local(0), take)]), u32::MAX);
    }

    #[test]
    fn a_case_is_chosen_by_the_remainder_and_a_field_keeps_its_bits() {
        let set = |number| vec![Statement::Set(Place::Local(0), Expression::Constant(number))];
        let switch = Statement::Switch(Expression::Constant(8), vec![set(1), set(2), set(3)]);
        assert_eq!(of_body(vec![switch]), 3);
        let field = Statement::Set(Place::Field(0), Expression::Constant(0x1ff));
        let read = Statement::Set(Place::Local(0), Expression::Of(Place::Field(0)));
        // Folded: ((0 · F + 0xff) rotated by 5) · F + 0.
        let folded = 0xff_u32.rotate_left(5).wrapping_mul(FOLD);
        assert_eq!(of_body(vec![field, read]), 0xff ^ folded);
    }

    #[test]
    fn a_division_by_nothing_is_one_by_one() {
        let divided = both(Operation::Divide, local(0), Expression::Constant(0));
        assert_eq!(of_body(vec![Statement::Set(Place::Local(0), divided)]), 10);
    }
}
