"""Games as a conversation in text, for language models: three calls, `new`, `observe` and `act`.

`Conversation` turns a table into text; `mcp_server` offers it with the Model Context Protocol. A table
is a match in this process (`LocalTable`), a seat in a hosted room (`turnwright.client.room_table`), or
Slay the Spire (`turnwright.bridges.commmod.agent.api_table`).
"""

from .conversation import Conversation
from .local_table import LocalTable
from .table import Situation, Table

__all__ = ["Conversation", "LocalTable", "Situation", "Table"]
