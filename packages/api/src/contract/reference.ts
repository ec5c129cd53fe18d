import { contract } from './contract.ts'
import type { Cost } from './cost.ts'
import { LiquidationStreamFilter } from './defiStream.ts'
import type { Endpoint } from './endpoint.ts'
import { StreamedOpportunity } from './lendingShapes.ts'
import { MempoolStreamFilter } from './mempoolStream.ts'
import { gatewayStreams, type StreamPath, streamDefaults, streams } from './streams.ts'

/** The reference page of the interface, in Markdown. */
export function toReferencePage(): string {
  const endpoints = Object.entries(contract) as [string, Endpoint][]
  // What answers comes first, area by area and within each.
  const areas = [...new Set([...endpoints.filter(isServed), ...endpoints].map(([, { area }]) => area))]
  const sections = areas.map((area) => {
    const own = endpoints.filter(([, endpoint]) => endpoint.area === area)
    const rows = [...own.filter(isServed), ...own.filter((one) => !isServed(one))].map(([id, one]) => toRow(id, one))
    return `## ${area}\n\n| | Path | Id | Access | CU | Errors | |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# REST and WebSocket reference

Generated from the contract (\`packages/api/src/contract\`); do not edit. Paths stand under the REST base address, which
ends in \`/api\`. [openapi.json](../spec/openapi.json) has every field; a running node serves it at \`/openapi.json\`.

Any of the scopes listed opens an endpoint; \`admin:account\` opens all. What is off by default answers 501
\`NOT_AVAILABLE\` until the configuration enables it.

An unknown field of a JSON body is refused with \`INVALID_PARAMETER\` and the field that was probably meant, and so is an unknown
query parameter that resembles a known one. Other unknown query parameters are ignored, as are unknown fields of \`/v1/auth/token\`.

${sections.join('\n')}
## WebSockets

All of them need the scope \`stream:websocket\`; a missing or bad credential closes with 1008, as does one that ends or
is revoked later. [asyncapi.json](../spec/asyncapi.json) has every message of theirs (AsyncAPI 3). \`/{chain}/ws\` is JSON-RPC on the [gateway](gateway.md)'s own listener.

| Path | Credential | CU per event | |
|---|---|---|---|
${[...Object.values(streams), ...Object.values(gatewayStreams)].map(toStreamRow).join('\n')}

### Messages

| Client | Server |
|---|---|
| | \`{"type":"connected","chain",…}\`; of the mempool with \`pending_count\`, of liquidations with \`protocols\`, of a chain with \`channels\` |
| \`{"action":"subscribe","filter":{…}}\` | \`{"type":"subscribed","subscription_id","filter"}\` |
| of a chain: \`{"action":"subscribe","channel","params":{"address","topics"},"cursor"}\` | \`{"type":"subscribed","subscription_id","channel","subscribed":true,"resumed"}\` |
| \`{"action":"unsubscribe","subscription_id"}\` | \`{"type":"unsubscribed","subscription_id"}\` |
| | \`{"type":"transaction","subscription_id","data":{…}}\` of the mempool, \`"type":"opportunity"\` of liquidations |
| | \`{"channel","cursor","subscription_id","data":{…}}\` of a chain |
| anything else | \`{"type":"error","error","message"}\`; the connection goes on |
| reads too slowly | \`{"type":"lagged","dropped"}\`: so many of its oldest events were dropped |

A connection has up to ${streamDefaults.subscriptions} subscriptions; ids are its own. Messages to the server may have
${streamDefaults.messageBytes} bytes. \`/api/v1/ws/connect\` says \`{"type":"connected","key_id","expires_at"}\` first; its
subscribe messages add \`stream\` (\`mempool\`, \`liquidations\`, \`chain\`) and \`chain\`. On the path of one stream and chain these two may be
left out, and others than its own are refused.

Channels of a chain: \`newHeads\`, with \`{number, hash, parent_hash, timestamp, removed}\`; on EVM chains \`logs\`, with \`params\` as
\`eth_getLogs\` takes them and \`{address, topics, data, block_number, transaction_hash, log_index, removed}\`; on Solana
\`slots\`, with \`slot\` for \`number\`. Every block comes once and in order, through failures of providers; what a
reorganisation takes out comes again with \`removed\`. The present block comes first. Each event has a \`cursor\`: a client
that subscribes within a minute with the last one gets what came since, and \`resumed\`; it is false where that is not known any
more. Every node that has the channel open knows the same cursors, so behind a balancer a client may come back to another.

In filters every condition given must hold; an empty list is none. A subscription to liquidations first gets those there
are, then each new one, and each again that is worth at least 1 % more or less than when last sent. Only with
\`include_pending\` it also gets those that do not exist yet and a pending price update will make: these carry
\`pending_transaction\`.

Filter of the mempool:

${toFieldTable(MempoolStreamFilter)}

Filter of liquidations:

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

/** openapi.json has all of them. */
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
