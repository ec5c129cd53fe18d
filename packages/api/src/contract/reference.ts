import { contract } from './contract.ts'
import { toCostText } from './cost.ts'
import { LiquidationStreamFilter } from './defiStream.ts'
import type { Endpoint } from './endpoint.ts'
import { StreamedOpportunity } from './lendingShapes.ts'
import { MempoolStreamFilter } from './mempoolStream.ts'
import { exampleFinding, MevStreamFilter } from './mevFinding.ts'
import { gatewayStreams, type StreamPath, streamDefaults, streams } from './streams.ts'

/** Returns the reference page of the REST interface, in Markdown. */
export function toReferencePage(): string {
  const endpoints = Object.entries(contract) as [string, Endpoint][]
  // Areas with served endpoints come first, and in each area its served endpoints.
  const areas = [...new Set([...endpoints.filter(isServed), ...endpoints].map(([, { area }]) => area))]
  const sections = areas.map((area) => {
    const own = endpoints.filter(([, endpoint]) => endpoint.area === area)
    const rows = [...own.filter(isServed), ...own.filter((one) => !isServed(one))].map(([id, one]) => toRow(id, one))
    return `## ${area}\n\n| | Path | Id | Access | CU | Errors | |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# API reference

This page is generated from the contract (\`packages/api/src/contract\`). Do not edit it. All fields are in
[openapi.json](../spec/openapi.json), which a running node serves at \`/openapi.json\`. \`npx outrigger up --devnet\` starts a node to try it on a
local chain.

- Paths are relative to the REST base URL, which ends in \`/api\`.
- *Access*: a key needs one of the listed scopes, or \`admin:account\`.
- *CU*: the cost in [compute units](access.md#what-is-charged).
- *Errors*: the shape of error responses. *nested* is \`{"error":{"code","message","details"}}\`, *flat* is \`{"error","message"}\` and *envelope*
  is \`{"success":false,"error","message","request_id"}\`. Endpoints with *envelope* return \`{"success":true,"data","metadata"}\`: the result is
  in \`data\`.
- Endpoints that are off by default respond with 501 \`NOT_AVAILABLE\` until the configuration enables them.
- Unknown fields of a JSON body are rejected with \`INVALID_PARAMETER\` and the name of a similar field. Unknown query parameters are rejected
  only if they resemble a known one. \`/v1/auth/token\` ignores unknown fields.

${sections.join('\n')}
## WebSockets

<a id="messages"></a>[Streams](streams.md) lists the WebSockets with their messages and filters.
`
}

/** Returns the page of the WebSocket streams, in Markdown. */
export function toStreamsPage(): string {
  return `# Streams

This page is generated from the contract (\`packages/api/src/contract\`). Do not edit it. [asyncapi.json](../spec/asyncapi.json) has every message
as AsyncAPI 3.

| Path | Credential | CU per event | |
|---|---|---|---|
${[...Object.values(streams), ...Object.values(gatewayStreams)].map(toStreamRow).join('\n')}

A key needs the scope \`stream:websocket\`. If the credential is missing, invalid, expired or revoked, the server closes the connection with code
1008. \`/{chain}/ws\` is JSON-RPC on the listener of the [gateway](gateway.md). [Sidecar](sidecar.md#streams) shows a client.

## Messages

| Client | Server |
|---|---|
| | \`{"type":"connected","chain",…}\`; with \`pending_count\` for the mempool, \`protocols\` for liquidations, \`count\` for MEV, \`channels\` for a chain |
| \`{"action":"subscribe","filter":{…}}\` | \`{"type":"subscribed","subscription_id","filter"}\` |
| for a chain: \`{"action":"subscribe","channel","params":{"address","topics"},"cursor"}\` | \`{"type":"subscribed","subscription_id","channel","subscribed":true,"resumed"}\` |
| \`{"action":"unsubscribe","subscription_id"}\` | \`{"type":"unsubscribed","subscription_id"}\` |
| | \`{"type":"transaction","subscription_id","data":{…}}\` for the mempool, \`"type":"opportunity"\` for liquidations, [three types](#mev-findings) for MEV |
| | \`{"channel","cursor","subscription_id","data":{…}}\` for a chain |
| any other message | \`{"type":"error","error","message"}\`; the connection stays open |
| reads too slowly | \`{"type":"lagged","dropped"}\`: the number of dropped events, oldest first |

A connection has at most ${streamDefaults.subscriptions} subscriptions, and their ids are valid only on this connection. A message to the server has at most
${streamDefaults.messageBytes} bytes.

\`/api/v1/ws/connect\` first sends \`{"type":"connected","key_id","expires_at"}\`. Its subscribe messages also need \`stream\` (\`mempool\`, \`liquidations\`,
\`mev\`, \`chain\`) and \`chain\`. On the path of a single stream, both are optional and must match the path.

## Blocks and logs

| Channel | \`data\` of an event |
|---|---|
| \`newHeads\` | \`{number, hash, parent_hash, timestamp, removed}\` |
| \`slots\`, on Solana | the same with \`slot\` for \`number\` |
| \`logs\`, on EVM chains; \`params\` as for \`eth_getLogs\` | \`{address, topics, data, block_number, transaction_hash, log_index, removed}\` |

The current block comes first. Every block is sent once and in order, even if providers fail. Blocks and logs that a reorganization removes are sent
again with \`removed\`.

Each event has a \`cursor\`. A client that subscribes with its last cursor within one minute gets all events since then, and \`resumed\` is true.
Otherwise \`resumed\` is false. Nodes that have the channel open share cursors, so a client behind a load balancer can reconnect to another
node.

## Pending transactions

A subscription to the mempool sends each transaction that meets all conditions of its filter. An empty list is the same as no condition.

${toFieldTable(MempoolStreamFilter)}

## Liquidations

A subscription to liquidations first sends the current opportunities, then each new one. An opportunity is sent again when its profit has changed by at least
1 % since it was last sent. With \`include_pending\`, the subscription also sends liquidations that a pending price update would enable. They have
\`pending_transaction\`.

The filter:

${toFieldTable(LiquidationStreamFilter)}

\`data\` of an \`opportunity\`:

${toFieldTable(StreamedOpportunity)}

## MEV findings

A subscription to MEV first sends the current findings as \`found\`, then every change. \`subscribed\` has \`count\`, the number of current findings
that follow. [MEV](mev.md#on-the-wire) explains findings and the reasons of \`gone\`.

All given conditions of the filter must match. An empty list is the same as no condition.

${toFieldTable(MevStreamFilter)}

\`addresses\` does not match the addresses of pools or tokens. A finding on the current state only matches it if it is the liquidation of one of
these borrowers. A \`gone\` message has no \`data\`, only the \`id\` of the finding:

${exampleNotices.map(toExample).join('\n\n')}

To resume after a lost connection, write the last \`cursor\` beside the filter, and repeat the filter:

${toExample({ action: 'subscribe', filter: { types: ['sandwich'] }, cursor: 'q2V1xw8u.9' })}

- If \`resumed\` is true, the changes after the cursor follow, and the current findings are not sent again.
- If \`resumed\` is false, discard your findings: all current ones follow. A node stores the last 4,096 changes of a chain in memory, so
  cursors of another node, or from before a restart, are unknown.
- Of the current findings, only the last one has a \`cursor\`. If the connection is lost before it arrives, subscribe without a cursor. If there
  are no current findings, \`subscribed\` has the \`cursor\`.
- After \`lagged\`, unsubscribe, and subscribe again with the last cursor before it.
- A cursor ends in the number of the change. Without a filter, these numbers are consecutive. With a filter, numbers are missing.

In the typed client, \`client.mev.watch\` resumes by itself, also after \`lagged\`. If the node no longer stores the missed changes, it calls
\`onGap({ dropped: null })\` and then \`onFound\` for each current finding. Discard your findings in \`onGap\`.
`
}

const notice = { subscription_id: 'sub_1', cursor: 'q2V1xw8u.7' }
const exampleNotices = [
  { type: 'found', ...notice, data: exampleFinding },
  { type: 'changed', ...notice, cursor: 'q2V1xw8u.8', data: { ...exampleFinding, estimated_profit_eth: 0.051 } },
  { type: 'gone', ...notice, cursor: 'q2V1xw8u.9', id: exampleFinding.id, reason: 'mined' },
]

function toExample(message: object): string {
  const text = JSON.stringify(message).replace(/,(?="(?:data|transactions|swaps|details)"|\{"position)/g, ',\n ')
  return `\`\`\`json\n${text}\n\`\`\``
}

function isServed([, { state }]: [string, Endpoint]): boolean {
  return state === 'served'
}

function toRow(id: string, endpoint: Endpoint): string {
  const { method, path, scopes, cost, errors, summary, tier, deprecation } = endpoint
  const who = typeof scopes === 'string' ? scopes : scopes.map((scope) => `\`${scope}\``).join(', ')
  const notes = [
    summary,
    ...(deprecation ? [`deprecated, use \`${deprecation.successor}\``] : []),
    ...(endpoint.state === 'gone' ? [`use ${endpoint.replacements.map((path) => `\`${path}\``).join(' or ')}`] : []),
    ...(endpoint.preview ? ['off by default'] : []),
  ]
  const tierNote = tier ? `, tier ${tier}` : ''
  return `| ${method} | \`${path}\` | \`${id}\` | ${who}${tierNote} | ${toCostText(cost)} | ${errors} | ${notes.join('; ')} |`
}

function toStreamRow({ path, credential, summary, cost }: StreamPath): string {
  const needs = { key: 'API key', token: 'token', keyOrToken: 'API key or token' }[credential]
  return `| \`${path}\` | ${needs} | ${cost ?? 'as its stream'} | ${summary} |`
}

function toFieldTable({ properties }: { readonly properties: object }): string {
  return `| Field | |\n|---|---|\n${Object.entries(properties).map(toFieldRow).join('\n')}`
}

/** Maximum number of values in a list. openapi.json has all values. */
const mostListed = 12

function toFieldRow([name, schema]: [string, object]): string {
  const { description, type, items } = schema as { description?: string; type?: string; items?: { enum?: string[] } }
  const values = items?.enum ?? []
  const listed = values.length > mostListed ? [...values.slice(0, mostListed), '…'] : values
  return `| \`${name}\` | ${[type, description, listed.join(', ')].filter(Boolean).join('; ')} |`
}
