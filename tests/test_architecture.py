"""Rules that hold the house together, checked on the syntax trees; each rule is also shown to catch what it forbids."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from beholder.declarations import states
from beholder.fields.registry import BUILT_IN as BUILT_IN_KINDS
from beholder.protocols import find_protocol, protocol_names
from beholder.protocols.registry import BUILT_IN
from beholder.text import Catalogue

_ROOT = Path(__file__).parents[1]
_SOURCE = _ROOT / "src" / "beholder"
_MODULES = sorted(_SOURCE.rglob("*.py"))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


_FOLDERS = sorted(address.split(":")[0].split(".")[2] for address in BUILT_IN)
_OWNERS = {name: name for name in _FOLDERS} | {
    name: folder.relative_to(_SOURCE / "protocols").parts[0]
    for name in protocol_names()
    if (folder := find_protocol(name).folder) is not None
}
_REGISTRY = "protocols/registry.py"
_PROJECT = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

Rule = Callable[[ast.Module, str], Iterator[str]]


def _docstrings(tree: ast.Module) -> set[int]:
    """Ids of the nodes that are docstrings or other free-standing texts."""
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def _owner(name: str) -> str:
    """The protocol whose folder a file lies in; empty outside."""
    parts = name.split("/")
    return parts[1] if parts[0] == "protocols" and len(parts) > 2 else ""


def _asks_which_protocol(tree: ast.Module, name: str) -> Iterator[str]:
    """A protocol's name as a value (compared, matched, looked up), or an import from its folder, outside that folder."""
    texts = _docstrings(tree)
    for node in ast.walk(tree):
        modules = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            address = re.match(r"beholder\.protocols\.([a-z_]+)", node.value)
            named = address[1] if address and name != _REGISTRY else node.value
            if named in _OWNERS and _OWNERS[named] != _owner(name):
                yield f"line {node.lineno} names the protocol {named!r}"
        if isinstance(node, ast.Import):
            modules = [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
        for line, module in modules:
            parts = module.split(".")
            if parts[:2] == ["beholder", "protocols"] and parts[2:] and parts[2] in set(_FOLDERS) - {_owner(name)}:
                yield f"line {line} imports {module}"


_UNSAFE_MODULES = {"pickle", "marshal", "shelve", "dill", "joblib"}
_UNSAFE_CALLS = {"eval", "exec", "compile", "__import__"}
_UNSAFE_YAML = {"load", "load_all", "unsafe_load", "unsafe_load_all", "full_load", "full_load_all"}


def _runs_data(tree: ast.Module, name: str) -> Iterator[str]:
    """Ways in which data could become code."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            yield from (f"line {node.lineno} imports {one}" for one in names if one.split(".")[0] in _UNSAFE_MODULES)
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if called in _UNSAFE_CALLS or (called.startswith("yaml.") and called.split(".")[1] in _UNSAFE_YAML):
            yield f"line {node.lineno} calls {called}"
        if called in ("np.load", "numpy.load") or called.endswith(".read_array"):
            allowed = {k.arg: ast.unparse(k.value) for k in node.keywords}.get("allow_pickle")
            if allowed != "False":
                yield f"line {node.lineno} loads arrays without allow_pickle=False"


_GENERATORS = {"Generator", "default_rng", "SeedSequence", "BitGenerator", "PCG64", "PCG64DXSM", "Philox"}


def _shares_chance(tree: ast.Module, name: str) -> Iterator[str]:
    """Random numbers from a state that others share."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names):
            yield f"line {node.lineno} imports random"
        if isinstance(node, ast.ImportFrom) and node.module in ("random", "numpy.random"):
            yield f"line {node.lineno} imports from {node.module}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute | ast.Name):
            used = ast.unparse(node)
            if re.match(r"(np|numpy)\.random\.\w+$", used) and node.attr not in _GENERATORS:
                yield f"line {node.lineno} uses {used}"


_WORDS = [one for one in vars(states).values() if isinstance(one, type) and issubclass(one, StrEnum) and len(one)]
_ALL_WORDS = {text for words in _WORDS for text in words}
_OF_COLUMN = {"kind": {*states.Showing, *states.RaterKind}} | dict.fromkeys(
    ("state", "stage", "phase", "outcome", "standing", "verdict"), _ALL_WORDS
)


def _members(node: ast.Tuple | ast.List | ast.Set) -> set[str]:
    """The texts in a collection, and the members of enumerations as their texts."""
    named = {words.__name__: words.__members__ for words in _WORDS}
    found = {str(one.value) for one in node.elts if isinstance(one, ast.Constant)}
    for one in node.elts:
        if (
            isinstance(one, ast.Attribute)
            and isinstance(one.value, ast.Name)
            and one.attr in named.get(one.value.id, {})
        ):
            found.add(str(named[one.value.id][one.attr]))
    return found


def _lists_states(tree: ast.Module, name: str) -> Iterator[str]:
    """Kinds, states, stages or outcomes put together anywhere but where their sets are defined and named.

    Models of the wire spell them out, since readers of the API and of its types see these.
    """
    if name == "declarations/states.py":
        return
    spelled = {
        id(node.slice)
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple | ast.List | ast.Set) and id(node) not in spelled:
            texts = _members(node)
            # these two are ordinary words, and stand together for many things
            if len(texts) > 1 and texts != {"before", "after"} and any(texts <= {*words} for words in _WORDS):
                yield f"line {node.lineno} lists {', '.join(sorted(texts))}"


def _spells_states(tree: ast.Module, name: str) -> Iterator[str]:
    """A state, stage or kind compared with a text instead of the member that has a name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            column = node.left.attr if isinstance(node.left, ast.Attribute) else ""
            text = node.comparators[0]
            if isinstance(text, ast.Constant) and text.value in _OF_COLUMN.get(column, ()):
                yield f"line {node.lineno} compares {column} with {text.value!r}"


_KIND_CLASSES = {address.partition(":")[2] for address in BUILT_IN_KINDS.values()}


def _asks_which_kind(tree: ast.Module, name: str) -> Iterator[str]:
    """A field's kind compared or looked up, or its class asked for, outside the folders of kinds."""
    if name.startswith("fields/"):
        return
    # other packages may call something by the same name
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    others = {a.name for node in imported for a in node.names if not str(node.module).startswith("beholder.fields")}
    others |= {ast.unparse(one) for node in tree.body if isinstance(node, ast.Assign) for one in node.targets}
    others |= {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            kinds = {one.value for side in sides for one in ast.walk(side) if isinstance(one, ast.Constant)}
            asked = [side for side in sides if isinstance(side, ast.Attribute) and side.attr == "kind"]
            # a column of an item can be a text, too
            asked = [side for side in asked if not re.search(r"\b(column|c)\.kind$", ast.unparse(side))]
            if asked and kinds & set(BUILT_IN_KINDS):
                yield f"line {node.lineno} compares {ast.unparse(node)}"
        elif isinstance(node, ast.Match) and ast.unparse(node.subject).endswith("field.kind"):
            yield f"line {node.lineno} matches {ast.unparse(node.subject)}"
        elif isinstance(node, ast.Subscript) and ast.unparse(node.slice).endswith("field.kind"):
            yield f"line {node.lineno} looks up {ast.unparse(node)}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            named = {one.id for one in ast.walk(node.args[1]) if isinstance(one, ast.Name)}
            named |= {one.attr for one in ast.walk(node.args[1]) if isinstance(one, ast.Attribute)}
            if classes := named & _KIND_CLASSES - others:
                yield f"line {node.lineno} asks for the class {', '.join(sorted(classes))}"


def _declared(*extras: str) -> set[str]:
    listed = [*_PROJECT["dependencies"], *(one for extra in extras for one in _PROJECT["optional-dependencies"][extra])]
    return {_distribution_name(re.split(r"[\[<>=;~! ]", requirement)[0]) for requirement in listed}


def _distribution_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _imported(tree: ast.Module, *, at_start: bool) -> Iterator[tuple[int, str]]:
    """Top-level packages that are imported anywhere, or only those that are imported with the module, unguarded."""
    nodes = tree.body if at_start else list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module.split(".")[0]


@cache
def _owners() -> Mapping[str, list[str]]:
    # the client of a Spark cluster is not installed for the tests
    return {"pyspark": ["pyspark-client"], **packages_distributions()}


def _third_party(package: str) -> bool:
    return package not in sys.stdlib_module_names and package not in ("beholder", "__future__")


def _undeclared(tree: ast.Module, name: str) -> Iterator[str]:
    """Packages that the project does not declare for its users, such as the libraries that only tests compare with."""
    owners = _owners()
    everything, base = _declared(*_PROJECT["optional-dependencies"].keys() - {"dev"}), _declared()
    for at_start, allowed in ((False, everything), (True, base)):
        for line, package in _imported(tree, at_start=at_start):
            if _third_party(package) and not {_distribution_name(d) for d in owners.get(package, [])} & allowed:
                yield f"line {line} imports {package}" + (" with the module, yet it is optional" if at_start else "")


_CHINESE = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
_RECOGNISED = {
    "analysis/field_info.py": "words for no value in tables from anywhere",
    "fields/word_marks/split.py": "signs inside words, as a Chinese keyboard writes them",
    "fields/constraint.py": "a colon as a Chinese keyboard writes it",
    "protocols/naming/diagnose/predictions.py": "commas as a Chinese keyboard writes them",
    "tabular/titles.py": "names of columns in tables from anywhere",
    "imports/mapping.py": "names of columns in tables from anywhere",
    "stats/ranking/outcome_words.py": "outcomes of comparisons in tables from anywhere",
    "tables/blinding.py": "scripts that put no spaces between words",
    "study/guideline_marks.py": "colons, semicolons and full stops of anchors, as Chinese writes them",
    "study/checks/identifying.py": "questions that ask who a rater is",
}
"""Modules that recognise Chinese that people bring, and why."""


def _speaks_chinese(tree: ast.Module, name: str) -> Iterator[str]:
    """Words for people in code, shown by those that are in Chinese; they belong in catalogues."""
    if name in _RECOGNISED:
        return
    texts = _docstrings(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in texts:
            continue
        if _CHINESE.search(node.value):
            yield f"line {node.lineno} holds {node.value[:40]!r}"


_SPEAKING = ("analysis", "exports", "fields", "imports", "protocols", "quality", "report", "stats", "study")
"""Packages that say everything by the ids of messages."""


@cache
def _message_ids() -> frozenset[str]:
    domains = [path.stem for path in (_SOURCE / "languages" / "en").glob("*.ftl")]
    return frozenset(key for domain in domains for key in Catalogue(domain).ids())


@cache
def _ids_known_to(name: str) -> frozenset[str]:
    """The ids of messages that a module may say: all of ours, and those of the protocol or kind in whose folder it lies."""
    if name.startswith("fields/"):
        files = (_SOURCE / name).parent.glob("*.en.ftl")
    elif _owner(name):
        files = (_SOURCE / "protocols" / _owner(name)).rglob("*.en.ftl")
    else:
        return _message_ids()
    """The ids of messages that a module may say: all of ours, and those in the folder of its protocol or kind of field."""
    kind = re.match(r"fields/([a-z_]+)/", name)
    if not _owner(name) and not kind:
        return _message_ids()
    folder = f"fields/{kind[1]}" if kind else f"protocols/{_owner(name)}"
    files = (_SOURCE / folder).rglob("*.en.ftl")
    parts = [Catalogue("", folder=path.parent, part=path.name.split(".")[0]) for path in files]
    return _message_ids().union(*(part.ids() for part in parts))


def _says_without_id(tree: ast.Module, name: str) -> Iterator[str]:
    """A text where the id of a message is meant, or an id that no catalogue has."""
    for node in ast.walk(tree) if name.startswith(_SPEAKING) else ():
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if called not in ("say", "tell", "later", "wording", "text", "english", "caption"):
            continue
        first = node.args[0]
        if isinstance(first, ast.Constant) and first.value not in _ids_known_to(name):
            yield f"line {node.lineno} says {first.value!r}"
        if isinstance(first, ast.JoinedStr):
            begins = first.values[0].value if isinstance(first.values[0], ast.Constant) else ""
            if not any(key.startswith(str(begins)) for key in _ids_known_to(name)):
                yield f"line {node.lineno} says {ast.unparse(first)}"


def _analyses_another_way(tree: ast.Module, name: str) -> Iterator[str]:
    """Calls of an analysis that pass by `run_analysis`, which knows the rules of earlier versions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name != "protocols/run_analysis.py":
            called = ast.unparse(node.func)
            if called in ("analyse_any", "under_rules") or called.endswith(".analyse"):
                yield f"line {node.lineno} calls {called}"


_RULES: dict[str, tuple[Rule, list[str]]] = {
    "speaks Chinese in code": (_speaks_chinese, ['title = "评分者"', 'f"第 {n} 版"', 'WORDS = {"zh": "是"}']),
    "says what is no message": (
        _says_without_id,
        ['say("Raters agree")', 'tell(f"no interval: {reason}")', 'wording("nothing-of-the-kind")'],
    ),
    "asks which protocol it is": (
        _asks_which_protocol,
        [
            'if protocol.name == "masks": ...',
            'match name:\n    case "captions": ...',
            'pages = {"masks": 1}',
            'settings.get("masks")',
            "from beholder.protocols.masks import PROTOCOL",
            "from beholder.protocols import masks",
            "import beholder.protocols.masks.declaration",
            'import_module("beholder.protocols.masks")',
        ],
    ),
    "lets data run": (
        _runs_data,
        [
            "import pickle",
            "from joblib import load",
            "eval(text)",
            "yaml.load(text, Loader=yaml.Loader)",
            "np.load(path)",
            "np.load(path, allow_pickle=True)",
            "np.lib.format.read_array(stream)",
        ],
    ),
    "shares chance": (
        _shares_chance,
        [
            "import random",
            "from random import choice",
            "np.random.seed(1)",
            "x = np.random.normal()",
            "from numpy.random import rand",
        ],
    ),
    "lists states": (
        _lists_states,
        [
            'COUNTED = ("main", "pilot")',
            'row.kind in {"attention", "repeat"}',
            'leases.c.kind.in_(["main", "pilot"])',
            'lease.state in ("open", "answered")',
            "lease.state in (LeaseState.OPEN, LeaseState.ANSWERED)",
            '_ASKED = ("question", "broken")',
        ],
    ),
    "spells states out": (
        _spells_states,
        ['row.state == "withdrawn"', 'rater.stage != "consent"', 'item.kind == "main"', 'leases.c.state == "open"'],
    ),
    "asks which kind a field is": (
        _asks_which_kind,
        [
            'if field.kind == "count": ...',
            'if asked.kind not in ("text", "name"): ...',
            'same = "scale" == fields[name].kind',
            "if isinstance(field, Count): ...",
            "if isinstance(field, fields.Scale | fields.Points): ...",
            'match field.kind:\n    case "count": ...',
            "handle = _HANDLERS[field.kind]",
        ],
    ),
    "analyses by another way than the one": (
        _analyses_another_way,
        ["found = protocol.analyse(data, context)", "analyse_any(data, context)", "under_rules(own, data, context)"],
    ),
    "imports what is not declared": (
        _undeclared,
        ["import krippendorff", "def f():\n    import pytest", "import skimage", "import psycopg"],
    ),
}


@pytest.mark.parametrize("rule", _RULES)
def test_no_module(rule: str) -> None:
    check, _ = _RULES[rule]
    found = [
        f"{path.relative_to(_SOURCE)}: {text}"
        for path in _MODULES
        for text in check(_tree(path), path.relative_to(_SOURCE).as_posix())
    ]
    assert found == []


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, (_, texts) in _RULES.items() for text in texts])
def test_the_rule_catches(rule: str, text: str) -> None:
    check, _ = _RULES[rule]
    assert list(check(ast.parse(text), "report/render.py"))


@pytest.mark.parametrize("name", ["protocols/masks/page.py", "protocols/masks/deep/page.py"])
def test_a_protocol_may_name_itself(name: str) -> None:
    tree = ast.parse('from beholder.protocols.masks.declaration import Params\nname = "masks"')
    assert list(_asks_which_protocol(tree, name)) == []
    assert list(_asks_which_protocol(tree, "protocols/captions/page.py"))


def test_there_are_protocols_to_look_for() -> None:
    assert {"captions", "counting", "masks", "trajectories"} <= set(_FOLDERS)


@pytest.mark.parametrize("kind", ["js", "html"])
def test_no_page_outside_a_protocol_asks_which_it_is(kind: str) -> None:
    asking = re.compile(rf"""["'`]({"|".join(_OWNERS)})["'`]""")
    files = sorted((_SOURCE / "web").rglob(f"*.{kind}"))
    assert files
    assert [p.name for p in files if asking.search(p.read_text(encoding="utf-8"))] == []


_KIND_IN_PAGE = re.compile(
    rf"""\bkind\b[^\n]{{0,40}}["'`](?:{"|".join(BUILT_IN_KINDS)})["'`]|\bbh-(?:{"|".join(BUILT_IN_KINDS)})\b"""
)


@pytest.mark.parametrize("suffix", ["js", "html"])
def test_no_page_asks_which_kind_a_field_is(suffix: str) -> None:
    files = [*(_SOURCE / "web").rglob(f"*.{suffix}"), *(_SOURCE / "report").rglob(f"*.{suffix}")]
    asking = [
        f"{path.relative_to(_SOURCE)}: {found[0]}"
        for path in sorted(files)
        if (found := _KIND_IN_PAGE.search(path.read_text(encoding="utf-8")))
    ]
    assert asking == []


@pytest.mark.parametrize(
    "text",
    [
        'if (field.kind === "count") return',
        '{% if f.kind == "points" and f.mark %}',
        '{%- if f.kind in ("text", "name") -%}',
        'switch (field.kind) { case "scale": break; }',
        'form.querySelectorAll("bh-count")',
        'box.dataset.kind !== "groups"',
    ],
)
def test_a_page_that_asks_which_kind_it_is_would_be_found(text: str) -> None:
    assert _KIND_IN_PAGE.search(text)


def test_layers_import_downwards_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(_ROOT)
    monkeypatch.syspath_prepend(str(_ROOT / "src"))
    assert lint_imports(config_filename=str(_ROOT / "pyproject.toml"), cache_dir=str(tmp_path)) == 0


# what belongs to no package; tests/README.md says what each is for
_ACROSS = {"abuse", "browser", "docs", "earlier", "faults", "looking", "oracles", "scale"}


def test_tests_stand_where_their_package_does() -> None:
    tests = _ROOT / "tests"
    folders = {path.parent.relative_to(tests) for path in tests.rglob("test_*.py")} - {Path()}
    assert len(folders) > 20
    lost = [str(one) for one in folders if one.parts[0] not in _ACROSS and not (_SOURCE / one).is_dir()]
    assert lost == []


def _is_number(node: ast.expr) -> bool:
    """A number, arithmetic on numbers, or several of them."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float) and not isinstance(node.value, bool)
    parts = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    return (
        isinstance(node, ast.UnaryOp | ast.BinOp | ast.Tuple | ast.List) and bool(parts) and all(map(_is_number, parts))
    )


def _unexplained_numbers(text: str) -> Iterator[str]:
    """Constants of a module without a word beside them. A comment or docstring speaks for its paragraph."""
    lines = ["", *text.splitlines(), ""]
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None or not _is_number(node.value):
            continue
        first = last = node.lineno
        while lines[first - 1].strip():
            first -= 1
        while lines[last + 1].strip() if last + 1 < len(lines) else False:
            last += 1
        if not any(line.startswith(("#", '"""')) or "  # " in line for line in lines[first : last + 1]):
            yield ast.unparse(node)


def test_a_number_that_somebody_chose_has_its_reason_beside_it() -> None:
    found = [
        f"{path.relative_to(_SOURCE)}: {one}"
        for path in _MODULES
        for one in _unexplained_numbers(path.read_text(encoding="utf-8"))
    ]
    assert not found, "say why it is this number, or where it is from:\n" + "\n".join(found)


def test_a_number_without_a_reason_would_be_found() -> None:
    told = '# three are enough\n_A = 3\n\n_B = 2 * 60\n\n_C = 1.5\n"""In metres."""\n\n_D = (1, -2)\n_E = \'x\'\n'
    assert list(_unexplained_numbers(told)) == ["_B = 2 * 60", "_D = (1, -2)"]


def test_files_stay_readable() -> None:
    most = {".py": 600, ".js": 400, ".css": 400}
    long = [
        f"{path.relative_to(_SOURCE)}: {lines}"
        for path in sorted(_SOURCE.rglob("*"))
        if path.suffix in most and (lines := len(path.read_text(encoding="utf-8").splitlines())) > most[path.suffix]
    ]
    assert long == []


def test_what_users_must_install_is_freely_licensed() -> None:
    copyleft = []
    for name in _declared():
        facts = distribution(name).metadata
        told = " ".join([*(facts.get_all("License-Expression") or []), *(facts.get_all("Classifier") or [])])
        if re.search(r"\bA?GPL|General Public License", told):
            copyleft.append(name)
    assert copyleft == []


_PRIVATE = re.compile(
    "|".join(
        [r"\.\./" + "shared", r"(?<![\w.])/" + r"work\b", "cl" + "aude", "helper " + "session", "pypi" + r"\.org"]
    ),
    re.IGNORECASE,
)
_ISSUE = re.compile(r"(?:^|[\s(])#\d{1,4}\b(?!\s*[;}{])")
_TEXT = {".py", ".md", ".toml", ".txt", ".html", ".yaml", ".yml", ".js", ".css", ""}


def _tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=_ROOT, capture_output=True, text=True, check=True).stdout
    return [path for line in listed.splitlines() if (path := _ROOT / line).suffix in _TEXT and path.is_file()]


def test_the_project_speaks_of_nothing_but_itself() -> None:
    if not (_ROOT / ".git").exists():
        pytest.skip("not a working copy: there is no list of files")
    told = []
    for path in _tracked():
        text = path.read_text(encoding="utf-8")
        # colours in stylesheets and scripts look like issue numbers
        issues = _ISSUE.search(text) if path.suffix in (".py", ".md") else None
        if path.parts[-2] != ".ci" and (found := _PRIVATE.search(text) or issues):
            told.append(f"{path.relative_to(_ROOT)}: {found[0]!r}")
    assert told == []
