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
/// If an imported file is missing, if imports form a circle, or if a module has syntax that a bundle would change.
pub fn bundle(files: &BTreeMap<&str, String>, first: &str) -> Vec<(String, String)> {
    let mut bundle = Bundle { files, modules: Vec::new(), numbers: HashMap::new() };
    let (mut paths, mut ends) = (vec![first.to_string()], vec![0]);
    while let Some(path) = paths.get(ends.len() - 1).cloned() {
        bundle.add(&path);
        for later in bundle.modules[ends[ends.len() - 1]..].iter().flat_map(Module::later) {
            assert!(!bundle.numbers.contains_key(&later), "{later} is imported at once, too");
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
            let name = bundle.modules[other].name();
            imports[file_of(number)].entry(file_of(other)).or_default().insert(name.clone());
            exports[file_of(other)].insert(name);
        }
    }
    let text = |file: usize| {
        let mut text = String::new();
        let up = "../".repeat(paths[file].matches('/').count());
        for (&from, names) in &imports[file] {
            let _ = writeln!(text, "import {{ {} }} from \"./{up}{}\";", joined(names), paths[from]);
        }
        for module in &bundle.modules[ends[file]..ends[file + 1]] {
            let (name, code, exports) = (module.name(), &module.code, joined(&module.exports));
            let _ = writeln!(text, "const {name} = (() => {{\n{code}return {{ {exports} }};\n}})();");
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
    /// The name of the function's value. It comes from the path, so that files of two versions do not fit together.
    fn name(&self) -> String {
        name_of_module(&self.path)
    }

    /// The paths of the modules that it imports later, for their effect and from the folder of its file.
    fn later(&self) -> impl Iterator<Item = String> + use<'_> {
        let lines = self.code.lines().filter(|line| line.contains(LATER));
        lines.map(|line| {
            let named = line.trim().strip_prefix("await ").and_then(|line| line.strip_prefix(LATER));
            let named = named.and_then(|named| named.strip_suffix("\");"));
            let named = named.filter(|_| !self.path.contains('/'));
            resolved(&self.path, named.unwrap_or_else(|| panic!("{}: {line}", self.path)))
        })
    }
}

fn name_of_module(path: &str) -> String {
    let words: String = path.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
    format!("${words}")
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
            let name = declared.map(|declared| name_of(declared).unwrap_or_else(|| panic!("{path}: {line}")));
            module.exports.extend(name.map(String::from));
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
        let (names, from) = match statement.strip_suffix("\";").and_then(|start| start.split_once('"')) {
            Some((names, from)) => (names.trim_end().trim_end_matches(" from"), Some(resolved(&module.path, from))),
            None => (statement.trim_end_matches(';'), None),
        };
        let (verb, names) = names.split_once(' ').unwrap_or((names, ""));
        let list = names.strip_prefix('{').and_then(|list| list.strip_suffix('}'));
        let list = list.map(|list| list.trim().trim_end_matches(','));
        let bound = match (verb, list, names.strip_prefix("* as ")) {
            ("export", Some(list), _) if !list.contains(" as ") => {
                module.exports.extend(list.split(',').map(|name| name.trim().to_string()));
                format!("{{ {list} }}")
            }
            ("import", Some(list), _) => format!("{{ {} }}", list.replace(" as ", ": ")),
            ("import", None, Some(whole)) => whole.into(),
            ("import", None, None) if names.is_empty() => String::new(),
            _ => panic!("{}: {statement}", module.path),
        };
        let Some(from) = from else { return };
        module.imports.push(self.add(&from));
        if !bound.is_empty() {
            let _ = writeln!(module.code, "const {bound} = {};", name_of_module(&from));
        }
    }
}

/// The name that a line declares: `a` of `const a = 1;` and of `async function a() {`. `None` if the line declares
/// something else.
fn name_of(declared: &str) -> Option<&str> {
    let declared = declared.strip_prefix("async ").unwrap_or(declared);
    let (kind, after) = declared.split_once(' ')?;
    let end = after.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    (["const", "function", "class"].contains(&kind) && end > 0).then(|| &after[..end])
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
            (
                "main.js",
                "import { a,\nb as c } from \"./x/one.js\";\nimport \"./two.js\";\nawait import(\"./x/late.js\");\n",
            ),
            ("two.js", "import * as one from \"./x/one.js\";\nexport { a } from \"./x/one.js\";\n"),
            ("x/one.js", "export const a = 1;\nexport async function b() {\n}\n"),
            ("x/late.js", "import { a } from \"../two.js\";\nclass C {\n}\nexport { C };\n"),
        ]);
        let files = files.into_iter().map(|(path, text)| (path, text.to_string())).collect();
        let [(main, first), (late, second)] = &bundle(&files, "main.js")[..] else { panic!("two files") };
        assert_eq!((&main[..], &late[..]), ("main.js", "x/late.js"));
        let one = "const $x_one_js = (() => {\nconst a = 1;\nasync function b() {\n}\nreturn { a, b };\n})();\n";
        let two = "const $two_js = (() => {\nconst one = $x_one_js;\nconst { a } = $x_one_js;\nreturn { a };\n})();\n";
        let main = "const { a,b: c } = $x_one_js;\nawait import(\"./x/late.js\");\nreturn {  };\n})();\n";
        assert_eq!(*first, format!("{one}{two}const $main_js = (() => {{\n{main}export {{ $two_js }};\n"));
        let late = "const $x_late_js = (() => {\nconst { a } = $two_js;\nclass C {\n}\nreturn { C };\n})();\n";
        assert_eq!(*second, format!("import {{ $two_js }} from \"./../main.js\";\n{late}"));
    }

    fn bundled(files: &[(&'static str, &str)]) -> Vec<(String, String)> {
        bundle(&files.iter().map(|&(path, text)| (path, text.to_string())).collect(), files[0].0)
    }

    #[test]
    #[should_panic(expected = "a.js imports itself")]
    fn no_module_imports_itself() {
        bundled(&[("a.js", "import \"./b.js\";\n"), ("b.js", "import \"./a.js\";\n")]);
    }

    /// A bundle refuses the syntax that it would drop or change.
    #[test]
    fn other_syntax_is_refused() {
        for line in [
            "import \"./b.js\"; // why",
            "import b from \"./b.js\";",
            "import b, { c } from \"./b.js\";",
            "export * from \"./b.js\";",
            "export { a as b };",
            "export { a as b } from \"./b.js\";",
            "export const { a } = b;",
            "export let a = 1;",
            "export default 1;",
            "export function* a() {",
            "const b = await import(\"./b.js\");",
            "import \"./c.js\";",
        ] {
            let files = [("a.js", format!("{line}\n")), ("b.js", String::new())];
            let files = files.iter().map(|(path, text)| (*path, &text[..])).collect::<Vec<_>>();
            assert!(std::panic::catch_unwind(|| bundled(&files)).is_err(), "{line}");
        }
        assert_eq!(bundled(&[("a.js", "import \"./b.js\";\n"), ("b.js", "")]).len(), 1);
    }
}
