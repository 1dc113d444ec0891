"""How the official Python client hears of changes through `subscriptions/listen`."""

import re
from collections.abc import Callable

import anyio
from mcp.client.client import Client
from mcp.client.subscriptions import (
    PromptsListChanged,
    ResourceUpdated,
    ServerEvent,
    Subscription,
    ToolsListChanged,
)

from report import check, equal

WATCHED = "test://watched-resource"
UPDATED = ResourceUpdated(uri=WATCHED)
EVENT_DEADLINE_S = 5
TRIGGERS: dict[str, ServerEvent] = {
    "test_trigger_tool_change": ToolsListChanged(),
    "test_trigger_prompt_change": PromptsListChanged(),
    "test_trigger_resource_update": UPDATED,
}


async def check_events(client: Client) -> None:
    """All but the end of the server."""

    async def delivery() -> None:
        async with client.listen(
            tools_list_changed=True, prompts_list_changed=True, resource_subscriptions=[WATCHED]
        ) as subscription:
            honored = subscription.honored
            equal((honored.tools_list_changed, honored.prompts_list_changed), (True, True))
            equal(honored.resource_subscriptions, [WATCHED])
            for tool, event in TRIGGERS.items():
                equal(await _trigger(client, tool), 1)
                equal(await _next(subscription), event)

    async def reading() -> None:
        await _forgotten(client)
        async with client.listen(resource_subscriptions=[WATCHED]) as subscription:
            before = await _changes(client)
            await _trigger(client, "test_trigger_resource_update")
            equal(await _next(subscription), UPDATED)
            equal(await _changes(client), before + 1)

    async def selection() -> None:
        await _forgotten(client)
        async with client.listen(prompts_list_changed=True) as subscription:
            equal(await _trigger(client, "test_trigger_tool_change"), 0)
            equal(await _trigger(client, "test_trigger_resource_update"), 0)
            equal(await _trigger(client, "test_trigger_prompt_change"), 1)
            equal(await _next(subscription), PromptsListChanged())

    async def two() -> None:
        await _forgotten(client)
        async with client.listen(tools_list_changed=True) as one, client.listen(tools_list_changed=True) as other:
            equal(await _trigger(client, "test_trigger_tool_change"), 2)
            equal([await _next(one), await _next(other)], [ToolsListChanged(), ToolsListChanged()])

    async def burst() -> None:
        await _forgotten(client)
        async with client.listen(tools_list_changed=True) as subscription:
            for _ in range(20):
                await _trigger(client, "test_trigger_tool_change")
            equal(await _next(subscription), ToolsListChanged())

    async def forgotten() -> None:
        await _forgotten(client)

    await check("hears of changes of the tools, the prompts and a resource", delivery)
    await check("the server forgets a subscription that has ended", forgotten)
    await check("reads the changed resource after it heard of the change", reading)
    await check("hears only of what it subscribed to", selection)
    await check("two subscriptions hear of one change", two)
    await check("hears of 20 changes in a row", burst)


async def check_shutdown(client: Client, stop: Callable[[], None]) -> None:
    """`stop` sends SIGTERM to the server that the client is connected to."""

    async def graceful() -> None:
        async with client.listen(tools_list_changed=True) as subscription:
            stop()
            # A subscription that is lost raises instead.
            equal([event async for event in subscription], [])

    await check("sees the graceful end of its subscription when the server is told to stop", graceful)


async def _forgotten(client: Client) -> None:
    """Waits until no subscription is left: the end of one reaches the server beside the next calls."""
    while any([await _trigger(client, tool) for tool in TRIGGERS]):
        await anyio.sleep(0.02)


async def _next(subscription: Subscription) -> ServerEvent:
    with anyio.fail_after(EVENT_DEADLINE_S):
        return await anext(subscription)


async def _trigger(client: Client, tool: str) -> int:
    """Makes a change; the number of subscriptions that will hear of it."""
    result = await client.call_tool(tool)
    return int(re.fullmatch(r"Subscriptions to .*: (\d+)", result.content[0].text)[1])


async def _changes(client: Client) -> int:
    [content] = (await client.read_resource(WATCHED)).contents
    return int(re.fullmatch(r"Changes so far: (\d+)", content.text)[1])
