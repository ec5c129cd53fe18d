// The result types of each family. The functions that return them are in `@outrigger/data`.

export { reconcile } from '../questions.ts'
export type { BitcoinInput, BitcoinOutput } from './bitcoin/decoded.ts'
export type { BitcoinBalance, BitcoinBlock, BitcoinTransaction } from './bitcoin/reader.ts'
export type { Coin, CosmosEvent, CosmosMessage } from './cosmos/decoded.ts'
export type { Transfer } from './cosmos/events.ts'
export type { CosmosBalance, CosmosBlock, CosmosTransaction } from './cosmos/reader.ts'
export type {
  FamilyBalance,
  FamilyBlock,
  FamilyBlockTransactions,
  FamilyCallResult,
  FamilyHistory,
  FamilyLogs,
  FamilyNetworkStats,
  FamilyTransaction,
  OtherFamily,
} from './familyData.ts'
export type { Difference, Reconciliation } from './reconciliation.ts'
export { getTokenAccounts, type SolanaBalance } from './solana/getBalance.ts'
export type { SolanaBlock, SolanaBlockDetails } from './solana/getBlock.ts'
export { getInflationReward, type SolanaInflationReward } from './solana/getInflationReward.ts'
export type { SolanaTransaction, SolanaTransactionDetails } from './solana/getTransaction.ts'
export type { SolanaTokenAccount } from './solana/toTokenAccount.ts'
export { TransactionPrunedError } from './solana/transaction/toTransaction.ts'
export type { StarknetBalance } from './starknet/getBalance.ts'
export type { StarknetBlock, StarknetBlockDetails } from './starknet/getBlock.ts'
export type { StarknetTransaction, StarknetTransactionDetails } from './starknet/getTransaction.ts'
export type { Check, StarknetBlockChecks } from './starknet/hash/checkBlock.ts'
export { computeTransactionHash } from './starknet/hash/computeTransactionHash.ts'
export { HashLibraryMissingError } from './starknet/hash/starknetHashes.ts'
export { type StarknetVerification, verifyBlock } from './starknet/verifyBlock.ts'
