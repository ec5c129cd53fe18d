import type { Server } from 'node:http'
import type { Clock } from '@outrigger/core'
import type { Logger } from 'pino'
import type { Keyring } from '../../access/keyring.ts'
import type { CallMeter } from '../../access/ledger/callMeter.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import type { GatewayLimits } from '../../gateway/limits.ts'
import type { Caller, GatewayChain } from '../../gateway/rpc/call.ts'
import type { Policy } from '../../gateway/rpc/policy.ts'
import { createFeeds, type Feeds } from '../../gateway/ws/feeds.ts'
import { openSession } from '../../gateway/ws/session.ts'
import type { ClientIp } from '../caller/clientIp.ts'
import type { FindKey } from '../caller/verifiedKeys.ts'
import { createSockets, type Sockets } from '../webSockets/sockets.ts'
import { NoGatewayPathError } from './gatewayErrors.ts'

type Parts = {
  readonly server: Server
  readonly findChain: (name: string) => GatewayChain
  readonly findKey: FindKey
  readonly keyLimits: KeyLimits
  readonly keyring: Keyring
  readonly clientIp: ClientIp
  readonly caller: Caller
  readonly isAllowed: Policy
  readonly meter: CallMeter
  readonly limits: GatewayLimits
  readonly clock: Clock
  readonly logger: Logger
}

/** Handles `GET /{chain}/ws`: JSON-RPC over a WebSocket. */
export function createRpcSockets({
  findChain,
  findKey,
  ...parts
}: Parts): Sockets & { countOn(chain: string): number } {
  const { limits } = parts
  const feeds = new Map<GatewayChain, Feeds>()
  const open = new Map<string, number>()
  const addTo = (chain: string, count: number) => open.set(chain, (open.get(chain) ?? 0) + count)

  const sockets = createSockets({
    ...parts,
    entry: 'gateway',
    limits: { ...limits, messageBytes: limits.bodyBytes },
    async enter(request, path) {
      const name = /^\/([^/]+)\/ws$/.exec(path)?.[1]
      if (name === undefined) throw new NoGatewayPathError(path)
      return {
        key: await findKey(request),
        kind: 'rpc',
        limit: 'gatewaySockets',
        prepare(key) {
          const chain = findChain(name)
          return (socket) => {
            addTo(chain.name, 1)
            socket.on('close', () => addTo(chain.name, -1))
            const shared = feeds.get(chain) ?? createFeeds(chain.pool)
            feeds.set(chain, shared)
            openSession({ ...parts, socket, chain, key, feeds: shared })
          }
        },
      }
    },
  })
  return { ...sockets, countOn: (chain) => open.get(chain) ?? 0 }
}
