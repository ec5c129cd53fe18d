import type { Endpoint } from '@outrigger/api/contract'
import { computeCost } from '@outrigger/api/internal'
import { noChain } from '../access/ledger/account.ts'
import type { Ledger } from '../access/ledger/ledger.ts'
import type { KeyLimits } from '../access/limits/keyLimits.ts'
import type { Caller } from '../api/fulfilment.ts'
import { toChainName } from '../node/chainName.ts'
import type { FamilyPools, Pools } from '../node/providers.ts'

/** Ends a call. A failed call costs nothing. */
export type EndCall = (outcome: 'ok' | 'failed') => void

/**
 * Reserves a call's compute units before the call runs. A call rejected earlier is not in the ledger.
 * @throws {ThroughputExceededError} @throws {RateLimitExceededError}
 */
export type BeginCall = (caller: Caller, args: { readonly [name: string]: unknown }) => EndCall

export type ChargingParts = {
  readonly ledger: Ledger
  readonly keyLimits: KeyLimits
  readonly pools: Pools
  readonly familyPools: FamilyPools
}

/** Charges calls of an endpoint at the contract's cost. */
export function createCharging({ ledger, keyLimits, pools, familyPools }: ChargingParts) {
  const chainPools = { ...pools, ...familyPools }
  return (id: string, { cost, ...endpoint }: Endpoint): BeginCall =>
    ({ key }, args) => {
      if (key === null) return free
      const pool = endpoint.pool ?? 'cu'
      const chain = args['chain'] === undefined ? noChain : toChainName(String(args['chain']))
      const found = Object.hasOwn(chainPools, chain) ? chainPools[chain as keyof Pools] : undefined
      const cu = computeCost(cost, args, () => found?.report().head ?? null)
      keyLimits.hold(key, pool, cu)
      return (outcome) => {
        const failed = outcome === 'failed'
        keyLimits.release(key, pool, cu, failed)
        // A chain without a provider looks the same as an unknown one, so it is recorded without a chain.
        const booked = found === undefined ? noChain : chain
        ledger.charge({ keyId: key.id, chain: booked, method: id, pool, cu: failed ? 0 : cu })
      }
    }
}

const free: EndCall = () => {}
