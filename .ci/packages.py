#!/usr/bin/env python3
"""Checks the packages that loyd depends on: their licences, packages in two versions, and packages that the command and
its tests would compile with different features. Reads `cargo metadata` and `cargo tree`.

Advisories are not checked, because their database is not in a package registry."""
import collections, json, re, subprocess, sys

LICENCES = {"MIT", "MIT-0", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "0BSD",
            "Unlicense", "Zlib", "CC0-1.0", "Unicode-3.0"}
# Packages in two versions, with the package that keeps the older one.
TWICE = {"itertools": "ratatui-core", "signal-hook": "crossterm", "syn": "columnar and strum"}


def is_allowed(expression):
    """Whether the expression can be met by licences of the list: OR, AND and parentheses, as SPDX has them."""
    words = re.findall(r"\(|\)|\bOR\b|\bAND\b|[\w.+-]+(?: WITH [\w.-]+)?", expression.replace("/", " OR "))
    python = [word.lower() if word in ("OR", "AND") else word if word in "()" else str(word in LICENCES) for word in words]
    return eval(" ".join(python), {"__builtins__": {}}, {})


command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
packages = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["packages"]
versions = collections.defaultdict(set)
faults = []
for package in packages:
    versions[package["name"]].add(package["version"])
    if not package["license"] or not is_allowed(package["license"]):
        faults.append(f"{package['name']} {package['version']}: the licence {package['license']!r} is not in the list")
# What the first command of the README has compiled, its test command uses: the features of every package are equal.
def features(*selected):
    command = ["cargo", "tree", "--locked", "--prefix", "none", "--no-dedupe", "--format", "{p} {f}", *selected]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    return dict((line.split(" ")[0], line.split(" ")[-1]) for line in lines if not line.endswith("(*)"))


first, tests = features("-p", "loyd-cli", "-e", "normal"), features("-e", "normal,dev")
faults += [f"{name} has the features {tests[name]} in tests, and {known} in the command: both are compiled"
           for name, known in first.items() if tests[name] != known]
twice = {name for name, known in versions.items() if len(known) > 1}
faults += [f"{name} is there in the versions {', '.join(sorted(versions[name]))}" for name in sorted(twice - TWICE.keys())]
faults += [f"{name} is there once only: take it off the list" for name in sorted(TWICE.keys() - twice)]
for fault in faults:
    print(f"packages: {fault}", file=sys.stderr)
print(f"packages: {len(packages)} with known licences, {len(twice)} in two versions")
sys.exit(bool(faults))
