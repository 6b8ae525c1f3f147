"""Printed algorithms: where a procedure stands, the digest of its syntax tree, and what it may ask while it runs.

A procedure is a function at the top of a module, ``def alg(c, **inputs)``, whose lines carry the printed line numbers as comments. Its inputs are fractions,
exact reals that only ``c`` can compare, tuples of these, and functions of one number; randomness is an input like any other. It returns a mapping from field names to values.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import json
import sys
from collections.abc import Callable
from typing import Any, Protocol

from verify.claims.nodes import ClaimError


class Counter(Protocol):
    """What a procedure is given first: it counts operations and answers about exact numbers.

    Answers about reals are asked again at more bits; at the end of the budget the outcome has no value.
    """

    def count(self, name: str, times: int = 1) -> None:
        """Count an operation; the count is a field of the outcome."""

    def less(self, a: Any, b: Any) -> bool:
        """Whether a < b."""

    def at_most(self, a: Any, b: Any) -> bool:
        """Whether a <= b."""

    def equal(self, a: Any, b: Any) -> bool:
        """Whether a = b."""

    def whole(self, a: Any) -> int:
        """An integer as a Python integer, for indices; no value if it is none."""

    def floor(self, a: Any) -> int:
        """The largest integer that is at most a."""

    def ceiling(self, a: Any) -> int:
        """The least integer that is at least a."""

    def power(self, a: Any, b: Any) -> Any:
        """a to the power b."""

    def sqrt(self, a: Any) -> Any:
        """The square root of a."""

    def exp(self, a: Any) -> Any:
        """The exponential of a."""

    def log(self, a: Any) -> Any:
        """The natural logarithm of a."""

    def pi(self) -> Any:
        """The number pi."""

    def special(self, name: str, *arguments: Any) -> Any:
        """A special function by its name in the language: ``c.special("gaussian_profile", eps, mu)``."""


def definitions(source: str, name: str) -> dict[str, ast.stmt]:
    """The definition of a procedure and of everything in the same module that it names, in the order of the file, without annotations and docstrings.

    Raises
    ------
    ClaimError
        If there is no plain function of this name at the top of the module.
    """
    top: dict[str, ast.stmt] = {}
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            top.update({_bound(alias): _only(statement, alias) for alias in statement.names})
        for defined in _defined(statement):
            top[defined] = statement
    function = top.get(name)
    if not isinstance(function, ast.FunctionDef):
        raise ClaimError(f"procedure: a function at the top of its module is expected, got {name}; move it there")
    found: dict[str, ast.stmt] = {}
    waiting = [name]
    while waiting:
        here = waiting.pop()
        if here in found:
            continue
        found[here] = bare(top[here])
        waiting += [node.id for node in ast.walk(found[here]) if isinstance(node, ast.Name) and node.id in top]
    for other, statement in found.items():
        if isinstance(statement, ast.FunctionDef) and statement.decorator_list:
            raise ClaimError(f"procedure: a procedure and what it calls must have no decorators, got {other}; remove them")
    return {key: found[key] for key in top if key in found}


def _defined(statement: ast.stmt) -> list[str]:
    """Names that a statement at the top of a module defines, imports apart."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target] if isinstance(statement, ast.AnnAssign) else []
    return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _only(statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> ast.stmt:
    """The import of one name, whatever else is imported beside it."""
    if isinstance(statement, ast.Import):
        return ast.copy_location(ast.Import(names=[alias]), statement)
    return ast.copy_location(ast.ImportFrom(module=statement.module, names=[alias], level=statement.level), statement)


def bare(statement: ast.stmt) -> ast.stmt:
    """A statement without docstrings and annotations, which mean nothing to what it does."""
    for node in ast.walk(statement):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), first)]
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    return statement


def tree(node: Any) -> Any:
    """A syntax tree as plain data, without positions; empty fields are left out, so that it does not depend on the version of Python."""
    if isinstance(node, ast.Constant):
        return ["Constant", type(node.value).__name__, repr(node.value)]
    if isinstance(node, ast.AST):
        fields = ((field, tree(getattr(node, field, None))) for field in node._fields if field not in ("ctx", "type_comment", "kind"))
        return [type(node).__name__, *([field, value] for field, value in fields if value not in (None, []))]
    if isinstance(node, list):
        return [tree(item) for item in node]
    return node


def syntax_digest(source: str, name: str) -> str:
    """SHA-256 over the syntax trees of a procedure and of what it names in its module; of an imported name, the import."""
    found = definitions(source, name)
    text = json.dumps([name, *([key, tree(statement)] for key, statement in sorted(found.items()))], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def fields_of(source: str, name: str) -> set[str]:
    """Words written in a procedure: every field it can return or count is one of them."""
    found = definitions(source, name).values()
    words = {node.value for statement in found for node in ast.walk(statement) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    keywords = {node.arg for statement in found for node in ast.walk(statement) if isinstance(node, ast.keyword) and node.arg}
    return words | keywords


def described(procedure: Callable[..., Any]) -> tuple[str, str, str]:
    """``module:name``, source of the module, and digest of a procedure. Raises ClaimError for what is no function of a module with a source."""
    module = sys.modules.get(getattr(procedure, "__module__", None) or "")
    name = getattr(procedure, "__qualname__", "")
    if module is None or not name.isidentifier() or getattr(module, name, procedure) is not procedure:
        raise ClaimError(f"Outcome: the procedure must be a function at the top of a module, got {name or procedure!r}; move it there")
    try:
        source = inspect.getsource(module)
    except OSError:
        raise ClaimError(f"Outcome: the source of {module.__name__} is needed, got none; install it with its source") from None
    return f"{module.__name__}:{name}", source, syntax_digest(source, name)


def parameters(source: str, name: str) -> tuple[str, ...]:
    """Names of the inputs of a procedure, in order, without the counter."""
    function = definitions(source, name)[name]
    assert isinstance(function, ast.FunctionDef)
    if function.args.vararg or function.args.kwarg or not (function.args.posonlyargs + function.args.args):
        raise ClaimError(f"procedure: {name} must take a counter and named inputs, def {name}(c, ...), without * and **; name them")
    plain = [argument.arg for argument in function.args.posonlyargs + function.args.args][1:]
    return (*plain, *(argument.arg for argument in function.args.kwonlyargs))


def required(source: str, name: str) -> tuple[str, ...]:
    """Names of the inputs that have no default."""
    function = definitions(source, name)[name]
    assert isinstance(function, ast.FunctionDef)
    plain = [argument.arg for argument in function.args.posonlyargs + function.args.args]
    kept = plain[1:len(plain) - len(function.args.defaults)]
    only = [a.arg for a, default in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True) if default is None]
    return (*kept, *only)
