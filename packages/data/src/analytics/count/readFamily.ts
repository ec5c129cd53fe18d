import type { FamilyPool } from '@outrigger/core'
import { UnknownBlockError } from '../../errors.ts'
import { toNativeDenom } from '../../families/cosmos/chainParameters.ts'
import type { FamilyTransaction, OtherFamily } from '../../families/familyData.ts'
import { readerOf } from '../../questions.ts'
import type { BlockActivity } from '../blockActivity.ts'
import { counts } from './family.ts'

/**
 * Reads the activity of a block outside the EVM family from its header and its transactions. Returns null if the block does not
 * exist. A Solana slot without a block has no activity. Blocks without a time get the time of a nearby block.
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

/**
 * Returns the sum of the gas. Null if the node does not report the gas of every transaction, because the sum would be
 * too low.
 */
function sumGas(transactions: readonly Pick<FamilyTransaction, 'gasUsed'>[]): bigint | null {
  let sum = 0n
  for (const { gasUsed } of transactions) {
    if (gasUsed === null) return null
    sum += gasUsed
  }
  return sum
}
