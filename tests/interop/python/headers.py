"""How the official Python client repeats arguments in `Mcp-Param-…` headers, which the server compares with the body.

Only HTTP has them.
"""

from dataclasses import dataclass, field

import httpx2
from mcp.client.client import Client

from report import check, equal

TOOL = "test_x_mcp_header"
HEADER = "mcp-param-region"

# What each value has to look like in the header.
MIRRORED = {
    "plain text": ("eu-west 1", "eu-west 1"),
    "text that looks like a number": ("0042", "0042"),
    "text that is not ASCII": ("Zürich 東京", "=?base64?WsO8cmljaCDmnbHkuqw=?="),
    "text with spaces around it": (" padded ", "=?base64?IHBhZGRlZCA=?="),
    "text that looks encoded": ("=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="),
}


@dataclass
class Recorder:
    """The responses that a client got, in order, each with its request."""

    responses: list[httpx2.Response] = field(default_factory=list)

    def http_client(self) -> httpx2.AsyncClient:
        """A client that is recorded."""

        async def record(response: httpx2.Response) -> None:
            self.responses.append(response)

        # Subscriptions are quiet for long.
        timeout = httpx2.Timeout(10, read=60)
        return httpx2.AsyncClient(timeout=timeout, event_hooks={"response": [record]})

    def seen(self, before: int) -> list[tuple[str, str | None, int]]:
        """What has been exchanged after the first `before`: the method, the header and the status."""
        return [
            (one.request.headers["mcp-method"], one.request.headers.get(HEADER), one.status_code)
            for one in self.responses[before:]
        ]


async def check_headers(client: Client, recorder: Recorder) -> None:
    """All of it, by a client that has not listed the tools yet."""

    async def recovery() -> None:
        before = len(recorder.responses)
        equal(await _run(client, {"region": "eu-west"}), "Ran in eu-west.")
        equal(
            recorder.seen(before),
            [("tools/call", None, 400), ("tools/list", None, 200), ("tools/call", "eu-west", 200)],
        )

    async def mirroring(value: str, header: str) -> None:
        before = len(recorder.responses)
        equal(await _run(client, {"region": value}), f"Ran in {value}.")
        equal(recorder.seen(before), [("tools/call", header, 200)])

    async def number() -> None:
        before = len(recorder.responses)
        result = await client.call_tool(TOOL, {"region": 42})
        # The tool takes no numbers, and says so itself once the header agrees.
        equal(result.is_error, True)
        assert "region" in result.content[0].text, result.content
        equal(recorder.seen(before), [("tools/call", "42", 200)])

    async def absent() -> None:
        before = len(recorder.responses)
        equal(await _run(client, {}), "Ran in no particular region.")
        equal(recorder.seen(before), [("tools/call", None, 200)])

    await check("repeats an argument in a header once it was refused without", recovery)
    for what, pair in MIRRORED.items():
        await check(f"repeats {what} in a header, and the server agrees", lambda pair=pair: mirroring(*pair))
    await check("repeats a number in a header, and the server agrees", number)
    await check("sends no header for an argument that is not given", absent)


async def _run(client: Client, arguments: dict[str, object]) -> str:
    result = await client.call_tool(TOOL, arguments)
    equal(result.is_error, False)
    return result.content[0].text
