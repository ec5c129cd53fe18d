import type { Response } from '@outrigger/api/contract'
import { type Clock, type PoolReport, type RestPool, sleep } from '@outrigger/core'
import type { BeaconOracle } from '@outrigger/oracle'
import { createChainFinder } from '../gateway/chainFinder.ts'
import type { Pools } from '../node/providers.ts'
import type { Api } from './fulfilment.ts'

export type GatewayApiParts = {
  readonly pools: Pools
  readonly beaconPool: RestPool | null
  readonly beacon: BeaconOracle | null
  readonly gateway: { url(): string | null; countSockets(chain: string): number }
  readonly clock: Clock
}

type GatewayApi = Pick<Api, 'gatewayStatus' | 'gatewayChain' | 'gatewayHealth'>
type Access = Response<'gatewayStatus'>['endpoints'][string]
type Status = PoolReport['status']

const beaconPatienceMs = 500

export function createGatewayApi({ pools, beaconPool, beacon, gateway, clock }: GatewayApiParts): GatewayApi {
  const findChain = createChainFinder(pools)
  const now = () => new Date(clock.now()).toISOString()
  const names = () => [...new Set([...Object.keys(pools), ...(beaconPool ? ['ethereum'] : [])])]

  function toStatuses(name: string): readonly Status[] {
    const pool = pools[name as keyof Pools]
    return [
      ...(pool ? [pool.report().status] : []),
      ...(name === 'ethereum' && beaconPool ? [beaconPool.report().status] : []),
    ]
  }

  async function getAccess(name: string): Promise<Access> {
    const url = gateway.url() ?? ''
    const report = pools[name as keyof Pools]?.report()
    return {
      ...(report && {
        rpc: { url: `${url}/${name}/rpc`, status: report.status, ...toMeasured(report) },
        ws: {
          url: `${url.replace(/^http/, 'ws')}/${name}/ws`,
          status: report.status,
          connections: gateway.countSockets(name),
        },
      }),
      ...(name === 'ethereum' && beaconPool && { beacon: await getBeaconAccess(beaconPool, url) }),
    }
  }

  async function getBeaconAccess(pool: RestPool, url: string): Promise<NonNullable<Access['beacon']>> {
    // A status page must not wait for an endpoint that may be down.
    const status = await Promise.race([beacon?.get().catch(() => undefined), sleep(beaconPatienceMs)])
    return {
      url: `${url}/ethereum/beacon`,
      status: pool.report().status,
      ...(status && { sync_status: status.syncStatus }),
    }
  }

  return {
    async gatewayStatus() {
      const chains = names()
      const access = await Promise.all(chains.map(async (name) => [name, await getAccess(name)] as const))
      return {
        status: toOverall(chains.flatMap(toStatuses)),
        timestamp: now(),
        endpoints: Object.fromEntries(access),
      }
    },
    async gatewayChain({ chain }) {
      if (!names().includes(chain)) findChain(chain)
      return { chain, timestamp: now(), ...(await getAccess(chain)) }
    },
    gatewayHealth() {
      // Working beacon nodes do not compensate for a chain without nodes.
      const chains = names().map((name) => {
        const [first = 'unavailable', ...others] = toStatuses(name)
        return [name, first === 'unavailable' ? first : toOverall([first, ...others])] as const
      })
      return { status: toOverall(chains.map(([, status]) => status)), chains: Object.fromEntries(chains) }
    },
  }
}

/** Returns the figures of the endpoint that is currently tried first. */
function toMeasured({ endpoints, head }: PoolReport): Pick<NonNullable<Access['rpc']>, 'latency_ms' | 'block_height'> {
  const latencyMs = endpoints.find(({ status }) => status !== 'unavailable')?.latencyMs ?? null
  return {
    ...(latencyMs !== null && { latency_ms: Math.round(latencyMs * 100) / 100 }),
    ...(head !== null && { block_height: Number(head) }),
  }
}

/** Returns `unavailable` if nothing is configured. */
function toOverall(statuses: readonly Status[]): Status {
  if (statuses.length > 0 && statuses.every((status) => status === 'healthy')) return 'healthy'
  return statuses.some((status) => status !== 'unavailable') ? 'degraded' : 'unavailable'
}
