//! The modules of the page as few files: what the page imports as one file, and what it imports later as another.
//!
//! A browser asks for a module only after it has read the module that imports it, so each level of imports costs a
//! round trip. Bundlers that read all of the language take longer to compile than this crate. The page needs little:
//! each import and each exported name begins a line, no module imports itself through others, and no exported name is
//! assigned to again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// The beginning of an import that is made later, in a line of code.
const LATER: &str = "import(\"";

/// The files for a module and for the modules that it imports later. Each has the path of its module, so that the
/// modules find each other where they did before. A module is in the first file that needs it.
///
/// # Panics
/// If a module imports what is no file, or itself through others.
pub fn bundle(files: &BTreeMap<&str, String>, first: &str) -> Vec<(String, String)> {
    let mut bundle = Bundle { files, modules: Vec::new(), numbers: HashMap::new() };
    let (mut paths, mut ends) = (vec![first.to_string()], vec![0]);
    while let Some(path) = paths.get(ends.len() - 1).cloned() {
        bundle.add(&path);
        for later in bundle.modules[ends[ends.len() - 1]..].iter().flat_map(Module::later) {
            if !paths.contains(&later) {
                paths.push(later);
            }
        }
        ends.push(bundle.modules.len());
    }
    let file_of = |number: usize| ends.partition_point(|&end| end <= number) - 1;
    let mut imports = vec![BTreeMap::<usize, BTreeSet<String>>::new(); paths.len()];
    let mut exports = vec![BTreeSet::new(); paths.len()];
    for (number, module) in bundle.modules.iter().enumerate() {
        for &other in module.imports.iter().filter(|&&other| file_of(other) != file_of(number)) {
            imports[file_of(number)].entry(file_of(other)).or_default().insert(format!("${other}"));
            exports[file_of(other)].insert(format!("${other}"));
        }
    }
    let text = |file: usize| {
        let mut text = String::new();
        let up = "../".repeat(paths[file].matches('/').count());
        for (&from, names) in &imports[file] {
            let _ = writeln!(text, "import {{ {} }} from \"./{up}{}\";", joined(names), paths[from]);
        }
        for number in ends[file]..ends[file + 1] {
            let Module { code, exports, .. } = &bundle.modules[number];
            let _ = writeln!(text, "const ${number} = (() => {{\n{code}return {{ {} }};\n}})();", joined(exports));
        }
        if !exports[file].is_empty() {
            let _ = writeln!(text, "export {{ {} }};", joined(&exports[file]));
        }
        text
    };
    (0..paths.len()).map(|file| (paths[file].clone(), text(file))).collect()
}

fn joined(names: &BTreeSet<String>) -> String {
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// A module as the body of a function that returns the exported names.
struct Module {
    path: String,
    code: String,
    exports: BTreeSet<String>,
    /// The numbers of the imported modules.
    imports: Vec<usize>,
}

impl Module {
    /// The paths of the modules that it imports later.
    fn later(&self) -> impl Iterator<Item = String> + use<'_> {
        let named = self.code.split(LATER).skip(1).filter_map(|after| after.split('"').next());
        named.map(|named| resolved(&self.path, named))
    }
}

/// The modules in the order in which they run.
struct Bundle<'f> {
    files: &'f BTreeMap<&'f str, String>,
    modules: Vec<Module>,
    /// The numbers of the modules by their paths; `None` while the imports of a module are added.
    numbers: HashMap<String, Option<usize>>,
}

impl Bundle<'_> {
    /// Adds a module after those that it imports. Returns its number.
    fn add(&mut self, path: &str) -> usize {
        if let Some(number) = self.numbers.get(path) {
            return number.unwrap_or_else(|| panic!("{path} imports itself"));
        }
        self.numbers.insert(path.to_string(), None);
        let text = self.files.get(path).unwrap_or_else(|| panic!("{path} is no file of the page"));
        let mut module =
            Module { path: path.into(), code: String::new(), exports: BTreeSet::new(), imports: Vec::new() };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") || line.starts_with("export {") {
                let mut statement = line.to_string();
                while !statement.ends_with(';') {
                    statement += lines.next().unwrap_or(";");
                }
                self.take(&statement, &mut module);
                continue;
            }
            let declared = line.strip_prefix("export ");
            module.exports.extend(declared.map(|declared| name_of(declared).to_string()));
            module.code += declared.unwrap_or(line);
            module.code.push('\n');
        }
        let number = self.modules.len();
        self.modules.push(module);
        self.numbers.insert(path.to_string(), Some(number));
        number
    }

    /// Puts an import, or a list of exported names, into a module.
    fn take(&mut self, statement: &str, module: &mut Module) {
        let (names, from) = match statement.split_once('"') {
            Some((names, from)) => (names, from.split('"').next()),
            None => (statement, None),
        };
        let listed = names.split_once('{').and_then(|(_, list)| list.split_once('}')).map(|(list, _)| list.trim());
        if let (true, Some(list)) = (statement.starts_with("export "), listed) {
            module.exports.extend(list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(String::from));
        }
        let Some(from) = from else { return };
        let number = self.add(&resolved(&module.path, from));
        module.imports.push(number);
        if let Some(list) = listed {
            let _ = writeln!(module.code, "const {{ {} }} = ${number};", list.replace(" as ", ": "));
        } else if let Some((_, name)) = names.split_once("* as ") {
            let _ = writeln!(module.code, "const {} = ${number};", name.trim_end_matches(" from "));
        }
    }
}

/// The name that a line declares: `a` of `const a = 1;` and of `async function a() {`.
fn name_of(declared: &str) -> &str {
    let declared = declared.strip_prefix("async ").unwrap_or(declared);
    let (_, after) = declared.split_once(' ').unwrap_or_default();
    after.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default()
}

/// The path of a module that the module at `path` names.
fn resolved(path: &str, named: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in named.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions_in_the_order_of_their_imports() {
        let files = BTreeMap::from([
            ("main.js", "import { a,\nb as c } from \"./x/one.js\";\nimport \"./two.js\";\nimport(\"./x/late.js\");\n"),
            ("two.js", "import * as one from \"./x/one.js\";\nexport { a } from \"./x/one.js\";\n"),
            ("x/one.js", "export const a = 1;\nexport async function b() {\n}\n"),
            ("x/late.js", "import { a } from \"../two.js\";\nclass C {\n}\nexport { C };\n"),
        ]);
        let files = files.into_iter().map(|(path, text)| (path, text.to_string())).collect();
        let [(main, first), (late, second)] = &bundle(&files, "main.js")[..] else { panic!("two files") };
        assert_eq!((&main[..], &late[..]), ("main.js", "x/late.js"));
        let one = "const $0 = (() => {\nconst a = 1;\nasync function b() {\n}\nreturn { a, b };\n})();\n";
        let two = "const $1 = (() => {\nconst one = $0;\nconst { a } = $0;\nreturn { a };\n})();\n";
        let main = "const $2 = (() => {\nconst { a,b: c } = $0;\nimport(\"./x/late.js\");\nreturn {  };\n})();\n";
        assert_eq!(*first, format!("{one}{two}{main}export {{ $1 }};\n"));
        let late = "const $3 = (() => {\nconst { a } = $1;\nclass C {\n}\nreturn { C };\n})();\n";
        assert_eq!(*second, format!("import {{ $1 }} from \"./../main.js\";\n{late}"));
    }

    #[test]
    #[should_panic(expected = "a.js imports itself")]
    fn no_module_imports_itself() {
        let files = BTreeMap::from([("a.js", "import \"./b.js\";\n"), ("b.js", "import \"./a.js\";\n")]);
        bundle(&files.into_iter().map(|(path, text)| (path, text.to_string())).collect(), "a.js");
    }
}
