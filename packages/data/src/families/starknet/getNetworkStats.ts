import type { FamilyPool } from '@outrigger/core'
import { computePace } from '../evm/getNetworkStats.ts'
import type { FamilyNetworkStats } from '../familyData.ts'
import type { StatsQuestion } from '../familyReader.ts'
import { readBlock, toAsOf } from './readBlock.ts'

/**
 * Returns statistics of the last blocks. Pending transactions are those of the pending block. Nodes do not report peers.
 *
 * @throws {AllProvidersFailedError}
 */
export async function getNetworkStats(
  pool: FamilyPool,
  question: StatsQuestion,
): Promise<FamilyNetworkStats<'starknet'>> {
  const span = BigInt(question.blocks)
  const { body: latest, provider } = await readBlock(pool, 'latest')
  const count = Number(latest.number < span ? latest.number : span)
  const earlier = await Promise.all(
    Array.from({ length: count }, (_, index) => readBlock(pool, { block_number: Number(latest.number) - index - 1 })),
  )
  const blocks = [latest, ...earlier.map(({ body }) => body)]
  const pace = computePace(
    blocks.map(({ timestamp, transactionHashes }) => ({ timestamp, transactions: [...transactionHashes] })),
  )
  return {
    family: 'starknet',
    chain: pool.chain.name,
    latestBlock: latest.number,
    ...pace,
    pendingTransactions: await readPending(pool),
    gasUsedRatio: null,
    peerCount: null,
    asOf: toAsOf(latest, provider),
  }
}

/** Returns null if no node has the pending block. */
const readPending = (pool: FamilyPool): Promise<number | null> =>
  readBlock(pool, 'pre_confirmed').then(
    ({ body }) => body.transactionCount,
    () => null,
  )
