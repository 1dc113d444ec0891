"""What the `everything` example offers and what the official Python client makes of it: tools, resources, prompts and
completions.
"""

import json

import mcp_types as types
from mcp.client.client import Client

from report import check, equal, refusal

INVALID_PARAMS = -32602
MISSING_CAPABILITY = -32021
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg=="
WAV = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA=="
IMAGE = {"type": "image", "mimeType": "image/png", "data": PNG}


async def check_contents(client: Client) -> None:
    """All of it."""
    await _check_discovery(client)
    await _check_tools(client)
    await _check_resources(client)
    await _check_prompts(client)
    await _check_completion(client)


async def _check_discovery(client: Client) -> None:
    async def discovery() -> None:
        equal(
            _plain(client.server_capabilities),
            {
                "completions": {},
                "logging": {},
                "prompts": {"listChanged": True},
                "resources": {"listChanged": True, "subscribe": True},
                "tools": {"listChanged": True},
            },
        )
        equal(client.instructions, "Every tool answers within a second, or asks what it needs to know.")

    await check("learns what the server has to offer", discovery)


async def _check_tools(client: Client) -> None:
    async def list_tools() -> None:
        names = {tool.name for tool in (await client.list_tools()).tools}
        equal(len(names), 24)
        assert {"test_simple_text", "test_x_mcp_header", "json_schema_2020_12_tool"} <= names, names

    embedded = {
        "uri": "test://embedded-resource",
        "mimeType": "text/plain",
        "text": "The text of an embedded resource.",
    }
    mixed = {"uri": "test://mixed-content-resource", "mimeType": "application/json", "text": '{"mixed":true}'}
    contents = {
        "test_simple_text": [_text("This is a simple text response for testing.")],
        "test_image_content": [IMAGE],
        "test_audio_content": [{"type": "audio", "mimeType": "audio/wav", "data": WAV}],
        "test_embedded_resource": [{"type": "resource", "resource": embedded}],
        "test_multiple_content_types": [
            _text("Text, an image and a resource:"),
            IMAGE,
            {"type": "resource", "resource": mixed},
        ],
    }

    async def content(name: str, expected: list[object]) -> None:
        equal([_plain(block) for block in (await client.call_tool(name)).content], expected)

    async def structured() -> None:
        result = await client.call_tool("test_structured_content")
        weather = {"place": "Reykjavík", "celsius": 4.5, "raining": True}
        equal(result.structured_content, weather)
        equal([json.loads(block.text) for block in result.content], [weather])

    async def rules() -> None:
        fitting = {"name": "Ada", "contactMethod": "phone", "phone": "1"}
        equal((await client.call_tool("json_schema_2020_12_tool", fitting)).is_error, False)
        broken = {"name": "Ada", "contactMethod": "phone", "email": "a@b.example"}
        equal((await client.call_tool("json_schema_2020_12_tool", broken)).is_error, True)

    async def capability() -> None:
        error = await refusal(client.call_tool("test_missing_capability"))
        equal((error.code, error.data), (MISSING_CAPABILITY, {"requiredCapabilities": {"sampling": {}}}))

    await check("lists each tool and leaves none out as malformed", list_tools)
    for name, expected in contents.items():
        await check(f"gets the content of {name}", lambda name=name, expected=expected: content(name, expected))
    await check("gets structured content that fits the schema it has listed", structured)
    await check("is told when arguments break a rule that spans several of them", rules)
    await check("is refused a tool that needs what it cannot do, with -32021", capability)


async def _check_resources(client: Client) -> None:
    async def list_resources() -> None:
        resources = (await client.list_resources()).resources
        equal(
            sorted((str(one.uri), one.name, one.mime_type, one.size) for one in resources),
            [
                ("test://static-binary", "static-binary", "image/png", 67),
                ("test://static-text", "static-text", "text/plain", None),
                ("test://watched-resource", "watched-resource", "text/plain", None),
            ],
        )

    async def list_templates() -> None:
        templates = (await client.list_resource_templates()).resource_templates
        equal(
            [(one.uri_template, one.name, one.mime_type) for one in templates],
            [("test://template/{id}/data", "template", "application/json")],
        )

    async def read(expected: dict[str, str]) -> None:
        result = await client.read_resource(expected["uri"])
        equal([_plain(content) for content in result.contents], [expected])

    async def read_template() -> None:
        [content] = (await client.read_resource("test://template/123/data")).contents
        equal((str(content.uri), content.mime_type), ("test://template/123/data", "application/json"))
        equal(json.loads(content.text), {"id": "123", "data": "The data of record 123"})

    async def missing(uri: str) -> None:
        equal((await refusal(client.read_resource(uri))).code, INVALID_PARAMS)

    text = "This is the content of the static text resource."
    contents = {
        "a text": {"uri": "test://static-text", "mimeType": "text/plain", "text": text},
        "bytes": {"uri": "test://static-binary", "mimeType": "image/png", "blob": PNG},
    }
    await check("lists the resources", list_resources)
    await check("lists the resource templates", list_templates)
    for what, expected in contents.items():
        await check(f"reads {what}", lambda expected=expected: read(expected))
    await check("reads what a template leads to", read_template)
    for uri in ["test://no-such-resource", "test://template/404/data"]:
        await check(f"gets -32602 for {uri}", lambda uri=uri: missing(uri))


async def _check_prompts(client: Client) -> None:
    async def list_prompts() -> None:
        listed = {
            prompt.name: [(argument.name, bool(argument.required)) for argument in prompt.arguments or []]
            for prompt in (await client.list_prompts()).prompts
        }
        equal(
            listed,
            {
                "test_simple_prompt": [],
                "test_prompt_with_arguments": [("arg1", True), ("arg2", True)],
                "test_prompt_with_embedded_resource": [("resourceUri", True)],
                "test_prompt_with_image": [],
                "test_input_required_result_prompt": [],
            },
        )

    async def get(name: str, arguments: dict[str, str] | None, expected: list[object]) -> None:
        equal([_plain(message) for message in (await client.get_prompt(name, arguments)).messages], expected)

    async def refused() -> None:
        missing = await refusal(client.get_prompt("test_prompt_with_arguments", {"arg1": "one"}))
        unknown = await refusal(client.get_prompt("no-such-prompt"))
        equal((missing.code, unknown.code), (INVALID_PARAMS, INVALID_PARAMS))

    uri = "test://example-resource"
    resource = {"uri": uri, "mimeType": "text/plain", "text": "The text of an embedded resource."}
    prompts = [
        ("test_simple_prompt", None, [_user(_text("This is a simple prompt for testing."))]),
        (
            "test_prompt_with_arguments",
            {"arg1": "größer", "arg2": "'\"\\"},
            [_user(_text("Prompt with arguments: arg1='größer', arg2=''\"\\'"))],
        ),
        (
            "test_prompt_with_embedded_resource",
            {"resourceUri": uri},
            [
                _user({"type": "resource", "resource": resource}),
                _user(_text("Please say what this resource is about.")),
            ],
        ),
        (
            "test_prompt_with_image",
            None,
            [
                _user(IMAGE),
                _user(_text("What is in this picture?")),
                {"role": "assistant", "content": _text("One grey pixel.")},
            ],
        ),
    ]
    await check("lists the prompts and their arguments", list_prompts)
    for prompt in prompts:
        await check(f"gets the messages of {prompt[0]}", lambda prompt=prompt: get(*prompt))
    await check("gets -32602 for a prompt without an argument it needs, and for an unknown one", refused)


async def _check_completion(client: Client) -> None:
    prompt = types.PromptReference(name="test_prompt_with_arguments")
    template = types.ResourceTemplateReference(uri="test://template/{id}/data")

    async def argument() -> None:
        result = await client.complete(prompt, {"name": "arg1", "value": "par"})
        equal(result.completion.values, ["paris", "park", "party"])

    async def dependent() -> None:
        result = await client.complete(prompt, {"name": "arg2", "value": ""}, {"arg1": "paris"})
        equal(result.completion.values, ["paris, twice", "not paris"])

    async def variable() -> None:
        result = await client.complete(template, {"name": "id", "value": "20"})
        equal(result.completion.values, ["200", "2001"])

    await check("completes an argument of a prompt", argument)
    await check("completes an argument by what was chosen for another", dependent)
    await check("completes a variable of a resource template", variable)


def _plain(model: object) -> object:
    """A model as it looks on the wire."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


def _text(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}


def _user(content: object) -> dict[str, object]:
    return {"role": "user", "content": content}
