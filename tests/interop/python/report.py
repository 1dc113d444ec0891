"""One line per check: `ok name`, or `not ok name: reason`. Every check has a deadline."""

import sys
from collections.abc import Awaitable, Callable
from typing import NoReturn

import anyio
from mcp.shared.exceptions import MCPError

DEADLINE_S = 15

_failures = 0


async def check(name: str, body: Callable[[], Awaitable[None]]) -> None:
    """Runs `body` and prints its verdict. A body that misses its deadline has failed."""
    global _failures
    try:
        with anyio.fail_after(DEADLINE_S):
            await body()
    except Exception as error:
        _failures += 1
        print(f"not ok {name}: {_one_line(error)}", flush=True)
    else:
        print(f"ok {name}", flush=True)


def finish() -> NoReturn:
    """Ends the process."""
    sys.exit(0 if _failures == 0 else 1)


def equal(seen: object, expected: object) -> None:
    """Fails unless the two are equal."""
    assert seen == expected, f"{seen!r} instead of {expected!r}"


async def refusal(call: Awaitable[object]) -> MCPError:
    """The error that a request is answered with; fails when there is none."""
    try:
        result = await call
    except MCPError as error:
        return error
    raise AssertionError(f"no error but {result!r}")


def _one_line(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return " ".join(f"{type(error).__name__}: {error}".split())[:500]
