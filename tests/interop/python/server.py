"""A server for our client to call, on FastMCP or on the official Python SDK:

    python server.py fastmcp|sdk stdio      serves its standard input and output
    python server.py fastmcp|sdk http       serves a free port and prints its URL
"""

import socket
import sys

import anyio
import mcp_types as types
import uvicorn

framework, transport = sys.argv[1:]
if framework == "fastmcp":
    from fastmcp import Context
    from fastmcp import FastMCP as Server
    from fastmcp.exceptions import ToolError
else:
    from mcp.server.mcpserver import Context
    from mcp.server.mcpserver import MCPServer as Server
    from mcp.server.mcpserver.exceptions import ToolError

server = Server("workshop", version="1.0")
when_cancelled = anyio.Event()

FORM = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
QUESTIONS = {
    "who": types.ElicitRequest(params=types.ElicitRequestFormParams(message="Who are you?", requested_schema=FORM)),
    "model": types.CreateMessageRequest(params=types.CreateMessageRequestParams(messages=[], max_tokens=1)),
    "roots": types.ListRootsRequest(),
}


@server.tool()
async def add(a: int, b: int) -> int:
    return a + b


@server.tool()
async def fail() -> str:
    raise ToolError("it failed")


@server.tool()
async def count(steps: int, ctx: Context) -> str:
    for step in range(1, steps + 1):
        await ctx.report_progress(step, steps, f"step {step}")
    return f"counted to {steps}"


@server.tool()
async def wait(ctx: Context) -> str:
    await ctx.report_progress(1, 2, "step 1")
    try:
        await anyio.sleep_forever()
    finally:
        when_cancelled.set()


@server.tool()
async def cancelled() -> str:
    await when_cancelled.wait()
    return "a call was cancelled"


@server.tool()
async def ask(ctx: Context) -> str | types.InputRequiredResult:
    if not ctx.input_responses:
        return types.InputRequiredResult(input_requests=QUESTIONS, request_state="Hello")
    who, model, roots = (ctx.input_responses[key] for key in QUESTIONS)
    return f"{ctx.request_state}, {who.content['name']}! {model.content.text} {roots.roots[0].uri}"


@server.resource("text:///note", mime_type="text/plain")
async def note() -> str:
    return "a note"


@server.resource("text:///bytes", mime_type="application/octet-stream")
async def bytes_() -> bytes:
    return b"\x00\x01\x02"


@server.resource("about:///{name}", mime_type="text/plain")
async def about(name: str) -> str:
    return f"about {name}"


@server.prompt()
async def introduce(name: str) -> str:
    return f"Introduce {name}."


if framework == "sdk":

    @server.tool()
    async def change(ctx: Context) -> str:
        await ctx.notify_tools_changed()
        await ctx.notify_resource_updated("text:///note")
        return "changed"


def serve_http() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
    app = server.http_app() if framework == "fastmcp" else server.streamable_http_app()
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])


if transport == "http":
    serve_http()
elif framework == "fastmcp":
    server.run(show_banner=False)
else:
    server.run()
