import type { FamilyReader } from '../familyReader.ts'
import { getActiveValidators } from './getActiveValidators.ts'
import { getBalance } from './getBalance.ts'
import { getBlock, getBlockTransactions, getHeader } from './getBlock.ts'
import { getNetworkStats } from './getNetworkStats.ts'
import { getTransaction } from './getTransaction.ts'
import { getHistory } from './history/getHistory.ts'

/** Reads Solana chains. Solana nodes cannot search logs, and a transaction already includes its inner calls. */
export const solanaReader: FamilyReader = {
  getBalance,
  getTransaction,
  getBlock,
  getHeader,
  getBlockTransactions,
  getHistory,
  getNetworkStats,
  getActiveValidators,
}
