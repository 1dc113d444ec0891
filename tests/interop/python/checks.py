"""What the official Python client has to see, whatever the transport.

The client checks all it receives against the models of the revision, and raises where they differ.
"""

import logging
from collections.abc import Callable

import anyio
import mcp_types as types
from mcp.client.client import Client

from complaints import Complaints
from report import check, equal, refusal

REVISION = "2026-07-28"
INVALID_PARAMS = -32602
UNSUPPORTED_PROTOCOL_VERSION = -32022
REQUEST_TIMEOUT = -32001
# Together more than the server runs at a time.
ABANDONED_BATCHES = 5
ABANDONED_PER_BATCH = 60
# Calls of 25 seconds.
LONG = {"steps": 250, "delay_ms": 100}

Connect = Callable[[str, Complaints], Client]


async def check_client(connect: Connect) -> None:
    """All of it; `connect` makes a client of a negotiation mode."""
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    async with connect(REVISION, complaints) as client:
        await _check_discovery(client)
        await _check_calls(client)
        await _check_refusals(client)
        await _check_progress(client)
        await _check_concurrency(client)
        await _check_cancellation(client)
    await _check_negotiation(connect, complaints)

    async def understood() -> None:
        equal(complaints.texts, [])

    await check("understood everything it was sent", understood)


async def _check_discovery(client: Client) -> None:
    async def discover() -> None:
        discovered = types.DiscoverResult.model_validate(await client.session.send_discover(REVISION))
        assert REVISION in discovered.supported_versions, discovered.supported_versions
        assert discovered.capabilities.tools is not None, "no tools capability"
        equal(discovered.capabilities.prompts, None)
        equal(discovered.capabilities.resources, None)

    async def list_tools() -> None:
        tools = {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}
        described = {
            name: ({field: schema["type"] for field, schema in tool["properties"].items()}, tool.get("required", []))
            for name, tool in tools.items()
        }
        equal(
            described,
            {
                "greet": ({"name": "string"}, ["name"]),
                "slow": ({"steps": "integer", "delay_ms": "integer"}, []),
                "fail": ({"reason": "string"}, ["reason"]),
            },
        )

    await check("discovers revisions and capabilities", discover)
    await check("lists the tools and their arguments", list_tools)


async def _check_calls(client: Client) -> None:
    names = {
        "plain text": "Ada",
        "accents and combining marks": "Zoë, Zoe\u0308",
        "emoji with joiners": "👩🏽‍🚀🦀",
        "astral letters": "𝔖𝔫𝔬𝔡𝔬 𐍈",
        "line separators and controls": "a\u2028b\u2029c\r\nd\te\u0000f\u007f",
        "quotes and backslashes": '"\\" \\u0041 \\',
    }
    for what, name in names.items():

        async def call(name: str = name) -> None:
            equal(await _greet(client, name), f"Hello, {name}!")

        await check(f"carries {what} both ways", call)


async def _check_refusals(client: Client) -> None:
    async def fail() -> None:
        result = await client.call_tool("fail", {"reason": "out of tea ☕"})
        equal((result.is_error, _text(result)), (True, "out of tea ☕"))

    async def mistake(tool: str, arguments: dict[str, object], field: str, value: str) -> None:
        result = await client.call_tool(tool, arguments)
        equal(result.is_error, True)
        told = _text(result)
        assert field in told, f"{field} is not named: {told}"
        assert value not in told, f"the value is repeated: {told}"

    async def unknown_tool() -> None:
        equal((await refusal(client.call_tool("no-such-tool", {}))).code, INVALID_PARAMS)

    async def unknown_revision() -> None:
        error = await refusal(client.session.send_discover("1999-01-01"))
        equal(error.code, UNSUPPORTED_PROTOCOL_VERSION)
        told = types.UnsupportedProtocolVersionErrorData.model_validate(error.data)
        assert REVISION in told.supported, told.supported
        equal(told.requested, "1999-01-01")

    await check("gets a tool's failure as a result", fail)
    await check(
        "is told of an argument of the wrong type, by name and without the value",
        lambda: mistake("greet", {"name": 987654321}, "name", "987654321"),
    )
    await check(
        "is told of an argument that is optional and wrong, by name and without the value",
        lambda: mistake("slow", {"steps": "hunter2"}, "steps", "hunter2"),
    )
    await check(
        "is told of an argument that is missing, by name and without the value",
        lambda: mistake("greet", {"nick": "hunter2"}, "name", "hunter2"),
    )
    await check("gets -32602 for an unknown tool", unknown_tool)
    await check("gets -32022 and the supported revisions for an unknown one", unknown_revision)


async def _check_progress(client: Client) -> None:
    async def progress() -> None:
        seen: list[tuple[float, float | None]] = []
        complete = anyio.Event()

        async def on_progress(progress: float, total: float | None, _message: str | None) -> None:
            seen.append((progress, total))
            if len(seen) == 3:
                complete.set()

        result = await client.call_tool("slow", {"steps": 3, "delay_ms": 50}, progress_callback=on_progress)
        equal(_text(result), "done after 3 steps")
        # Callbacks are tasks of their own, and the last one may come after the result.
        await complete.wait()
        equal(seen, [(1, 3), (2, 3), (3, 3)])

    await check("sees progress 1, 2, 3 of 3 and the result", progress)


async def _check_concurrency(client: Client) -> None:
    async def many() -> None:
        answers: dict[str, str] = {}

        async def call(name: str) -> None:
            answers[name] = await _greet(client, name)

        names = [f"caller {index}" for index in range(50)]
        async with anyio.create_task_group() as group:
            for name in names:
                group.start_soon(call, name)
        equal(answers, {name: f"Hello, {name}!" for name in names})

    async def quick_beside_slow() -> None:
        order: list[str] = []

        async def slow() -> None:
            await client.call_tool("slow", {"steps": 4, "delay_ms": 200})
            order.append("slow")

        async def quick() -> None:
            await _greet(client, "Ada")
            order.append("quick")

        async with anyio.create_task_group() as group:
            group.start_soon(slow)
            group.start_soon(quick)
        equal(order, ["quick", "slow"])

    await check("gets 50 concurrent calls answered, each with its own", many)
    await check("is answered while a slow call runs", quick_beside_slow)


async def _check_cancellation(client: Client) -> None:
    async def time_out() -> None:
        error = await refusal(client.call_tool("slow", LONG, read_timeout_seconds=0.2))
        equal(error.code, REQUEST_TIMEOUT)
        equal(await _greet(client, "Ada"), "Hello, Ada!")

    async def cancel() -> None:
        await _abandon(client)
        equal(await _greet(client, "Ada"), "Hello, Ada!")

    # Handlers that went on would leave no place for the next call until the check is over.
    async def abandon_many() -> None:
        for _ in range(ABANDONED_BATCHES):
            async with anyio.create_task_group() as group:
                for _ in range(ABANDONED_PER_BATCH):
                    group.start_soon(_abandon, client)
        equal(await _greet(client, "Ada"), "Hello, Ada!")

    await check("goes on after a call that timed out", time_out)
    await check("goes on after a call it cancelled", cancel)
    await check(f"is answered after {ABANDONED_BATCHES * ABANDONED_PER_BATCH} calls it cancelled", abandon_many)


async def _check_negotiation(connect: Connect, complaints: Complaints) -> None:
    async def automatic() -> None:
        async with connect("auto", complaints) as client:
            equal(client.protocol_version, REVISION)
            assert client.server_info is not None, "the server has no name"
            equal((client.server_info.name, client.server_info.version), ("greeter", "0.1.0"))
            equal(await _greet(client, "Ada"), "Hello, Ada!")

    await check("finds the revision and the server's name by itself in automatic mode", automatic)


async def _abandon(client: Client) -> None:
    """Cancels a long call at its first progress."""
    with anyio.CancelScope() as scope:

        async def on_progress(_progress: float, _total: float | None, _message: str | None) -> None:
            scope.cancel()

        await client.call_tool("slow", LONG, progress_callback=on_progress)
    assert scope.cancelled_caught, "the call ended before it was cancelled"


async def _greet(client: Client, name: str) -> str:
    result = await client.call_tool("greet", {"name": name})
    equal(result.is_error, False)
    return _text(result)


def _text(result: types.CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, types.TextContent), content
    return content.text
