import type { ProviderPool } from '@outrigger/core'
import { type Hex, numberToHex } from 'viem'
import { isUnsupported } from '../../unsupported.ts'
import type { HistorySource } from '../historySource.ts'
import type { Sighting } from '../position.ts'

type Row = {
  readonly transactionHash: Hex | null
  readonly transactionPosition: number | null
  readonly blockNumber: number
}

const widest = 4_096n
const narrowest = 64n
const widths = new WeakMap<ProviderPool, bigint>()

/**
 * `trace_filter` of Erigon, Nethermind, reth and anvil finds every call from or to the address. The pool learns the node's range
 * limit.
 */
export const traceFilter: HistorySource = {
  name: 'trace_filter',
  findsInternal: true,
  async search({ pool, address, to }) {
    for (;;) {
      const width = widths.get(pool) ?? widest
      const from = to < width ? 0n : to - width + 1n
      try {
        const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
        const rows = await Promise.all(
          [{ fromAddress: [address] }, { toAddress: [address] }].map((side) =>
            pool.send<readonly Row[]>({ method: 'trace_filter', params: [{ ...range, ...side }] }),
          ),
        )
        return { found: rows.flatMap(({ result }) => toSightings(result)), reached: from }
      } catch (error) {
        if (isUnsupported(error) || width <= narrowest) throw error
        widths.set(pool, width / 4n)
      }
    }
  },
}

/** Block rewards do not belong to a transaction. */
function toSightings(rows: readonly Row[]): readonly Sighting[] {
  return rows.flatMap(({ transactionHash: hash, transactionPosition: index, blockNumber }) =>
    hash === null || index === null ? [] : [{ hash, index, block: BigInt(blockNumber) }],
  )
}
