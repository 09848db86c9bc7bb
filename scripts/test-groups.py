#!/usr/bin/env python3
"""Whether every group of tests has run: a group that is missing has not passed.

    test-groups.py rust target/nextest/default/junit.xml     (the report of cargo nextest)
    test-groups.py rust target/test-groups/cargo-test.txt    (what cargo test has printed)
    test-groups.py web target/test-groups/web.json           (the report of Vitest)
    test-groups.py e2e target/test-groups/e2e.json           (the report of Playwright)

Nobody lists the groups. They are the files of tests that Git knows: a file that was removed but not committed so is
missing, and so is one that is there but was not run, because of a filter, a setting or a mistake. A crate with tests in
its sources is a group, too.
"""

import json
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as xml
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNIT_TEST = re.compile(r"^\s*#\[(test|rstest|tokio::test)\b", re.MULTILINE)


def known(*patterns: str) -> list[str]:
    """The files that Git knows, or those that are there if there is no Git."""
    globs = [f":(glob){pattern}" for pattern in patterns]
    listed = subprocess.run(["git", "ls-files", "--", *globs], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return sorted(listed.stdout.splitlines())
    return sorted(str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.glob(pattern))


def packages() -> dict[str, str]:
    """The name of each crate, by its folder."""
    manifests = known("crates/*/Cargo.toml")
    return {str(Path(path).parent): tomllib.loads((ROOT / path).read_text())["package"]["name"] for path in manifests}


def rust_groups() -> dict[str, str]:
    """Each group's file or folder, by the name that nextest gives to it."""
    groups = {}
    names = packages()
    for path in known("crates/*/tests/*.rs"):
        folder = str(Path(path).parent.parent)
        groups[f"{names[folder]}::{Path(path).stem}"] = path
    for folder, name in names.items():
        sources = [ROOT / path for path in known(f"{folder}/src/**")]
        tested = any(UNIT_TEST.search(path.read_text()) for path in sources if path.suffix == ".rs" and path.exists())
        if tested and (ROOT / folder / "src/lib.rs").exists():
            groups[name] = f"{folder}/src/lib.rs"
        elif tested:
            groups[f"{name}::bin/{name}"] = f"{folder}/src/main.rs"
    return groups


def missing_rust(report: Path) -> list[str]:
    groups = rust_groups()
    if report.suffix == ".xml":
        ran = {suite.get("name") for suite in xml.parse(report).iter("testsuite") if suite.find("testcase") is not None}
        return [path for name, path in groups.items() if name not in ran]
    # cargo test names a file without its crate, so that several may have one name: then they are counted.
    ran = Counter(cargo_test_targets(report.read_text()))
    wanted = Counter(re.sub(r"^crates/[^/]*/", "", path) for path in groups.values())
    short = {target for target, count in wanted.items() if ran[target] < count}
    return [path for path in groups.values() if re.sub(r"^crates/[^/]*/", "", path) in short]


def cargo_test_targets(printed: str) -> list[str]:
    """The files that cargo test has run at least one test of."""
    target, ran = None, []
    for line in printed.splitlines():
        if started := re.match(r"\s*Running (?:unittests )?(\S+) \(", line):
            target = started[1]
        elif (ended := re.match(r"test result: .*?(\d+) passed", line)) and target:
            ran += [target] if int(ended[1]) > 0 else []
            target = None
    return ran


def missing_web(report: Path) -> list[str]:
    results = json.loads(report.read_text())["testResults"]
    ran = {
        Path(result["name"]).resolve()
        for result in results
        if any(test["status"] in ("passed", "failed") for test in result["assertionResults"])
    }
    return [path for path in known("web/src/**/*.test.ts") if (ROOT / path).resolve() not in ran]


def has_run(suite: dict) -> bool:
    """Whether a test of a Playwright suite was run and not only listed."""
    tests = (test for spec in suite.get("specs", []) for test in spec["tests"])
    ran = any(result["status"] != "skipped" for test in tests for result in test["results"])
    return ran or any(has_run(inner) for inner in suite.get("suites", []))


def missing_e2e(report: Path) -> list[str]:
    suites = json.loads(report.read_text())["suites"]
    ran = {Path(suite["file"]).name for suite in suites if has_run(suite)}
    return [path for path in known("web/e2e/*.spec.ts") if Path(path).name not in ran]


def main() -> int:
    kind, report = sys.argv[1], Path(sys.argv[2])
    if not report.exists():
        print(f"error: no report of the tests: {report}", file=sys.stderr)
        return 1
    missing = {"rust": missing_rust, "web": missing_web, "e2e": missing_e2e}[kind](report)
    for path in missing:
        print(f"error: no test of {path} has run", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
