"""Language models as players: any endpoint that speaks OpenAI's chat completions.

`llm:MODEL` is the name of such an agent, once the process has said where the endpoint is:

    use_endpoint(Endpoint("http://127.0.0.1:11434/v1"))
    agent = find_agent("llm:qwen3")

For every decision the model gets the rules of the game, the text of what its seat sees, the texts of
the cards that it can see, and the numbered options. A reply that is not legal is answered with the
refusal, which says what is legal. If the endpoint fails, or the model does not find a legal answer, a
fallback agent decides. Every exchange can be written to a transcript.
"""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from turnwright.core.definition.library_text import library_entry
from turnwright.core.errors import Refused, UnusableError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt

from .auto_selector import AutoSelector
from .base import Agent
from .match_text import state_text
from .text_prompt import TextPrompt

MAX_TRIES = 3
"""How often a model is asked for one decision."""
PAUSE_SECONDS = 0.5
"""The pause before an endpoint that failed is asked again; it doubles every time."""
MOST_CARDS = 40
"""How many card texts a request has at most."""
RETRIED = (408, 409, 429, 500, 502, 503, 504)
"""Status codes after which it is worth asking again."""


class Endpoint(msgspec.Struct, frozen=True):
    """Where a model is asked: `url` is the address before `/chat/completions`. `key` is sent as a
    bearer token. `transcript` is a file to which every exchange is appended as a line of JSON."""

    url: str
    key: str = ""
    timeout: float = 120.0
    max_tokens: int = 2000
    temperature: float | None = None
    transcript: str = ""


class Usage(msgspec.Struct):
    """What an agent has used."""

    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    refused: int = 0
    fallbacks: int = 0

    def __str__(self) -> str:
        return (
            f"{self.requests} requests, {self.prompt_tokens:,} prompt tokens, "
            f"{self.completion_tokens:,} completion tokens, {self.refused} replies refused, "
            f"{self.fallbacks} decisions by the fallback agent"
        )


class EndpointError(Exception):
    """An endpoint gave no completion. `is_final` means that asking again is useless."""

    def __init__(self, sentence: str, is_final: bool = False) -> None:
        super().__init__(sentence)
        self.is_final = is_final


_endpoint: Endpoint | None = None
_usage: dict[str, Usage] = {}


def use_endpoint(endpoint: Endpoint | None) -> None:
    """Set the endpoint of all agents `llm:MODEL` of this process. None forbids such agents, as it is
    from the start: a server must not let its visitors spend money."""
    global _endpoint
    if endpoint is not None and not endpoint.url.startswith(("http://", "https://")):
        sentence = (
            f"The address of an endpoint begins with http:// or https://, not {endpoint.url!r}."
        )
        raise UnusableError("bad_url", sentence)
    _endpoint = endpoint


def usage_by_model() -> Mapping[str, Usage]:
    """What the agents `llm:MODEL` of this process have used so far, by model."""
    return _usage


def configured_llm(model: str) -> LlmAgent:
    """Return the agent for a model at the endpoint of this process."""
    if _endpoint is None:
        raise UnusableError(
            "no_endpoint",
            f"llm:{model} needs the address of an endpoint for chat completions: "
            "give --llm-url URL, or set TURNWRIGHT_LLM_URL.",
        )
    return LlmAgent(model, _endpoint, usage=_usage.setdefault(model, Usage()))


class LlmAgent:
    """A language model that answers prompts. `fallback` decides when it gives no legal answer."""

    controller_type: ClassVar = "ai"

    def __init__(
        self,
        model: str,
        endpoint: Endpoint,
        *,
        fallback: Agent | None = None,
        usage: Usage | None = None,
    ) -> None:
        self.model, self.endpoint = model, endpoint
        self.fallback: Agent = AutoSelector() if fallback is None else fallback
        self.usage = Usage() if usage is None else usage
        self._last = "No decision was made yet."

    def __repr__(self) -> str:
        return f"LlmAgent({self.model!r})"

    def explain(self) -> str:
        """Return what the model said about its last decision."""
        return self._last

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Ask the model; a prompt with only one answer is not worth a request."""
        options = prompt.options
        if len(options) == 1 and prompt.min == 1:
            self._last = "There was only one option."
            return prompt.answer(options[0])
        asked = text_prompt(prompt)
        messages = [
            {"role": "system", "content": rules_text(match)},
            {"role": "user", "content": situation_text(match, prompt.seat, asked)},
        ]
        for number in range(MAX_TRIES):
            entry = {"model": self.model, "seat": prompt.seat, "messages": messages[-1:]}
            if number == 0:
                entry["messages"] = messages
            try:
                reply = self._complete(messages)
            except EndpointError as error:
                self._write({**entry, "error": str(error)})
                if error.is_final:
                    break
                if number < MAX_TRIES - 1:
                    time.sleep(PAUSE_SECONDS * 2**number)
                continue
            try:
                picked = [options[index] for index in asked.read(final_answer(reply))]
                if not prompt.allows(*picked):
                    raise asked.refused("These options cannot be picked together.")
            except Refused as refused:
                self.usage.refused += 1
                self._write({**entry, "reply": reply, "refused": str(refused)})
                messages = [
                    *messages,
                    {"role": "assistant", "content": reply},
                    {"role": "user", "content": f"{refused} {HOW_TO_ANSWER}"},
                ]
                continue
            self._write({**entry, "reply": reply, "answer": [one.label for one in picked]})
            self._last = reply.strip()
            return prompt.answer(*picked)
        self.usage.fallbacks += 1
        self._last = f"The model gave no legal answer; {self.fallback!r} decided."
        answer = self.fallback.decide(prompt, match)
        self._write({"model": self.model, "seat": prompt.seat, "fallback": repr(self.fallback)})
        return answer

    def _complete(self, messages: Sequence[Mapping[str, str]]) -> str:
        given = self.endpoint
        body: dict[str, Any] = {
            "model": self.model, "messages": messages, "max_tokens": given.max_tokens,
        }  # fmt: skip
        if given.temperature is not None:
            body["temperature"] = given.temperature
        headers = {"content-type": "application/json"}
        if given.key:
            headers["authorization"] = f"Bearer {given.key}"
        address = f"{given.url.rstrip('/')}/chat/completions"
        request = urllib.request.Request(address, json.dumps(body).encode(), headers)
        self.usage.requests += 1
        try:
            with urllib.request.urlopen(request, timeout=given.timeout) as response:
                data = json.load(response)
            self._count(data.get("usage") or {})
            return str(data["choices"][0]["message"]["content"] or "")
        except urllib.error.HTTPError as error:
            raise EndpointError(
                f"The endpoint answered {error.code}.", error.code not in RETRIED
            ) from None
        except (OSError, ValueError) as error:
            raise EndpointError(f"The endpoint cannot be reached: {error}") from None
        except (LookupError, TypeError, AttributeError):
            raise EndpointError("The endpoint's answer is not a chat completion.") from None

    def _count(self, usage: Mapping[str, Any]) -> None:
        self.usage.prompt_tokens += int(usage.get("prompt_tokens") or 0)
        self.usage.completion_tokens += int(usage.get("completion_tokens") or 0)

    def _write(self, entry: Mapping[str, Any]) -> None:
        if self.endpoint.transcript:
            line = json.dumps(entry, ensure_ascii=False)
            with Path(self.endpoint.transcript).open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")


# --- texts ------------------------------------------------------------------------------------------

HOW_TO_ANSWER = (
    "Think briefly if you like. End with a line `ANSWER:` and the number of your option, "
    "or several numbers if several are asked for."
)


def text_prompt(prompt: Prompt) -> TextPrompt:
    """Return a prompt as text."""
    labels = [option.label for option in prompt.options]
    return TextPrompt(prompt.text, labels, prompt.min, prompt.max, prompt.kind == "order")


def rules_text(match: Match) -> str:
    """Return what a model is told about the game."""
    game = match.game
    rules = game.rulebook.text or game.about
    return f"You play {game.title}. Play to win.\n\n{rules}\n\n{HOW_TO_ANSWER}"


def situation_text(match: Match, seat: int, asked: TextPrompt) -> str:
    """Return what a seat sees, the rules of the cards in it, and what it is asked."""
    state = state_text(match, seat)
    parts = [f"You are seat {seat}.\n{state}"]
    cards = card_texts(match, f"{state}\n{asked}")
    if cards:
        parts.append("Cards:\n" + "\n".join(cards))
    return "\n\n".join([*parts, str(asked)])


def card_texts(match: Match, text: str) -> list[str]:
    """Return the rules of the cards that a text names, unless the text already contains them."""
    found = []
    for kind, spec in match.game.library.items():
        entry = library_entry(kind, spec)
        if entry.text and entry.name in text and entry.text not in text:
            found.append(f"{entry.name}: {entry.text}")
    return found[:MOST_CARDS]


def final_answer(reply: str) -> str:
    """Return what a reply says after its last `ANSWER:`; without that, its last line."""
    marked = re.findall(r"ANSWER\s*:\s*(.*)", reply, re.IGNORECASE)
    if marked:
        return str(marked[-1]).strip(" *_`")
    lines = [line for line in reply.strip().splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""
