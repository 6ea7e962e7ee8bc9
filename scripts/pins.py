"""Pins of what comes from elsewhere, looked up and never guessed: `make pins`, or with one of the names below.

    requirements    hashes of all wheels of the versions in requirements/tested.txt, into the files beside it
    images          digests of the images in Dockerfile and compose.yaml (needs docker)
    actions         commits of the actions in .github/workflows (needs git)

Needs the network. What cannot be looked up stays as it is, is named, and makes the exit status 1.
"""

from __future__ import annotations

import html
import re
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import requires
from pathlib import Path

from pip._internal.models.index import PyPI
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.tags import Tag
from pip._vendor.packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
# what each file adds to those that it includes: extras of pyproject.toml
FILES = {
    "core": ((), ("fast", "report")),
    "demo": (("core",), ("demo",)),
    "server": (("core",), ("postgres", "s3", "excel")),
    "dev": (("demo", "server"), ("dev",)),
}
# builds the project itself, without a look at the network
BUILD = ("hatchling", "editables", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers")
PYTHONS = (11, 12, 13, 14)
SYSTEMS = (("linux", "Linux", ("x86_64", "aarch64")), ("darwin", "Darwin", ("x86_64", "arm64")))
PLATFORM = re.compile(r"any|manylinux\w*_(x86_64|aarch64)|macosx_\w+_(x86_64|arm64|universal2)")
HEAD = "# Made by `make pins` from tested.txt and pyproject.toml: change those. How it is installed: README.md.\n"


def pinned() -> dict[str, str]:
    """Versions by name."""
    lines = re.findall(r"^([\w.-]+)==(\S+)", (FOLDER / "tested.txt").read_text(encoding="utf-8"), re.MULTILINE)
    return {str(canonicalize_name(name)): version for name, version in lines}


def needed(extras: Iterable[str]) -> set[str]:
    """All that the project with these extras installs, on any system and Python above. Reads what is installed here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [Requirement(text) for text in (*project["dependencies"], f"beholder[{','.join(extras)}]")]
    seen: dict[str, set[str]] = {}
    while waiting:
        wanted = waiting.pop()
        name = str(canonicalize_name(wanted.name))
        if name == "beholder":
            waiting += [
                Requirement(text) for extra in wanted.extras for text in project["optional-dependencies"][extra]
            ]
        elif not {"", *wanted.extras} <= seen.setdefault(name, set()):
            seen[name] |= {"", *wanted.extras}
            waiting += [one for one in map(Requirement, requires(name) or ()) if _applies(one, seen[name])]
    return set(seen)


def _applies(wanted: Requirement, extras: set[str]) -> bool:
    marker = wanted.marker
    return marker is None or any(
        marker.evaluate({**environment, "extra": extra}) for environment in _environments() for extra in extras
    )


def _environments() -> Iterator[dict[str, str]]:
    for minor in PYTHONS:
        for platform, system, machines in SYSTEMS:
            for machine in machines:
                yield {
                    "python_version": f"3.{minor}",
                    "python_full_version": f"3.{minor}.0",
                    "sys_platform": platform,
                    "platform_system": system,
                    "platform_machine": machine,
                }


def fits(tag: Tag) -> bool:
    """Whether a wheel with this tag may be installed on one of the systems and Pythons above."""
    if not PLATFORM.fullmatch(tag.platform):
        return False
    implementation, minor = re.fullmatch(r"(\D+)3?(\d*)", tag.interpreter).groups()
    number = int(minor or 0)
    if implementation == "py" or tag.abi == "abi3":
        return number <= PYTHONS[-1] and tag.interpreter != "py2"
    return implementation == "cp" and number in PYTHONS and tag.abi in (tag.interpreter, "none")


@cache
def index() -> str:
    """The index that pip is set up to use; local folders beside it hold what is nobody else's, and are left out."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True, check=False
    )
    return told.stdout.strip().rstrip("/") or PyPI.simple_url


def hashes(name: str, version: str) -> list[str]:
    """SHA-256 of each wheel that fits; of the source archive where there is no wheel."""
    with urllib.request.urlopen(f"{index()}/{name}/", timeout=60) as reply:
        page = reply.read().decode()
    wheels, sources = set(), set()
    for link in re.findall(r'<a[^>]+href="([^"]+)"', page):
        path, _, digest = html.unescape(link).partition("#sha256=")
        file = urllib.request.unquote(path.rpartition("/")[2])
        # of other versions some names are not even well-formed
        if file.endswith(".whl") and f"-{version}-" in file:
            if digest and any(map(fits, parse_wheel_filename(file)[3])):
                wheels.add(digest)
        elif digest and re.fullmatch(
            rf"{re.escape(name)}-{re.escape(version)}\.tar\.gz", file.replace("_", "-").lower()
        ):
            sources.add(digest)
    return sorted(wheels or sources)


def write_requirements() -> list[str]:
    """Writes the files with hashes; what could not be found."""
    versions = pinned()
    done: dict[str, set[str]] = {}
    missing: list[str] = []
    with ThreadPoolExecutor(8) as pool:
        every = sorted(needed(FILES["dev"][1]) | set(BUILD))
        missing += [f"{name}: tested.txt has no version" for name in every if name not in versions]
        listed = dict(zip(every, pool.map(lambda name: hashes(name, versions.get(name, "")), every), strict=True))
    missing += [f"{name}=={versions[name]}: no file fits" for name in every if name in versions and not listed[name]]
    if missing:
        return missing
    for file, (includes, extras) in FILES.items():
        before = set().union(*(done[one] for one in includes))
        done[file] = needed(extras) | before | set(BUILD)
        lines = [HEAD, *(f"-r {one}.txt\n" for one in includes)]
        for name in sorted(done[file] - before):
            lines.append(
                " \\\n    ".join([f"{name}=={versions[name]}", *(f"--hash=sha256:{one}" for one in listed[name])])
            )
            lines.append("\n")
        (FOLDER / f"{file}.txt").write_text("".join(lines), encoding="utf-8")
    return []


def _rewrite(files: Iterable[Path], pattern: str, look_up: Callable[[re.Match[str]], str | None]) -> list[str]:
    """Replaces what matches by what is looked up; what could not be."""
    missing = []
    for path in files:

        def replace(match: re.Match[str]) -> str:
            answer = look_up(match)
            if answer is None:
                missing.append(f"{match[0].strip()}: could not be looked up")
            return answer or match[0]

        path.write_text(
            re.sub(pattern, replace, path.read_text(encoding="utf-8"), flags=re.MULTILINE), encoding="utf-8"
        )
    return missing


def _told(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def pin_images() -> list[str]:
    """Adds digests to the images that have a tag; an image of our own, which has none, is left alone."""

    def look_up(match: re.Match[str]) -> str | None:
        if match["image"] == "beholder":
            return match[0]
        name = f"{match['image']}:{match['tag']}"
        digest = _told("docker", "buildx", "imagetools", "inspect", name, "--format", "{{.Manifest.Digest}}")
        return f"{match['before']}{name}@{digest}" if re.fullmatch(r"sha256:[0-9a-f]{64}", digest) else None

    pattern = (
        r"^(?P<before>FROM |\s+image: (?:\$\{\w+:-)?)(?P<image>[\w./-]+):(?P<tag>[\w.-]+)(?:@sha256:[0-9a-f]{64})?"
    )
    return _rewrite((ROOT / "Dockerfile", ROOT / "compose.yaml"), pattern, look_up)


def pin_actions() -> list[str]:
    """Puts the commit in place of the tag of each action, with the tag behind it."""

    def look_up(match: re.Match[str]) -> str | None:
        tag = match["tag"] or match["ref"]
        told = _told(
            "git", "ls-remote", f"https://github.com/{match['action']}", f"refs/tags/{tag}", f"refs/tags/{tag}^{{}}"
        )
        commit = told.split("\n")[-1].partition("\t")[0]
        return f"uses: {match['action']}@{commit} # {tag}" if re.fullmatch(r"[0-9a-f]{40}", commit) else None

    pattern = r"uses: (?P<action>[\w-]+/[\w-]+)@(?P<ref>[\w.-]+)(?: # (?P<tag>[\w.-]+))?"
    return _rewrite(sorted((ROOT / ".github" / "workflows").glob("*.yml")), pattern, look_up)


PINS = {"requirements": write_requirements, "images": pin_images, "actions": pin_actions}


def main(names: list[str]) -> int:
    """Does what is named, or everything."""
    missing: list[str] = []
    for name in names or PINS:
        try:
            missing += PINS[name]()
        except urllib.error.URLError as error:
            missing.append(f"{name}: the index does not answer: {error.reason}")
    for line in missing:
        print(line, file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    if set(sys.argv[1:]) - set(PINS):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
