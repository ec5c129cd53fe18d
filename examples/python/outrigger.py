"""Client of an Outrigger node in one file, for scripts and notebooks.

Needs requests, pandas and websocket-client. Copy the file beside your program.

    from outrigger import Node

    node = Node()  # reads OUTRIGGER_URL and OUTRIGGER_API_KEY
    print(node.gas("ethereum"))
"""

import json
import os
import time
from contextlib import closing

import pandas as pd
import requests
import websocket


class NodeError(Exception):
    """The node refuses a request. The message says what to change."""

    def __init__(self, status, message):
        super().__init__(f"{status} {message}")
        self.status = status


class Node:
    """A running node.

    url: such as http://127.0.0.1:8787, default OUTRIGGER_URL. api_key: default OUTRIGGER_API_KEY.
    """

    def __init__(self, url=None, api_key=None, timeout=30):
        url = url or os.environ.get("OUTRIGGER_URL", "http://127.0.0.1:8787")
        self.url = url.rstrip("/").removesuffix("/api")  # `outrigger up --json` prints the address with /api.
        self.key = api_key or os.environ.get("OUTRIGGER_API_KEY")
        if self.key is None:
            raise ValueError("Set OUTRIGGER_API_KEY, or pass api_key.")
        self.timeout = timeout
        self.session = requests.Session()
        self.session.headers["X-API-Key"] = self.key

    def get(self, path, **params):
        """Returns the answer of GET /api/v1{path}, without its envelope. Waits and tries again if the node asks for it."""
        for last in (False, False, True):
            response = self.session.get(f"{self.url}/api/v1{path}", params=params, timeout=self.timeout)
            if response.status_code not in (429, 503) or last:
                break
            time.sleep(min(float(response.headers.get("Retry-After", 1)), 30))
        if not response.ok:
            raise NodeError(response.status_code, response.text)
        answer = response.json()
        return answer["data"] if isinstance(answer, dict) and "success" in answer else answer

    def gas(self, chain):
        """Fees of the next block by tier, gwei."""
        answer = self.get(f"/oracle/gas/{chain}")
        tiers = {name: answer[name] for name in ("slow", "standard", "fast", "instant")}
        return pd.DataFrame(tiers).T.astype(float)

    def gas_history(self, chain, hours=1, resolution="1m"):
        """Base fee and fees of the standard tier by time, gwei."""
        history = self.get(f"/blockchain/{chain}/gas/history", hours=hours, resolution=resolution)
        return to_frame(history["history"], "timestamp")

    def positions(self, chain):
        """Largest borrowers of all lenders of a chain, lowest health factor first. Below 1, anybody may liquidate. US dollars."""
        frame = pd.DataFrame(self.get(f"/defi/{chain}/liquidations/stress-test")["largest_positions"])
        return frame if frame.empty else frame.sort_values("health_factor", ignore_index=True)

    def findings(self, chain, **filters):
        """Current MEV findings, most profitable first. Filters such as types="sandwich" and min_profit_eth=0.1."""
        return pd.DataFrame(self.get(f"/mev/{chain}/findings", limit=500, **filters)["findings"])

    def watch_findings(self, chain, seconds, **filters):
        """Yields the messages of the findings stream for some seconds: found, changed and gone."""
        yield from self.stream(f"/api/v1/mev/{chain}/stream", seconds, filter=filters)

    def stream(self, path, seconds, **subscription):
        """Yields the messages of a stream for some seconds."""
        address = self.url.replace("http", "ws", 1) + path
        end = time.monotonic() + seconds
        with closing(websocket.create_connection(address, header=[f"X-API-Key: {self.key}"], timeout=60)) as socket:
            socket.send(json.dumps({"action": "subscribe", **subscription}))
            while (left := end - time.monotonic()) > 0:
                socket.settimeout(left)
                try:
                    text = socket.recv()
                except websocket.WebSocketTimeoutException:
                    return
                if text == "":
                    raise NodeError(0, "The node closed the connection.")
                message = json.loads(text)
                if message.get("type") == "error":
                    raise NodeError(0, message["message"])
                yield message


def to_frame(rows, time_column):
    """Returns rows as a table whose index is the time."""
    frame = pd.DataFrame(rows)
    if frame.empty:
        return frame
    frame.index = pd.to_datetime(frame.pop(time_column), utc=True)
    return frame


def by_pool(findings):
    """Sums the profit of findings by pool, ETH. A finding counts for each pool that it uses."""
    rows = [
        {"pool": hop["pool"], "profit_eth": finding["estimated_profit_eth"]}
        for finding in findings
        for hop in {hop["pool"]: hop for swap in finding["swaps"] for hop in swap["hops"]}.values()
    ]
    frame = pd.DataFrame(rows, columns=["pool", "profit_eth"])
    return frame.groupby("pool").profit_eth.sum().sort_values(ascending=False)
