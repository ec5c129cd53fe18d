import { type OracleChain, oracleChains, type Response } from '@outrigger/api/contract'
import { type Clock, chains, type PoolReport, type RestPool } from '@outrigger/core'
import {
  type BeaconOracle,
  type GasOracle,
  type GasPrice,
  getOracleHealth,
  type LrtOracle,
  UnknownLrtError,
} from '@outrigger/oracle'
import type { EndpointHealth } from '@outrigger/oracle/internal'
import { InvalidParameterError } from '../errors/serviceError.ts'
import type { StoreCounts } from '../metrics/storeCounts.ts'
import { InvalidChainError, toNotConfigured } from '../node/chainErrors.ts'
import { orUnavailable } from '../node/orUnavailable.ts'
import type { FamilyPools, Pools } from '../node/providers.ts'
import type { Api } from './fulfilment.ts'
import { toWireBeaconStatus, toWireGasPrice, toWireLrtRates } from './oracleWire.ts'

export type OracleParts = {
  readonly pools: Pools
  readonly familyPools: FamilyPools
  readonly beaconPool: RestPool | null
  readonly gas: GasOracle
  readonly lrt: LrtOracle | null
  readonly beacon: BeaconOracle | null
  readonly clock: Clock
  readonly storeCounts: Pick<StoreCounts, 'failingSinceMs'>
}

type OracleApi = Pick<Api, 'oracleGas' | 'oracleLrtRates' | 'oracleBeaconStatus' | 'oracleHealth' | 'oracleCacheClear'>

export function createOracleApi({
  pools,
  familyPools,
  beaconPool,
  gas,
  lrt,
  beacon,
  clock,
  storeCounts,
}: OracleParts): OracleApi {
  const startedAt = toIso(clock.now())
  const all = [...Object.values(pools), ...Object.values(familyPools), ...(beaconPool ? [beaconPool] : [])]
  // A price is an immutable object shared by thousands of requests, and so is its JSON form.
  const wireForms = new WeakMap<GasPrice, Response<'oracleGas'>>()
  const toSharedWire = (price: GasPrice): Response<'oracleGas'> => {
    const wire = wireForms.get(price) ?? Object.freeze(toWireGasPrice(price))
    wireForms.set(price, wire)
    return wire
  }

  return {
    oracleGas({ chain }) {
      requireOracleChain(chain, pools)
      if (pools[chain] === undefined) throw toNotConfigured(chain)
      // The oracle keeps its prices warm, so a fresh one is returned immediately, without a promise.
      const price = gas.peek(chain)
      if (price !== undefined && !price.stale) return toSharedWire(price)
      return orUnavailable(chain, () => gas.get(chain), pools[chain]).then(toSharedWire)
    },

    async oracleLrtRates({ tokens }) {
      if (lrt === null) throw toNotConfigured('ethereum')
      const symbols = tokens?.split(',').flatMap((symbol) => symbol.trim() || [])
      const answer = await orUnavailable('ethereum', () =>
        lrt.get(symbols?.length ? { tokens: symbols } : { partial: true }).catch(refuseUnknownToken),
      )
      return toWireLrtRates(answer)
    },

    async oracleBeaconStatus() {
      if (beacon === null) throw toNotConfigured('beacon')
      return toWireBeaconStatus(await orUnavailable('beacon', () => beacon.get()))
    },

    oracleHealth() {
      const health = getOracleHealth(all)
      const providers = Object.entries(health.chains).map(([chain, { primary, backup }]) => [
        chain,
        { primary: toWireHealth(primary), ...(backup && { backup: toWireHealth(backup) }) },
      ])
      return {
        overall_status: health.status,
        timestamp: toIso(clock.now()),
        providers: Object.fromEntries(providers),
        started_at: startedAt,
        store_failing_since: toIsoOrNull(storeCounts.failingSinceMs()),
        chains: Object.fromEntries(
          all.map((pool) => pool.report()).map((report) => [report.chain, toChainState(report)]),
        ),
      }
    },

    oracleCacheClear({ chain }) {
      if (chain !== undefined) requireOracleChain(chain, pools)
      const cleared = chain === undefined || pools[chain] ? [...gas.clear(chain)] : []
      if (chain === undefined) {
        if (lrt?.clear()) cleared.push('lrt')
        if (beacon?.clear()) cleared.push('beacon')
      }
      return { cleared, timestamp: toIso(clock.now()) }
    },
  }
}

function requireOracleChain(chain: string, pools: Pools): asserts chain is OracleChain {
  if (!(oracleChains as readonly string[]).includes(chain)) throw new InvalidChainError(chain, oracleChains, pools)
}

function refuseUnknownToken(error: unknown): never {
  if (!(error instanceof UnknownLrtError)) throw error
  throw new InvalidParameterError([{ path: 'query.tokens', message: error.message }])
}

const toIso = (ms: number) => new Date(ms).toISOString()
const toIsoOrNull = (ms: number | null) => (ms === null ? null : toIso(ms))
const outageKinds = { unavailable: 'unavailable', wrongChain: 'wrong_chain', lateHead: 'late_head' } as const

function toChainState({
  chain,
  endpoints,
  head,
  headAtMs,
  outage,
}: PoolReport): Response<'oracleHealth'>['chains'][string] {
  return {
    chain_id: Object.hasOwn(chains, chain) ? chains[chain as keyof typeof chains].chainId : null,
    endpoints: endpoints.length,
    unavailable_endpoints: endpoints.filter(({ status }) => status === 'unavailable').length,
    newest_block: head === null ? null : Number(head),
    newest_block_at: toIsoOrNull(headAtMs),
    outage: outage && {
      kind: outageKinds[outage.kind],
      since: toIsoOrNull(outage.sinceMs),
      // Other reasons contain messages of providers, which only the operator may read.
      reason: outage.kind === 'wrongChain' ? outage.reason : null,
    },
  }
}

// The contract requires numbers even before the first call: no failures, no latency.
function toWireHealth({ status, successRate, latencyMs }: EndpointHealth) {
  return { status, success_rate: successRate ?? 1, latency_ms: Math.round((latencyMs ?? 0) * 100) / 100 }
}
