import type { Pool } from './account.ts'
import type { Ledger } from './ledger.ts'

/** The fields that a call is counted by. Each field has a bounded number of values. */
export type Metered = {
  readonly chain: string
  readonly class: string
  readonly outcome: 'ok' | 'answerError' | 'failed' | 'refused'
  readonly cached: boolean
}

/** The fields that the ledger records for a call. */
export type Booking = { readonly keyId: string; readonly method: string; readonly pool: Pool; readonly cu: number }

/** The total of all calls with the same fields since startup. */
export type CallTotal = { readonly call: Metered; readonly count: number; readonly cu: number }

/** Counts the gateway's calls for the operator and charges them to keys. */
export type CallMeter = {
  count(call: Metered, booking: Booking): void
  totals(): readonly CallTotal[]
}

type Total = { readonly call: Metered; count: number; cu: number }

export function createCallMeter(ledger: Pick<Ledger, 'charge'>): CallMeter {
  /**
   * Totals by chain and class, then by outcome and cache. Nested maps are cheaper than building a key string for each
   * call.
   */
  const totals = new Map<string, Map<string, Total[]>>()

  function open(call: Metered): Total {
    let classes = totals.get(call.chain)
    if (classes === undefined) {
      classes = new Map()
      totals.set(call.chain, classes)
    }
    let ofClass = classes.get(call.class)
    if (ofClass === undefined) {
      ofClass = []
      classes.set(call.class, ofClass)
    }
    const known = ofClass.find((total) => total.call.outcome === call.outcome && total.call.cached === call.cached)
    if (known !== undefined) return known
    const total = { call, count: 0, cu: 0 }
    ofClass.push(total)
    return total
  }

  return {
    count(call, { keyId, method, pool, cu }) {
      const total = open(call)
      total.count += 1
      total.cu += cu
      ledger.charge({ keyId, chain: call.chain, method, pool, cu })
    },
    totals: () => [...totals.values()].flatMap((classes) => [...classes.values()].flat()),
  }
}
