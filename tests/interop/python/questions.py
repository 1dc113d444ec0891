"""What the `everything` example asks in the middle of a call, answered by callbacks of the official Python client."""

import re
from collections.abc import Callable

import anyio
import mcp_types as types
from mcp.client.client import Client

from report import check, equal, refusal

INVALID_PARAMS = -32602
MISSING_CAPABILITY = -32021
CALL = "test_input_required_result_"


class Person:
    """Answers questions and keeps them, in order; `answer` is what forms are answered by."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.answer: Callable[[types.ElicitRequestParams], types.ElicitResult]

    async def elicit(self, _context: object, params: types.ElicitRequestParams) -> types.ElicitResult:
        """Fills in a form."""
        self.asked.append(params)
        return self.answer(params)

    async def sample(self, _context: object, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        """Is the model."""
        self.asked.append(params)
        content = types.TextContent(type="text", text="Paris")
        return types.CreateMessageResult(role="assistant", content=content, model="atlas-1", stop_reason="endTurn")

    async def list_roots(self, _context: object) -> types.ListRootsResult:
        """Names two directories."""
        self.asked.append("roots")
        roots = [{"uri": "file:///home/ada", "name": "Ada"}, {"uri": "file:///srv/data"}]
        return types.ListRootsResult.model_validate({"roots": roots})


def accept(**content: object) -> Callable[[object], types.ElicitResult]:
    """The answer of a person who fills in a form."""
    return lambda _params: types.ElicitResult(action="accept", content=content)


async def check_questions(client: Client, person: Person) -> None:
    """All of it, by a client whose callbacks are the person's methods."""
    await _check_forms(client, person)
    await _check_model_and_roots(client, person)
    await _check_state(client, person)
    await _check_rounds(client, person)


async def check_nobody(client: Client) -> None:
    """What a client without callbacks has to see."""

    async def spared() -> None:
        result = await client.call_tool(f"{CALL}capabilities")
        equal([block.text for block in result.content], ["There is nobody to ask."])

    async def told(tool: str, capabilities: dict[str, object]) -> None:
        error = await refusal(client.call_tool(f"{CALL}{tool}"))
        equal((error.code, error.data), (MISSING_CAPABILITY, {"requiredCapabilities": capabilities}))

    needs = {
        "elicitation": {"elicitation": {"form": {}}},
        "sampling": {"sampling": {}},
        "list_roots": {"roots": {}},
    }
    await check("is asked nothing when it says that it cannot answer", spared)
    for tool, capabilities in needs.items():
        await check(
            f"is told by -32021 what {CALL}{tool} needs",
            lambda tool=tool, capabilities=capabilities: told(tool, capabilities),
        )


async def _check_forms(client: Client, person: Person) -> None:
    tool = f"{CALL}elicitation"

    async def form() -> None:
        equal(await _call(client, tool, person, accept(name="Zoë")), "Hello, Zoë!")
        [question] = person.asked
        assert isinstance(question, types.ElicitRequestFormParams), question
        equal(question.message, "What is your name?")
        schema = question.requested_schema
        equal((schema["type"], schema["required"]), ("object", ["name"]))
        equal((schema["properties"]["name"]["type"], schema["properties"]["name"]["maxLength"]), ("string", 100))

    async def without(action: str) -> None:
        answer = types.ElicitResult(action=action)
        equal(await _call(client, tool, person, lambda _params: answer), "Hello, whoever you are!")

    async def misfit() -> None:
        equal((await refusal(_call(client, tool, person, accept(name=5)))).code, INVALID_PARAMS)

    async def prompt() -> None:
        person.answer = accept(context="a rainy day")
        [message] = (await client.get_prompt(f"{CALL}prompt")).messages
        equal((message.role, message.content.text), ("user", "Use this context: a rainy day"))

    async def progress() -> None:
        seen: list[tuple[float, float | None, str | None]] = []
        reported = anyio.Event()

        async def on_progress(progress: float, total: float | None, message: str | None) -> None:
            seen.append((progress, total, message))
            reported.set()

        person.answer = accept(name="Ada")
        result = await client.call_tool("test_streaming_elicitation", progress_callback=on_progress)
        equal([block.text for block in result.content], ["Hello, Ada!"])
        # Callbacks are tasks of their own, and may come after the result.
        await reported.wait()
        equal(seen[0], (0.5, 1, "Half of it is done"))

    await check("fills in a form in the middle of a call", form)
    for action in ["decline", "cancel"]:
        await check(f"goes on without a form when the person answers with {action}", lambda a=action: without(a))
    await check("gets -32602 for an answer that does not fit the form", misfit)
    await check("fills in a form of a prompt", prompt)
    await check("is asked by a call that has reported progress", progress)


async def _check_model_and_roots(client: Client, person: Person) -> None:
    async def model() -> None:
        equal(await _call(client, f"{CALL}sampling", person), "atlas-1 says: Paris")
        [question] = person.asked
        equal(question.max_tokens, 100)
        [message] = question.messages
        equal((message.role, message.content.text), ("user", "What is the capital of France?"))

    async def roots() -> None:
        text = await _call(client, f"{CALL}list_roots", person)
        equal(text, "2 roots: file:///home/ada, file:///srv/data")

    await check("lets its model answer in the middle of a call", model)
    await check("tells its roots in the middle of a call", roots)


async def _check_state(client: Client, person: Person) -> None:
    async def state() -> None:
        text = await _call(client, f"{CALL}request_state", person, accept(ok=True))
        number = re.fullmatch(r"Please confirm (\d+)", person.asked[0].message)[1]
        equal(text, f"Ticket {number} is confirmed: state-ok")

    async def tampered() -> None:
        name = f"{CALL}tampered_state"
        first = await client.session.call_tool(name, allow_input_required=True)
        assert isinstance(first, types.InputRequiredResult), first
        second = client.session.call_tool(
            name,
            input_responses={"confirm": types.ElicitResult(action="accept", content={"ok": True})},
            request_state=_changed(first.request_state),
            allow_input_required=True,
        )
        equal((await refusal(second)).code, INVALID_PARAMS)

    await check("carries the server's state from one round to the next", state)
    await check("gets -32602 for a state that was changed on its way", tampered)


async def _check_rounds(client: Client, person: Person) -> None:
    async def one_round() -> None:
        text = await _call(client, f"{CALL}multiple_inputs", person, accept(name="Ada"))
        assert re.fullmatch(r"Paris, Ada! You are number \d+ and have 2 roots\.", text), text
        equal(len(person.asked), 3)

    async def two_rounds() -> None:
        answers = {"name": "Ada", "color": "blue"}

        def fill_in(params: types.ElicitRequestFormParams) -> types.ElicitResult:
            [field] = params.requested_schema["properties"]
            return types.ElicitResult(action="accept", content={field: answers[field]})

        text = await _call(client, f"{CALL}multi_round", person, fill_in)
        assert re.fullmatch(r"Number \d+, Ada, likes blue\.", text), text
        equal(
            [question.message for question in person.asked],
            ["Step 1: What is your name?", "Step 2: What is your favorite color, Ada?"],
        )

    await check("answers three questions of one round", one_round)
    await check("answers two rounds of questions, the second one about the first answer", two_rounds)


async def _call(
    client: Client,
    tool: str,
    person: Person,
    answer: Callable[[types.ElicitRequestFormParams], types.ElicitResult] | None = None,
) -> str:
    """The text that a tool answers with."""
    person.asked = []
    person.answer = answer
    result = await client.call_tool(tool)
    equal(result.is_error, False)
    return result.content[0].text


def _changed(state: str) -> str:
    """The same but for one character in the middle."""
    middle = len(state) // 2
    return state[:middle] + ("B" if state[middle] == "A" else "A") + state[middle + 1 :]
