import type { FamilyReader } from '../familyReader.ts'
import { callContract } from './callContract.ts'
import { getBalance } from './getBalance.ts'
import { getBlock, getBlockTransactions } from './getBlock.ts'
import { getLogs } from './getLogs.ts'
import { getNetworkStats } from './getNetworkStats.ts'
import { getBlockTraces, getTransactionTrace } from './getTraces.ts'
import { getTransaction } from './getTransaction.ts'
import { getHistory } from './history/getHistory.ts'

/** Reads Starknet chains. */
export const starknetReader: FamilyReader = {
  getBalance,
  getTransaction,
  getBlock,
  getBlockTransactions,
  getHistory,
  getNetworkStats,
  callContract,
  getLogs,
  getTransactionTrace,
  getBlockTraces,
}
