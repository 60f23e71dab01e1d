"""Debian's Firefox as Playwright starts it, with a relay between the two, through which the browser suite runs in it.

Both speak WebDriver BiDi, but Playwright asks for light or dark by a command that Firefox ESR doesn't know. The relay
answers it, and sets the colors by a script inside the browser."""

import itertools
import json
import re
import subprocess
import sys

import trio
from trio_websocket import ConnectionClosed, open_websocket_url, serve_websocket

COLORS = "emulation.setMediaFeaturesOverride"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
LIMIT = 1 << 30  # bytes of a message, such as a picture of a page
SET_COLORS = """(() => {
    const { NavigableManager } = ChromeUtils.importESModule("chrome://remote/content/shared/NavigableManager.sys.mjs");
    for (const id of %s) NavigableManager.getBrowsingContextById(id).prefersColorSchemeOverride = %s;
})()"""


class Relay:
    """One connection of Playwright to Firefox."""

    def __init__(self, playwright, firefox):
        self.playwright, self.firefox = playwright, firefox
        self.numbers = itertools.count(1 << 40)  # Playwright counts from 1.
        self.asked = {}  # what the relay itself asked Firefox, by number: where the answer goes
        self.schemes = {}  # of a user context, which is one of Playwright's contexts
        self.created = {}  # the user context of a page that is about to be, by the number of the command

    async def run(self):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.pass_on, self.playwright, self.hear_playwright, nursery)
            await self.pass_on(self.firefox, self.hear_firefox, nursery)
            nursery.cancel_scope.cancel()

    async def pass_on(self, source, hear, nursery):
        try:
            while True:
                await hear(await source.get_message(), nursery)
        except ConnectionClosed:
            nursery.cancel_scope.cancel()

    async def hear_playwright(self, text, nursery):
        message = json.loads(text)
        parameters = message.get("params", {})
        if message.get("method") == COLORS:
            nursery.start_soon(self.answer_colors, message)
            return
        if message.get("method") == "browsingContext.create" and parameters.get("userContext") in self.schemes:
            self.created[message["id"]] = parameters["userContext"]
        await self.firefox.send_message(text)

    async def hear_firefox(self, text, nursery):
        message = json.loads(text)
        number = message.get("id")
        if number in self.asked:
            await self.asked.pop(number).send(message)
        elif number in self.created and message["type"] == "success":
            nursery.start_soon(self.begin_page, self.created.pop(number), message)
        else:
            await self.playwright.send_message(text)

    async def ask(self, method, **parameters):
        """Asks Firefox something that Playwright doesn't hear of."""
        number = next(self.numbers)
        self.asked[number], answer = trio.open_memory_channel(1)
        await self.firefox.send_message(json.dumps({"id": number, "method": method, "params": parameters}))
        return (await answer.receive())["result"]

    async def answer_colors(self, message):
        parameters = message["params"]
        scheme = parameters["features"].get("prefers-color-scheme") or "none"
        self.schemes |= dict.fromkeys(parameters.get("userContexts", []), scheme)
        await self.set_colors(parameters.get("contexts", []), scheme)
        await self.playwright.send_message(json.dumps({"type": "success", "id": message["id"], "result": {}}))

    async def begin_page(self, user_context, message):
        """A page has the colors of its context before Playwright hears that it is there."""
        await self.set_colors([message["result"]["context"]], self.schemes[user_context])
        await self.playwright.send_message(json.dumps(message))

    async def set_colors(self, contexts, scheme):
        if contexts:
            tree = await self.ask("browsingContext.getTree", **{"moz:scope": "chrome"})
            window = {"context": tree["contexts"][0]["context"]}
            script = SET_COLORS % (json.dumps(contexts), json.dumps(scheme))
            await self.ask("script.evaluate", expression=script, target=window, awaitPromise=False)


async def main():
    command = ["firefox-esr", "--remote-allow-system-access", *sys.argv[1:]]
    firefox = await trio.lowlevel.open_process(command, stderr=subprocess.PIPE)
    async with trio.open_nursery() as nursery:
        rest = ""
        async for piece in firefox.stderr:
            *lines, rest = (rest + piece.decode(errors="replace")).split("\n")
            for line in lines:
                if found := LISTENING.search(line):
                    line = line.replace(found[1], await serve(found[1], nursery))
                print(line, file=sys.stderr, flush=True)
        await firefox.wait()
        nursery.cancel_scope.cancel()


async def serve(address, nursery):
    """Lets Playwright connect to the relay; the address for that."""

    async def connect(request):
        playwright = await request.accept()
        async with open_websocket_url(address + request.path, max_message_size=LIMIT) as firefox:
            await Relay(playwright, firefox).run()

    server = await nursery.start(lambda task_status: serve_websocket(connect, "127.0.0.1", 0, None, max_message_size=LIMIT, task_status=task_status))
    return f"ws://127.0.0.1:{server.port}"


if __name__ == "__main__":
    trio.run(main)
