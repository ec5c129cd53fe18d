import type { ChainProfile, Clock } from '@outrigger/core'
import { systemClock } from '@outrigger/core/internal'
import type { Hex, PublicClient } from 'viem'
import { createOptionalRead } from '../../staleWhileRevalidate/optionalRead.ts'
import { UnreadableChainError } from '../gasErrors.ts'
import type { FeeBlock, GasSample, PendingTips } from '../gasSample.ts'
import type { UntimedBlock } from '../history/compute/rawBlocks.ts'
import { getArbitrumMinBaseFee } from './arbitrum.ts'
import { getAvalancheBaseFee } from './avalanche.ts'
import { getFeeBlock } from './feeBlock.ts'
import { getRecentFees, getRecentFeesOrBare, getSuggestedTip, lacksTips, mostBlocks } from './feeHistory.ts'
import { getPendingTips } from './pendingTips.ts'

/** Returns the transactions expected in the block after `parent`, or null if they are unknown. */
export type NextBlock = (chain: string, parent: Hex) => PendingTips | null

type GasReaderOptions = {
  /** Whether to read the node's pending block as well, if the chain has a public mempool. */
  readonly pendingPool: boolean
  /** Used instead of the node's pending block, if it returns a result. */
  readonly nextBlock?: NextBlock | undefined
  /**
   * Number of the one read that requests the longest history for the tier model. The gas oracle uses the second read,
   * because no caller waits for it.
   */
  readonly longHistoryAt?: number | undefined
  readonly clock?: Clock
  /**
   * Called with every new head and the recent blocks as the node reports them, ascending. The list is empty if the
   * node reports no blocks.
   */
  readonly onBlocks?: (head: FeeBlock, blocks: readonly UntimedBlock[]) => void
}

/** The part of a sample that only changes with the block. */
type BlockSample = Omit<GasSample, 'pending' | 'gasPrice'>

/**
 * Creates a function that reads a chain's fees repeatedly. It skips methods that the nodes do not support, requests
 * the history once per block, and requests the pending block at most twice per block, because that response can have
 * a megabyte.
 */
export function createGasReader(
  chain: ChainProfile,
  { pendingPool, longHistoryAt, clock = systemClock, onBlocks, nextBlock }: GasReaderOptions,
): (client: PublicClient) => Promise<GasSample> {
  const { kind } = chain.feeModel
  const readPending = createOptionalRead(getPendingTips, { clock, timeoutMs: 150 })
  const readAvalancheBaseFee = createOptionalRead(getAvalancheBaseFee, { clock })
  const readArbitrumFloor = createOptionalRead(getArbitrumMinBaseFee, { clock })
  const readHistoryIfServed = createOptionalRead(getRecentFees, { clock })
  let reads = 0
  const readHistory = async (client: PublicClient, head: bigint) => {
    const read = kind === 'gasPrice' ? readHistoryIfServed : getRecentFeesOrBare
    if (++reads === longHistoryAt) {
      const long = await getRecentFees(client, head, tolerance, mostBlocks).catch(() => null)
      if (long !== null) return long
    }
    return read(client, head, tolerance)
  }
  let last: BlockSample | undefined
  let pending: { readonly tips: PendingTips | null; readonly hash: Hex; readonly untilMs: number } | undefined

  // Nodes behind one address differ by a few seconds. Allow the same lag as a pool does.
  const tolerance = Math.max(2, Math.ceil(10_000 / chain.blockTimeMs))

  const readBlock = async (client: PublicClient): Promise<BlockSample> => {
    const block = await getFeeBlock(client)
    if (block === null) throw new UnreadableChainError(chain.name)
    if (last?.block.hash === block.hash && last.block.number === block.number) return last
    const [history, minBaseFeePerGas] = await Promise.all([
      readHistory(client, block.number),
      kind === 'arbitrum' ? readArbitrumFloor(client) : null,
    ])
    const { blocks = [], reported = [], nextBaseFeePerGas = null } = history ?? {}
    const isPriced = kind === 'arbitrum' || kind === 'gasPrice' || !lacksTips(blocks)
    const suggestedTip = isPriced ? null : await getSuggestedTip(client)
    onBlocks?.(block, reported)
    return { block, history: blocks, nodeNextBaseFeePerGas: nextBaseFeePerGas, suggestedTip, minBaseFeePerGas }
  }

  const readPool = async (client: PublicClient, head: FeeBlock): Promise<PendingTips | null> => {
    if (!pendingPool || chain.mempool !== 'public') return null
    const seen = nextBlock?.(chain.name, head.hash) ?? null
    if (seen !== null) return seen
    if (pending?.hash !== head.hash || clock.now() > pending.untilMs)
      pending = {
        tips: await readPending(client, head),
        hash: head.hash,
        untilMs: clock.now() + chain.blockTimeMs / 2,
      }
    return pending.tips
  }

  return async (client) => {
    last = await readBlock(client)
    const { block, nodeNextBaseFeePerGas } = last
    const [pending, baseFeeNow, gasPrice] = await Promise.all([
      readPool(client, block),
      kind === 'avalanche' ? readAvalancheBaseFee(client) : null,
      kind === 'gasPrice' ? client.getGasPrice() : null,
    ])
    return { ...last, nodeNextBaseFeePerGas: baseFeeNow ?? nodeNextBaseFeePerGas, pending, gasPrice }
  }
}
