"""Whatever the client could not make sense of: it logs that, or hands it on."""

import logging

import mcp_types as types


class Complaints(logging.Handler):
    """Collects texts, as a log handler and as a message handler."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """What was logged as a warning or worse."""
        self.texts.append(f"{record.name}: {record.getMessage()}")

    async def on_message(self, message: object) -> None:
        """What the client was sent besides answers; the example has nothing but progress to send."""
        if not isinstance(message, types.ProgressNotification):
            self.texts.append(f"unexpected: {message!r}")
