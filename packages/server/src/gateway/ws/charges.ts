import type { ApiKey } from '../../access/keyring.ts'
import type { CallMeter } from '../../access/ledger/callMeter.ts'
import type { KeyLimits } from '../../access/limits/keyLimits.ts'
import { findFault, type RpcFault } from '../rpc/errors.ts'
import { eventCosts, subscribeCost } from '../rpc/methodClass.ts'
import type { SubscriptionKind } from './feeds.ts'

type Parts = { readonly keyLimits: KeyLimits; readonly meter: CallMeter; readonly key: ApiKey; readonly chain: string }

/** The charges of a socket other than its calls. */
export type Charges = {
  /** Charges an event to the monthly pool only, because clients cannot slow down events. Returns false if the pool is empty. */
  event(kind: SubscriptionKind['kind']): boolean
  /** Returns why `eth_subscribe` or `eth_unsubscribe` may not be called now. */
  subscription(method: string): RpcFault | undefined
}

export function createCharges({ keyLimits, meter, key, chain }: Parts): Charges {
  function count(cls: 'event' | 'info', method: string, cu: number): void {
    const booking = { keyId: key.id, method, pool: 'cu', cu } as const
    meter.count({ chain, class: cls, outcome: 'ok', cached: false }, booking)
  }
  return {
    event(kind) {
      const cu = eventCosts[kind]
      if (findFault(() => keyLimits.requirePool(key, 'cu', cu)) !== undefined) return false
      count('event', `${kind} event`, cu)
      return true
    },
    subscription(method) {
      const limit = findFault(() => keyLimits.hold(key, 'cu', subscribeCost))
      if (limit !== undefined) return limit.fault
      keyLimits.release(key, 'cu', subscribeCost, false)
      count('info', method, subscribeCost)
      return undefined
    },
  }
}
