import * as t from 'typebox'
import { scopes } from './access.ts'
import { chainNames } from './chains.ts'
import { gatewayMessages } from './gatewayMessages.ts'
import { type StreamMessages, streamMessages } from './streamMessages.ts'
import { gatewayStreams, type StreamCredential, type StreamPath, streamDefaults, streams } from './streams.ts'

const messageRef = (name: string) => ({ $ref: `#/components/messages/${name}` })
const securityRef = (name: string) => ({ $ref: `#/components/securitySchemes/${name}` })

const credentials: { readonly [credential in StreamCredential]: readonly object[] } = {
  key: [securityRef('apiKey')],
  token: [securityRef('token')],
  keyOrToken: [securityRef('apiKey'), securityRef('token')],
}

/** Returns the WebSockets of the contract as an AsyncAPI 3.0 document, from the point of view of the node. */
export function toAsyncApi({ version }: { readonly version: string }): object {
  const channels = toChannels()
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Outrigger streams',
      version,
      description: `Blocks, logs, pending transactions and liquidations over WebSockets, and JSON-RPC on the gateway. By default a connection has up to ${streamDefaults.subscriptions} subscriptions, and a message to the node up to ${streamDefaults.messageBytes} bytes. Settings of the node can change both.`,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: { node: toServer('8787'), gateway: toServer('8788') },
    channels: Object.fromEntries(channels.map((channel) => [channel.name, toChannel(channel)])),
    operations: Object.assign({}, ...channels.map(toOperations)),
    components: {
      messages: Object.assign({}, ...channels.map(({ messages }) => toMessages(messages))),
      parameters: { chain: { description: 'Name of a chain', enum: [...chainNames] } },
      securitySchemes: {
        apiKey: { type: 'httpApiKey', in: 'header', name: 'X-API-Key' },
        token: {
          type: 'httpApiKey',
          in: 'query',
          name: 'token',
          description: 'Token from /api/v1/auth/token, valid for one hour. For clients that cannot set headers',
        },
      },
    },
    'x-required-scopes': { 'stream:websocket': scopes['stream:websocket'] },
  }
}

type Channel = {
  readonly name: string
  readonly server: 'node' | 'gateway'
  readonly path: StreamPath
  readonly messages: StreamMessages
}

/** Returns every path with its listener. */
function toChannels(): readonly Channel[] {
  const own = (Object.keys(streams) as (keyof typeof streams)[]).map(
    (name): Channel => ({ name, server: 'node', path: streams[name], messages: streamMessages[name] }),
  )
  const gateway = (Object.keys(gatewayStreams) as (keyof typeof gatewayStreams)[]).map(
    (name): Channel => ({ name, server: 'gateway', path: gatewayStreams[name], messages: gatewayMessages[name] }),
  )
  return [...own, ...gateway]
}

const toServer = (port: string) => ({
  host: '{host}:{port}',
  protocol: 'ws',
  variables: { host: { default: '127.0.0.1' }, port: { default: port } },
})

const toNames = ({ client, server }: StreamMessages): readonly string[] => [
  ...Object.keys(client),
  ...Object.keys(server),
]

function toChannel({ server, path: { path, summary, credential }, messages }: Channel): object {
  const query = credential === 'key' ? {} : { query: t.Object({ token: t.Optional(t.String()) }) }
  return {
    address: path,
    summary,
    servers: [{ $ref: `#/servers/${server}` }],
    messages: Object.fromEntries(toNames(messages).map((name) => [name, messageRef(name)])),
    ...(path.includes('{chain}') && { parameters: { chain: { $ref: '#/components/parameters/chain' } } }),
    bindings: { ws: { method: 'GET', ...query, bindingVersion: '0.1.0' } },
  }
}

/** `receive` and `send` are from the point of view of the node. */
function toOperations({ name, path: { credential, cost }, messages: { client, server } }: Channel): object {
  const channel = { $ref: `#/channels/${name}` }
  const refs = (names: readonly string[]) => names.map((each) => ({ $ref: `#/channels/${name}/messages/${each}` }))
  const [answers, events] = split(Object.keys(server), isAnswer)
  return {
    [`${name}Asked`]: {
      action: 'receive',
      channel,
      summary: 'Messages from the client',
      security: credentials[credential],
      messages: refs(Object.keys(client)),
      reply: { channel, messages: refs(answers) },
    },
    [`${name}Sent`]: {
      action: 'send',
      channel,
      summary: 'Events from the node',
      security: credentials[credential],
      messages: refs(events),
      ...(cost !== undefined && { 'x-compute-units': cost }),
    },
  }
}

const isAnswer = (name: string): boolean =>
  /subscribed$|^rpc(?:Batch)?Result$|^rpcError$/i.test(name) || name === 'error'

function split<item>(items: readonly item[], test: (item: item) => boolean): readonly [item[], item[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

const toMessages = ({ client, server }: StreamMessages): object =>
  Object.fromEntries(
    Object.entries({ ...client, ...server }).map(([name, { summary, schema }]) => [
      name,
      { name, summary, payload: schema },
    ]),
  )
