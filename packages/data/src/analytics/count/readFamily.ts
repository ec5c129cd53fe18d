import type { FamilyPool } from '@outrigger/core'
import { UnknownBlockError } from '../../errors.ts'
import { toNativeDenom } from '../../families/cosmos/chainParameters.ts'
import type { FamilyTransaction, OtherFamily } from '../../families/familyData.ts'
import { readerOf } from '../../questions.ts'
import type { BlockActivity } from '../blockActivity.ts'
import { counts } from './family.ts'

/**
 * A block's activity outside the EVM family: its header and its transactions. Null where there is no such block; a slot of
 * Solana without one has no activity. What has no time of its own gets that of a block near it.
 *
 * @throws {AllProvidersFailedError}
 */
export async function readFamilyActivity(
  pool: FamilyPool,
  number: number,
  nearTime: number,
): Promise<BlockActivity | null> {
  const { name, family } = pool.chain
  const reader = await readerOf(pool)
  try {
    const header = await (reader.getHeader ?? reader.getBlock)(pool, { block: BigInt(number) })
    const { hash, transactions } = await reader.getBlockTransactions(pool, { block: BigInt(number), offset: 0 })
    if (header.hash === null || header.hash !== hash) return null
    const counted = transactions.map((one) => counts[family as OtherFamily](one, toNativeDenom(name)))
    return {
      number,
      hash,
      parentHash: header.parentHash,
      timestamp: header.timestamp === null ? nearTime : Number(header.timestamp),
      transactions: counted.filter(({ isUser }) => isUser).length,
      volume: counted.reduce((sum, { volume }) => sum + volume, 0n),
      gasUsed: family === 'bitcoin' ? null : sumGas(transactions),
      newWallets: null,
      isVerified: true,
      addresses: counted.flatMap(({ addresses }) => addresses.filter((one) => one !== null)),
    }
  } catch (error) {
    if (!(error instanceof UnknownBlockError)) throw error
    if (family !== 'solana') return null
    return {
      number,
      hash: '',
      parentHash: null,
      timestamp: nearTime,
      transactions: 0,
      volume: 0n,
      addresses: [],
      gasUsed: 0n,
      newWallets: null,
      isVerified: true,
    }
  }
}

/** Null where the node does not report that of some transaction: a sum of the others would be too low. */
function sumGas(transactions: readonly Pick<FamilyTransaction, 'gasUsed'>[]): bigint | null {
  let sum = 0n
  for (const { gasUsed } of transactions) {
    if (gasUsed === null) return null
    sum += gasUsed
  }
  return sum
}
