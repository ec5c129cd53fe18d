import * as t from 'typebox'
import { scopes } from './access.ts'
import { type StreamMessages, streamMessages } from './streamMessages.ts'
import { type StreamCredential, type StreamPath, streamDefaults, streams } from './streams.ts'
import { chainNames } from './vocabulary.ts'

const messageRef = (name: string) => ({ $ref: `#/components/messages/${name}` })
const securityRef = (name: string) => ({ $ref: `#/components/securitySchemes/${name}` })

const credentials: { readonly [credential in StreamCredential]: readonly object[] } = {
  key: [securityRef('apiKey')],
  token: [securityRef('token')],
  keyOrToken: [securityRef('apiKey'), securityRef('token')],
}

/** The WebSockets of the contract as an AsyncAPI 3.0 document: what a node receives from its clients, and what it sends. */
export function toAsyncApi({ version }: { readonly version: string }): object {
  const paths = Object.entries(streams) as [keyof typeof streams, StreamPath][]
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Outrigger streams',
      version,
      description: `Blocks, logs, pending transactions and liquidations over WebSockets. A connection has up to ${streamDefaults.subscriptions} subscriptions, and messages to the node up to ${streamDefaults.messageBytes} bytes, where the settings of the node do not say otherwise.`,
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: {
      node: {
        host: '{host}:{port}',
        protocol: 'ws',
        variables: { host: { default: '127.0.0.1' }, port: { default: '8787' } },
      },
    },
    channels: Object.fromEntries(paths.map(([name, path]) => [name, toChannel(path, streamMessages[name])])),
    operations: Object.assign({}, ...paths.map(([name, path]) => toOperations(name, path, streamMessages[name]))),
    components: {
      messages: Object.assign({}, ...Object.values(streamMessages).map(toMessages)),
      parameters: { chain: { description: 'Name of a chain', enum: [...chainNames] } },
      securitySchemes: {
        apiKey: { type: 'httpApiKey', in: 'header', name: 'X-API-Key' },
        token: {
          ...{ type: 'httpApiKey', in: 'query', name: 'token' },
          description: 'Of /api/v1/auth/token, for an hour; for clients that cannot set headers',
        },
      },
    },
    'x-required-scopes': { 'stream:websocket': scopes['stream:websocket'] },
  }
}

const toNames = ({ client, server }: StreamMessages): readonly string[] => [
  ...Object.keys(client),
  ...Object.keys(server),
]

function toChannel({ path, summary, credential }: StreamPath, messages: StreamMessages): object {
  const query = credential === 'key' ? {} : { query: t.Object({ token: t.Optional(t.String()) }) }
  return {
    ...{
      address: path,
      summary,
      messages: Object.fromEntries(toNames(messages).map((name) => [name, messageRef(name)])),
    },
    ...(path.includes('{chain}') && { parameters: { chain: { $ref: '#/components/parameters/chain' } } }),
    bindings: { ws: { method: 'GET', ...query, bindingVersion: '0.1.0' } },
  }
}

/** `receive` and `send` are the node's: it receives what clients say. */
function toOperations(name: string, { credential, cost }: StreamPath, { client, server }: StreamMessages): object {
  const channel = { $ref: `#/channels/${name}` }
  const refs = (names: readonly string[]) => names.map((each) => ({ $ref: `#/channels/${name}/messages/${each}` }))
  const [answers, events] = split(Object.keys(server), isAnswer)
  return {
    [`${name}Asked`]: {
      ...{ action: 'receive', channel, summary: 'Messages of a client', security: credentials[credential] },
      messages: refs(Object.keys(client)),
      reply: { channel, messages: refs(answers) },
    },
    [`${name}Sent`]: {
      ...{ action: 'send', channel, summary: 'Messages of the node by itself', security: credentials[credential] },
      messages: refs(events),
      ...(cost !== undefined && { 'x-compute-units': cost }),
    },
  }
}

const isAnswer = (name: string): boolean => /subscribed$/i.test(name) || name === 'error'

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
