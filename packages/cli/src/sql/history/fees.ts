import { chains, type Store } from '@outrigger/core'
import { createFeeHistory } from '@outrigger/oracle'
import { feeLevels, keptFeeBlocks, tipPercentiles } from '@outrigger/oracle/internal'
import { toBlockFeeRows, toFeeRows } from '../../rows/fees.ts'
import type { Table } from '../../rows/schema.ts'

const daySeconds = 86_400

/** The time in which the bars of a level are the finest ones, so that no block is in two bars. */
export function toSpans(nowSeconds: number) {
  // The clock of a chain may be ahead.
  let toTime = nowSeconds + daySeconds
  return feeLevels.map(({ resolution, seconds, keptSeconds }, index) => {
    const next = feeLevels[index + 1]?.seconds ?? seconds
    const fromTime = Math.ceil((nowSeconds - keptSeconds) / next) * next
    const span = { resolution, fromTime, toTime }
    toTime = fromTime
    return span
  })
}

const evmChains = Object.values(chains).filter(({ family }) => family === 'evm')

export async function* readFees(store: Store): AsyncGenerator<Table> {
  await using history = createFeeHistory({ store })
  const spans = toSpans(Math.floor(Date.now() / 1000)).toReversed()
  for (const { name } of evmChains)
    for (const span of spans) yield toFeeRows(name, (await history.bars(name, span)).bars)
}

/** Blocks that are read at a time. */
const blocksPerRead = 2_000

export async function* readBlockFees(store: Store): AsyncGenerator<Table> {
  await using history = createFeeHistory({ store })
  for (const { name } of evmChains) {
    const toTime = Math.floor(Date.now() / 1000) + daySeconds
    const { bars } = await history.bars(name, { resolution: '1d', fromTime: 0, toTime })
    const newest = Number(bars.at(-1)?.lastBlock ?? -1)
    const oldest = Math.max(Number(bars[0]?.firstBlock ?? 0), newest - keptFeeBlocks)
    for (let from = oldest; from <= newest; from += blocksPerRead) {
      const to = Math.min(newest, from + blocksPerRead - 1)
      yield toBlockFeeRows(name, await history.blocks(name, { from, to }), tipPercentiles)
    }
  }
}
