import type { Pool } from '../access/ledger/account.ts'
import type { Ledger } from '../access/ledger/ledger.ts'

/** One call as it is counted. Every field is of a bounded set. */
export type Metered = {
  readonly chain: string
  readonly class: string
  readonly outcome: 'ok' | 'answerError' | 'failed' | 'refused'
  readonly cached: boolean
}

/** What the ledger books a call under. */
export type Booking = { readonly keyId: string; readonly method: string; readonly pool: Pool; readonly cu: number }

/** All calls that are counted alike, since the start. */
export type CallTotal = { readonly call: Metered; readonly count: number; readonly cu: number }

/** Counts the gateway's calls for the operator, and charges them to their keys. */
export type CallMeter = {
  count(call: Metered, booking: Booking): void
  totals(): readonly CallTotal[]
}

export function createCallMeter(ledger: Pick<Ledger, 'charge'>): CallMeter {
  const totals = new Map<string, { readonly call: Metered; count: number; cu: number }>()
  return {
    count(call, { keyId, method, pool, cu }) {
      const name = `${call.chain} ${call.class} ${call.outcome} ${call.cached}`
      const total = totals.get(name)
      if (total === undefined) totals.set(name, { call, count: 1, cu })
      else {
        total.count += 1
        total.cu += cu
      }
      ledger.charge({ keyId, chain: call.chain, method, pool, cu })
    },
    totals: () => [...totals.values()],
  }
}
