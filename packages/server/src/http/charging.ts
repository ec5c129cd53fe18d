import { computeCost, type Endpoint } from '@outrigger/api/contract'
import { noChain } from '../access/ledger/account.ts'
import type { Ledger } from '../access/ledger/ledger.ts'
import type { KeyLimits } from '../access/limits/keyLimits.ts'
import type { Caller } from '../api/fulfilment.ts'
import { toChainName } from '../node/chainName.ts'
import type { FamilyPools, Pools } from '../node/providers.ts'

/** Ends a call: one that failed costs nothing. */
export type EndCall = (outcome: 'ok' | 'failed') => void

/**
 * Holds a call's compute units back before it is fulfilled. What is refused before that is not in the ledger.
 * @throws {ThroughputExceededError} @throws {RateLimitExceededError}
 */
export type BeginCall = (caller: Caller, args: { readonly [name: string]: unknown }) => EndCall

export type ChargingParts = {
  readonly ledger: Ledger
  readonly keyLimits: KeyLimits
  readonly pools: Pools
  readonly familyPools: FamilyPools
}

/** Charges calls of an endpoint as the contract says. */
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
        // A chain without a provider cannot be distinguished from one that does not exist, and is booked under none.
        const booked = found === undefined ? noChain : chain
        ledger.charge({ keyId: key.id, chain: booked, method: id, pool, cu: failed ? 0 : cu })
      }
    }
}

const free: EndCall = () => {}
