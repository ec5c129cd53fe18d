import { contract } from './contract.ts'
import type { Cost } from './cost.ts'
import { LiquidationStreamFilter } from './defiStream.ts'
import type { Endpoint } from './endpoint.ts'
import { StreamedOpportunity } from './lendingShapes.ts'
import { MempoolStreamFilter } from './mempoolStream.ts'
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
[openapi.json](../spec/openapi.json), which a running node serves at \`/openapi.json\`.

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
| | \`{"type":"connected","chain",…}\`; with \`pending_count\` for the mempool, \`protocols\` for liquidations, \`channels\` for a chain |
| \`{"action":"subscribe","filter":{…}}\` | \`{"type":"subscribed","subscription_id","filter"}\` |
| for a chain: \`{"action":"subscribe","channel","params":{"address","topics"},"cursor"}\` | \`{"type":"subscribed","subscription_id","channel","subscribed":true,"resumed"}\` |
| \`{"action":"unsubscribe","subscription_id"}\` | \`{"type":"unsubscribed","subscription_id"}\` |
| | \`{"type":"transaction","subscription_id","data":{…}}\` for the mempool, \`"type":"opportunity"\` for liquidations |
| | \`{"channel","cursor","subscription_id","data":{…}}\` for a chain |
| any other message | \`{"type":"error","error","message"}\`; the connection stays open |
| reads too slowly | \`{"type":"lagged","dropped"}\`: the number of dropped events, oldest first |

A connection has at most ${streamDefaults.subscriptions} subscriptions, and their ids are valid only on this connection. A message to the server has at most
${streamDefaults.messageBytes} bytes.

\`/api/v1/ws/connect\` first sends \`{"type":"connected","key_id","expires_at"}\`. Its subscribe messages also need \`stream\` (\`mempool\`, \`liquidations\`,
\`chain\`) and \`chain\`. On the path of a single stream, both are optional and must match the path.

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
`
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

function toCostText(cost: Cost): string {
  if (typeof cost === 'number') return String(cost)
  const { base, each, per, max } = cost
  return `${base > 0 ? `${base} + ` : ''}${each} per ${per}${max ? `, at most ${max}` : ''}`
}
