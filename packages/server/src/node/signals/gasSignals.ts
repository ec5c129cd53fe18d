import type { Reading, SignalSource, Subject } from '@outrigger/alerts'
import { gasChains } from '@outrigger/api/contract'
import { type ChainName, fromGwei, type ProviderPool } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import type { GasPrice } from '@outrigger/oracle'
import { type BlockFees, computePastTiers, quoteWindowBlocks } from '@outrigger/oracle/internal'
import { requirePool } from '../perChain.ts'
import type { SignalParts } from './signalParts.ts'

/** Maximum number of blocks replayed after downtime of the node. */
const mostReplayed = 1000
const tiers = ['slow', 'standard', 'fast', 'instant'] as const
const weiPerGwei = Number(fromGwei(1))

/** Returns the fees of each block in gwei, as quoted by the gas oracle. */
export function createGasSignals({ pools, gas, gasHistories: { history } }: SignalParts): SignalSource {
  return {
    check: ({ chain }) => void requirePool(pools, chain ?? '', gasChains),
    watch({ chain, metric }, tell) {
      const say = (price: GasPrice) => {
        if (price.chain !== chain || price.stale) return
        const { nextBaseFeePerGas, tiers: quoted, blockNumber, timestampMs } = price
        const tier = tiers.find((one) => one === metric)
        const wei = tier === undefined ? nextBaseFeePerGas : quoted[tier].maxFeePerGas
        tell({ value: Number(wei) / weiPerGwei, atMs: timestampMs, block: Number(blockNumber) })
      }
      const known = gas.peek((chain ?? '') as ChainName)
      if (known !== undefined) say(known)
      return gas.on('update', say)
    },
    async replay(subject, { block }, signal) {
      if (block === undefined) return []
      const pool = requirePool(pools, subject.chain ?? '', gasChains)
      const head = await readHead(pool)
      const from = Math.max(block + 1, head - mostReplayed)
      if (head < from || signal.aborted) return []
      const seconds = ((head - from + quoteWindowBlocks + 10) * pool.chain.blockTimeMs) / 1000
      const fromTime = Math.floor(Date.now() / 1000 - seconds)
      await history.backfill(createPoolClient(pool), pool.chain, { fromTime, maxCalls: 12 })
      const blocks = await history.blocks(pool.chain, { from: Math.max(0, from - quoteWindowBlocks), to: head })
      return toReadings(pool, blocks, subject, from)
    },
  }
}

const readHead = async (pool: ProviderPool): Promise<number> =>
  Number(await createPoolClient(pool).getBlockNumber({ cacheTime: 0 }))

/** Computes the quote at each block from the blocks up to it. */
function toReadings(pool: ProviderPool, blocks: readonly BlockFees[], { metric }: Subject, from: number): Reading[] {
  const tier = tiers.find((one) => one === metric)
  return blocks.flatMap(({ number, timestamp }, index) => {
    const next = blocks[index + 1]
    if (number < from || next === undefined) return []
    const before = blocks.slice(Math.max(0, index + 1 - quoteWindowBlocks), index + 1)
    const quoted = tier && computePastTiers(pool.chain, before, next.baseFeePerGas)?.[tier]
    const wei = tier === undefined ? next.baseFeePerGas : quoted
    return wei === undefined ? [] : [{ value: Number(wei) / weiPerGwei, atMs: timestamp * 1000, block: Number(number) }]
  })
}
