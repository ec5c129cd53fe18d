import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { type StreamPath, streams as streamPaths, toPathPattern } from '@outrigger/api/contract'
import type { Clock } from '@outrigger/core'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { ApiKey, Keyring } from '../access/keyring.ts'
import type { Keyless } from '../access/loopback.ts'
import { tiers } from '../access/tiers.ts'
import type { Tokens } from '../access/tokens.ts'
import type { ClientIp } from '../http/caller/clientIp.ts'
import { toCredential } from '../http/caller/credentials.ts'
import { NotFoundError } from '../http/failure.ts'
import { createSockets } from '../http/sockets.ts'
import { toChainName } from '../node/chainName.ts'
import { InvalidParameterError } from '../node/contractError.ts'
import { openSession, type SessionParts, toErrorMessage } from './session.ts'
import { type StreamSettings, streamDefaults } from './settings.ts'
import { createSocketWriter } from './socketWriter.ts'
import { type ClientMessage, type Stream, StreamNotAvailableError, type Streams } from './stream.ts'

type StreamsParts = {
  readonly server: Server
  /** By their names in the contract. */
  readonly streams: Streams
  readonly keyring: Keyring
  readonly keyless: Keyless
  readonly tokens: Tokens
  readonly clientIp: ClientIp
  readonly clock: Clock
  readonly logger: Logger
  readonly settings: StreamSettings
}

type Credential = { readonly key: ApiKey | undefined; readonly expiresAtMs?: number }

const routes = Object.entries<StreamPath>(streamPaths).map(([name, { path, credential, summary }]) => ({
  name,
  credential,
  summary,
  pattern: toPathPattern(path),
  chainAt: path.split('/').indexOf('{chain}'),
}))

/** The WebSocket paths of the contract: one for each stream, and one for all of them. */
export function mountStreams(parts: StreamsParts): { render(): string; close(): void } {
  const { streams, keyring, keyless, tokens, clientIp, logger, settings } = parts
  const limits = { ...streamDefaults, ...settings }
  const served = new Map<string, Stream>(Object.entries(streams))
  const post = createSocketWriter(limits)
  const onFault = (error: unknown) => logger.error({ err: error }, 'stream failed')

  async function authenticate(
    request: IncomingMessage,
    accepted: StreamPath['credential'],
    token: string | null,
  ): Promise<Credential> {
    const ip = clientIp(request)
    if (accepted !== 'key' && token !== null) return (await tokens.verify(token, ip)) ?? { key: undefined }
    if (accepted === 'token') return { key: undefined }
    const secret = toCredential(request.headers)
    return { key: secret === undefined ? keyless(request) : await keyring.verify(secret, ip) }
  }

  const sockets = createSockets({
    ...parts,
    limits,
    async enter(request, path, query) {
      const route = routes.find(({ pattern }) => pattern.test(path))
      if (route === undefined) throw new NotFoundError('WebSocket', path.slice(0, 100))
      const { name, credential, chainAt } = route
      const proof = await authenticate(request, credential, query.get('token'))
      return {
        ...proof,
        kind: name,
        most: ({ tier }) => settings.socketsPerKey ?? tiers[tier].streamSockets,
        prepare: (key) => (webSocket, connection) => {
          if (name === 'connect') return beginShared(webSocket, connection, key, proof.expiresAtMs ?? 0)
          begin(webSocket, connection, route, toChainName(path.split('/')[chainAt] ?? ''))
        },
      }
    },
  })

  /** The socket of one stream and chain. */
  function begin(webSocket: WebSocket, connection: Socket, { name, summary }: (typeof routes)[number], chain: string) {
    const findStream = (stream: Stream) => (message: ClientMessage) => {
      requireSame('stream', message['stream'], name)
      requireSame('chain', message['chain'], chain)
      return { stream, chain }
    }
    try {
      const stream = served.get(name)
      if (stream === undefined) throw new StreamNotAvailableError(summary)
      const first = { type: 'connected', chain, ...stream.greet(chain) }
      serve(webSocket, connection, first, findStream(stream))
    } catch (error) {
      const message = toErrorMessage(error, onFault)
      webSocket.send(JSON.stringify(message))
      webSocket.close(closeCodes[message.error as keyof typeof closeCodes] ?? 1008, message.error)
    }
  }

  /** The socket for all streams: each message says which one it means. */
  function beginShared(webSocket: WebSocket, connection: Socket, key: ApiKey, expiresAtMs: number): void {
    const first = { type: 'connected', key_id: key.id, expires_at: new Date(expiresAtMs).toISOString() }
    serve(webSocket, connection, first, ({ stream: name, chain }) => {
      if (typeof chain !== 'string') throw new InvalidParameterError([{ path: 'chain', message: 'must be a string' }])
      return { stream: find(name), chain: toChainName(chain) }
    })
  }

  function find(name: unknown): Stream {
    const route = routes.find((one) => one.name === name && name !== 'connect')
    if (route === undefined) {
      const message = `must be one of ${routes.flatMap((one) => (one.name === 'connect' ? [] : one.name)).join(', ')}`
      throw new InvalidParameterError([{ path: 'stream', message }])
    }
    const stream = served.get(route.name)
    if (stream === undefined) throw new StreamNotAvailableError(route.summary)
    return stream
  }

  function serve(
    webSocket: WebSocket,
    connection: Socket,
    first: object,
    findStream: SessionParts['findStream'],
  ): void {
    connection.setNoDelay(true)
    const outbox = post.open({
      socket: connection,
      isOpen: () => webSocket.readyState === webSocket.OPEN,
      onStuck: () => webSocket.close(1013, 'slow consumer: read the answers'),
    })
    outbox.send(first)
    openSession({ webSocket, outbox, maxSubscriptions: limits.subscriptions, findStream, onFault })
  }

  return {
    render: () =>
      `${[
        '# HELP outrigger_stream_sockets WebSockets open, by stream',
        '# TYPE outrigger_stream_sockets gauge',
        ...routes.map(({ name }) => `outrigger_stream_sockets{stream="${name}"} ${sockets.count(name)}`),
        ...(['events', 'dropped'] as const).flatMap((name) => [
          `# HELP outrigger_stream_${name}_total ${helps[name]}`,
          `# TYPE outrigger_stream_${name}_total counter`,
          `outrigger_stream_${name}_total ${post.counts[name]}`,
        ]),
      ].join('\n')}\n`,
    close: sockets.close,
  }
}

const helps = { events: 'Events for subscribers', dropped: 'Events their readers were too slow for' } as const
/** Where another attempt may fare better. */
const closeCodes = { NOT_AVAILABLE: 1013, UPSTREAM_UNAVAILABLE: 1013, INTERNAL_ERROR: 1011 } as const

/** What a message says of its stream must be what its path says. @throws {InvalidParameterError} */
function requireSame(path: string, said: unknown, own: string): void {
  if (said === undefined || said === own || (path === 'chain' && toChainName(String(said)) === own)) return
  const message = `must be ${own} here, or left out. /api/v1/ws/connect is for every stream and chain`
  throw new InvalidParameterError([{ path, message }])
}
