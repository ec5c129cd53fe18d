import type { FamilyPool } from '@outrigger/core'
import type { FamilyNetworkStats } from '../familyData.ts'
import { askSolana } from './askSolana.ts'
import { getBlock } from './getBlock.ts'

/** A sample of `getRecentPerformanceSamples`, which covers about a minute. */
export type PerformanceSample = {
  readonly numSlots: number
  readonly numTransactions: number
  /** Absent from nodes before 1.15. */
  readonly numNonVoteTransactions?: number | null
  readonly samplePeriodSecs: number
}

const samples = 10

/**
 * Returns statistics of the last ten minutes from the node's samples. `tps` excludes votes. Solana has no pool of pending
 * transactions.
 *
 * @throws {AllProvidersFailedError}
 */
export async function getNetworkStats(pool: FamilyPool): Promise<FamilyNetworkStats<'solana'>> {
  const [{ asOf }, { result }] = await Promise.all([
    getBlock(pool, { block: 'latest' }),
    askSolana<readonly PerformanceSample[]>(pool, 'getRecentPerformanceSamples', [samples]),
  ])
  return {
    family: 'solana',
    chain: pool.chain.name,
    latestBlock: asOf.block,
    ...computePace(result ?? []),
    pendingTransactions: null,
    gasUsedRatio: null,
    peerCount: null,
    asOf,
  }
}

/** Returns the seconds per slot and the transactions per second. Null without samples. */
export function computePace(rows: readonly PerformanceSample[]) {
  const sum = (read: (row: PerformanceSample) => number) => rows.reduce((total, row) => total + read(row), 0)
  const [seconds, slots] = [sum((row) => row.samplePeriodSecs), sum((row) => row.numSlots)]
  if (seconds === 0 || slots === 0) return { blockTime: null, tps: null }
  const transactions = sum((row) => row.numNonVoteTransactions ?? row.numTransactions)
  return { blockTime: seconds / slots, tps: transactions / seconds }
}
