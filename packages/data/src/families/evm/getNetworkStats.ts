import { observeReads, type ProviderPool } from '@outrigger/core'
import type { Block, PublicClient } from 'viem'
import type { AsOf } from '../../asOf.ts'
import { toAsOf } from './finality.ts'

/** Load of an EVM chain over its last blocks. */
export type EvmNetworkStats = {
  readonly family: 'evm'
  readonly chain: string
  readonly latestBlock: bigint
  /** Mean seconds between the last blocks. Null if the chain has only one block. */
  readonly blockTime: number | null
  /**
   * Transactions per second of the last blocks. The transactions of the first of these blocks are not counted. Null
   * if the chain has only one block.
   */
  readonly tps: number | null
  /** Number of pending transactions in the node's pool. Null if the node does not report them. */
  readonly pendingTransactions: number | null
  /** Gas used divided by the gas limit of the latest block. Null if the limit is 0. */
  readonly gasUsedRatio: number | null
  /** Number of the node's peers. Null if the node does not report it. */
  readonly peerCount: number | null
  readonly asOf: AsOf
}

/** Default number of blocks. */
export const defaultStatBlocks = 10

/**
 * Returns statistics of the network over the last blocks, ten by default.
 *
 * @throws {AllProvidersFailedError}
 * @example
 * const { tps, blockTime } = await getNetworkStats(pool)
 */
export async function getNetworkStats(
  pool: ProviderPool,
  { blocks = defaultStatBlocks }: { readonly blocks?: number } = {},
): Promise<EvmNetworkStats> {
  const { value, provenance } = await observeReads(pool, (client) => readBlocks(client, BigInt(blocks)))
  const [latest] = value as [Block, ...Block[]]
  const [pendingTransactions, peerCount, asOf] = await Promise.all([
    readPending(pool),
    readCount(pool, 'net_peerCount'),
    toAsOf(pool, latest, provenance.endpoints),
  ])
  const gasUsedRatio = latest.gasLimit > 0n ? Number(latest.gasUsed) / Number(latest.gasLimit) : null
  return {
    family: 'evm',
    chain: pool.chain.name,
    latestBlock: asOf.block,
    ...computePace(value),
    pendingTransactions,
    peerCount,
    gasUsedRatio,
    asOf,
  }
}

/** Reads the latest block and the blocks before it, all of one branch. */
async function readBlocks(client: PublicClient, span: bigint): Promise<readonly Block[]> {
  const latest = await client.getBlock()
  const count = latest.number < span ? latest.number : span
  const earlier = await Promise.all(
    Array.from({ length: Number(count) }, (_, index) =>
      client.getBlock({ blockNumber: latest.number - BigInt(index) - 1n }),
    ),
  )
  return [latest, ...earlier] as readonly Block[]
}

/** Computes the pace of blocks, which must be ordered from the newest to the oldest. */
export function computePace(blocks: readonly Pick<Block, 'timestamp' | 'transactions'>[]) {
  const [first, last] = [blocks[0], blocks.at(-1)]
  const seconds = first && last ? Number(first.timestamp - last.timestamp) : 0
  if (seconds <= 0) return { blockTime: null, tps: null }
  const transactions = blocks.slice(0, -1).reduce((sum, block) => sum + block.transactions.length, 0)
  return { blockTime: seconds / (blocks.length - 1), tps: transactions / seconds }
}

/**
 * Counts the pending transactions in the node's pool. If the node does not report them, counts those in its pending
 * block.
 */
async function readPending(pool: ProviderPool): Promise<number | null> {
  const status = await pool
    .send<{ readonly pending?: string }>({ method: 'txpool_status', params: [] })
    .then(({ result }) => toCount(result.pending))
    .catch(() => null)
  return status ?? readCount(pool, 'eth_getBlockTransactionCountByNumber', ['pending'])
}

const readCount = (pool: ProviderPool, method: string, params: readonly unknown[] = []): Promise<number | null> =>
  pool.send({ method, params }).then(
    ({ result }) => toCount(result),
    () => null,
  )

const toCount = (value: unknown): number | null =>
  typeof value === 'string' || typeof value === 'number' ? Number(value) : null
