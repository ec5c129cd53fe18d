import type { IncomingMessage, Server } from 'node:http'
import { type StreamPath, streams as streamPaths } from '@outrigger/api/contract'
import type { Clock } from '@outrigger/core'
import type { Logger } from 'pino'
import type { ApiKey, Keyring } from '../access/keyring.ts'
import type { Ledger } from '../access/ledger/ledger.ts'
import type { KeyLimits } from '../access/limits/keyLimits.ts'
import type { Tokens } from '../access/tokens.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { addStreamMetrics } from '../metrics/socketMetrics.ts'
import { toChainName } from '../node/chainName.ts'
import { type StreamLimits, streamLimits } from '../stream/limits.ts'
import { streamRoutes } from '../stream/routes.ts'
import { createSocketWriter } from '../stream/socketWriter.ts'
import type { Streams } from '../stream/stream.ts'
import { createStreamRouter } from '../stream/streamRouter.ts'
import type { ClientIp } from './caller/clientIp.ts'
import { toCredential } from './caller/credentials.ts'
import type { Keyless } from './caller/keyless.ts'
import type { Sessions } from './dashboard/sessions.ts'
import { NotFoundError } from './failure.ts'
import { createSockets } from './webSockets/sockets.ts'

type Parts = CredentialParts & {
  readonly server: Server
  /** Streams by their names in the contract. */
  readonly streams: Streams
  readonly metrics: Metrics
  readonly ledger: Ledger
  readonly keyLimits: KeyLimits
  readonly clock: Clock
  readonly logger: Logger
  readonly limits?: Partial<StreamLimits>
}

/** Adds the WebSocket paths of the contract: one for each stream, and one for all of them. */
export function mountStreams(parts: Parts): { close(): void } {
  const { streams, metrics, logger } = parts
  const limits: StreamLimits = { ...streamLimits, ...parts.limits }
  const writer = createSocketWriter(limits)
  const onFault = (error: unknown) => logger.error({ err: error }, 'stream failed')
  const charge = createEventCharge(parts)
  const router = createStreamRouter({ streams, writer, maxSubscriptions: limits.subscriptions, onFault, charge })
  const verify = createCredentialCheck(parts)

  const sockets = createSockets({
    ...parts,
    entry: 'rest',
    limits,
    async enter(request, path, query) {
      const route = streamRoutes.find(({ pattern }) => pattern.test(path))
      if (route === undefined) throw new NotFoundError('WebSocket', path.slice(0, 100))
      const credential = await verify(request, route.credential, query.get('token'))
      return {
        ...credential,
        kind: route.name,
        limit: 'streamSockets',
        prepare: (key) => (webSocket, connection) => {
          const socket = { webSocket, connection }
          if (route.name === 'connect') router.openShared(socket, key, credential.expiresAtMs ?? 0)
          else router.openOne(socket, key, route, toChainName(path.split('/')[route.chainAt] ?? ''))
        },
      }
    },
  })
  addStreamMetrics(metrics, {
    names: streamRoutes.map(({ name }) => name),
    countSockets: sockets.count,
    events: writer.counts,
  })
  return { close: sockets.close }
}

/** Charges events to the monthly pool only. They have no rate, because clients cannot slow them down. */
function createEventCharge({ ledger, keyLimits }: Pick<Parts, 'ledger' | 'keyLimits'>) {
  const costs = new Map(Object.entries<StreamPath>(streamPaths).map(([name, { cost = 0 }]) => [name, cost]))
  return (key: ApiKey, stream: string, chain: string): void => {
    const cu = costs.get(stream) ?? 0
    keyLimits.requirePool(key, 'cu', cu)
    ledger.charge({ keyId: key.id, chain, method: `${stream} event`, pool: 'cu', cu })
  }
}

type CredentialParts = {
  readonly keyring: Keyring
  readonly keyless: Keyless
  readonly sessions: Pick<Sessions, 'find'>
  readonly tokens: Tokens
  readonly clientIp: ClientIp
}
type Credential = { readonly key: ApiKey | undefined; readonly expiresAtMs?: number }

/** Finds the key of an upgrade from an API key or a token, depending on its path. */
function createCredentialCheck({ keyring, keyless, sessions, tokens, clientIp }: CredentialParts) {
  return async (
    request: IncomingMessage,
    accepted: StreamPath['credential'],
    token: string | null,
  ): Promise<Credential> => {
    const ip = clientIp(request)
    if (accepted !== 'key' && token !== null) return (await tokens.verify(token, ip)) ?? { key: undefined }
    if (accepted === 'token') return { key: undefined }
    const secret = toCredential(request.headers)
    if (secret !== undefined) return { key: await keyring.verify(secret, ip) }
    return { key: (await sessions.find(request)) ?? keyless(request) }
  }
}
