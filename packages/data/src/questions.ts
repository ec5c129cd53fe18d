import type { FamilyPool, ProviderPool } from '@outrigger/core'
import { type PoolClient, type PoolOption, toPool } from '@outrigger/core/internal'
import type { Address, Hex } from 'viem'
import { InvalidBlockError, UnsupportedByFamilyError } from './errors.ts'
import * as evmBalance from './families/evm/getBalance.ts'
import * as evmBlock from './families/evm/getBlock.ts'
import * as evmBlockTransactions from './families/evm/getBlockTransactions.ts'
import * as evmStats from './families/evm/getNetworkStats.ts'
import * as evmTransaction from './families/evm/getTransaction.ts'
import * as evmHistory from './families/evm/history/getHistory.ts'
import type {
  FamilyBalance,
  FamilyBlock,
  FamilyBlockTransactions,
  FamilyHistory,
  FamilyNetworkStats,
  FamilyTransaction,
} from './families/familyData.ts'
import type { BlockQuestion, BlockReference, FamilyReader } from './families/familyReader.ts'
import type { Reconciliation } from './families/reconciliation.ts'
import { familyReaders } from './families/registry.ts'
import type { SolanaBalance } from './families/solana/getBalance.ts'
import type { SolanaBlock } from './families/solana/getBlock.ts'
import type { SolanaTransaction } from './families/solana/getTransaction.ts'
import type { StarknetBalance } from './families/starknet/getBalance.ts'
import type { StarknetBlock } from './families/starknet/getBlock.ts'
import type { StarknetTransaction } from './families/starknet/getTransaction.ts'

/** The providers of a chain of any family. */
export type ChainPool = ProviderPool | FamilyPool

/** The providers of a chain of any family, or a viem client that uses them as its failover transport. */
export type ChainSource = ChainPool | PoolClient

/** The balance of an address on any chain. `family` distinguishes the families. */
export type ChainBalance = evmBalance.EvmBalance | SolanaBalance | StarknetBalance | FamilyBalance<Plain>
export type ChainBlock = evmBlock.EvmBlock | SolanaBlock | StarknetBlock | FamilyBlock<Plain>
export type ChainBlockTransactions =
  | evmBlockTransactions.EvmBlockTransactions
  | FamilyBlockTransactions<'solana', SolanaTransaction>
  | FamilyBlockTransactions<'starknet', StarknetTransaction>
  | FamilyBlockTransactions<Plain, FamilyTransaction<Plain>>
export type ChainHistory =
  | evmHistory.EvmHistory
  | FamilyHistory<'solana', SolanaTransaction>
  | FamilyHistory<'starknet', StarknetTransaction>
  | FamilyHistory<Plain, FamilyTransaction<Plain>>
export type ChainNetworkStats = evmStats.EvmNetworkStats | FamilyNetworkStats
export type ChainTransaction =
  | evmTransaction.EvmTransaction
  | SolanaTransaction
  | StarknetTransaction
  | FamilyTransaction<Plain>

/** Families whose details are not distinguished by type. */
type Plain = 'bitcoin' | 'cosmos'

export const isEvm = (pool: ChainPool): pool is ProviderPool => pool.chain.family === 'evm'

/**
 * Returns the pool if its chain is an EVM chain, for features that only EVM chains have.
 * @param what the feature in the plural, for the error message
 * @throws {UnsupportedByFamilyError}
 */
export function requireEvm(pool: ChainPool, what: string): ProviderPool {
  if (isEvm(pool)) return pool
  throw new UnsupportedByFamilyError(pool.chain, what)
}

/** Returns the reader of a chain outside the EVM family. @throws {UnsupportedByFamilyError} */
export async function readerOf({ chain }: FamilyPool): Promise<FamilyReader> {
  const load = chain.family === 'evm' ? undefined : familyReaders[chain.family]
  if (load === undefined) throw new UnsupportedByFamilyError(chain, 'support for this request yet')
  return load()
}

/**
 * Returns the native balance of an address. On EVM chains the balance is read at one block by the block's hash
 * (EIP-1898), so a reorganization cannot change it. On other chains it is the balance at the head.
 *
 * @param block @default the latest
 * @throws {InvalidAddressError} outside the EVM family
 * @throws {AllProvidersFailedError} also if no provider keeps the state of an old block
 * @example
 * const { balance, asOf } = await getBalance(pool, { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' })
 */
export function getBalance(
  pool: PoolOption,
  question: { readonly address: Address; readonly block?: bigint },
): Promise<evmBalance.EvmBalance>
export function getBalance(
  pool: ChainSource,
  question: { readonly address: string; readonly block?: bigint },
): Promise<ChainBalance>
export async function getBalance(
  client: ChainSource,
  { address, ...rest }: { readonly address: string; readonly block?: bigint },
): Promise<ChainBalance> {
  const pool = toPool(client)
  if (isEvm(pool)) return evmBalance.getBalance(pool, { address: address as Address, ...rest })
  return (await readerOf(pool)).getBalance(pool, { address, ...rest }) as Promise<ChainBalance>
}

/**
 * Returns a transaction and its result.
 *
 * @throws {UnknownTransactionError}
 * @throws {InvalidHashError} outside the EVM family
 * @throws {AllProvidersFailedError}
 * @example
 * const found = await getTransaction(pool, { hash })
 * if (found.family === 'evm') console.log(found.receipt)
 */
export function getTransaction(
  pool: PoolOption,
  question: { readonly hash: Hex },
): Promise<evmTransaction.EvmTransaction>
export function getTransaction(pool: ChainSource, question: { readonly hash: string }): Promise<ChainTransaction>
export async function getTransaction(
  client: ChainSource,
  { hash }: { readonly hash: string },
): Promise<ChainTransaction> {
  const pool = toPool(client)
  if (isEvm(pool)) return evmTransaction.getTransaction(pool, { hash: hash as Hex })
  return (await readerOf(pool)).getTransaction(pool, { hash }) as Promise<ChainTransaction>
}

/**
 * Returns a block by number, hash or tag.
 *
 * @param full outside the EVM family: adds data to `details` that requires all transactions. @default false
 * @throws {UnknownBlockError}
 * @throws {InvalidBlockError}
 * @throws {AllProvidersFailedError}
 * @example
 * const { asOf } = await getBlock(pool, { block: 'latest' })
 */
export function getBlock(pool: PoolOption, question?: { readonly block?: evmBlock.BlockId }): Promise<evmBlock.EvmBlock>
export function getBlock(pool: ChainSource, question?: Partial<BlockQuestion>): Promise<ChainBlock>
export async function getBlock(
  client: ChainSource,
  { block = 'latest', full = false }: Partial<BlockQuestion> = {},
): Promise<ChainBlock> {
  const pool = toPool(client)
  if (isEvm(pool)) return evmBlock.getBlock(pool, { block: toEvmBlock(block) })
  return (await readerOf(pool)).getBlock(pool, { block, full }) as Promise<ChainBlock>
}

export function toEvmBlock(block: BlockReference): evmBlock.BlockId {
  if (typeof block === 'bigint' || /^(?:latest|safe|finalized|earliest|0x[\da-f]{64})$/.test(block))
    return block as evmBlock.BlockId
  throw new InvalidBlockError(block, 'a number, 0x and 64 hexadecimal digits, latest, safe, finalized or earliest')
}

/**
 * Returns all transactions of a block, or one page of them.
 *
 * @throws {UnknownBlockError}
 * @throws {AllProvidersFailedError}
 * @example
 * const { transactions, total } = await getBlockTransactions(pool, { block: 21_000_000n, limit: 100 })
 */
export function getBlockTransactions(
  pool: PoolOption,
  question: BlockTransactionsQuestion,
): Promise<evmBlockTransactions.EvmBlockTransactions>
export function getBlockTransactions(
  pool: ChainSource,
  question: BlockTransactionsQuestion,
): Promise<ChainBlockTransactions>
export async function getBlockTransactions(
  client: ChainSource,
  question: BlockTransactionsQuestion,
): Promise<ChainBlockTransactions> {
  const pool = toPool(client)
  if (isEvm(pool)) return evmBlockTransactions.getBlockTransactions(pool, question)
  const reader = await readerOf(pool)
  return reader.getBlockTransactions(pool, { offset: 0, ...question }) as Promise<ChainBlockTransactions>
}
type BlockTransactionsQuestion = { readonly block?: bigint; readonly offset?: number; readonly limit?: number }

/**
 * Returns the transactions of an address, newest first, from the best source that the providers offer. `coverage`
 * contains the source.
 *
 * @throws {InvalidCursorError}
 * @throws {MethodsMissingError} outside the EVM family: no provider has an address index, and no local index was passed
 * @throws {AllProvidersFailedError}
 * @example
 * const { transactions, nextCursor, coverage } = await getHistory(pool, { address, limit: 25 })
 */
export function getHistory(pool: PoolOption, question: evmHistory.GetHistoryOptions): Promise<evmHistory.EvmHistory>
export function getHistory(pool: ChainSource, question: HistoryQuestion): Promise<ChainHistory>
export async function getHistory(client: ChainSource, { address, ...rest }: HistoryQuestion): Promise<ChainHistory> {
  const pool = toPool(client)
  if (isEvm(pool)) return evmHistory.getHistory(pool, { address: address as Address, ...rest })
  return (await readerOf(pool)).getHistory(pool, { address, limit: 100, ...rest }) as Promise<ChainHistory>
}
type HistoryQuestion = Omit<evmHistory.GetHistoryOptions, 'address'> & { readonly address: string }

/**
 * Returns statistics of the network over the last blocks, ten by default. For Solana they cover the last ten minutes.
 *
 * @throws {AllProvidersFailedError}
 * @example
 * const { tps, blockTime } = await getNetworkStats(pool, { blocks: 100 })
 */
export function getNetworkStats(pool: PoolOption, question?: StatsQuestion): Promise<evmStats.EvmNetworkStats>
export function getNetworkStats(pool: ChainSource, question?: StatsQuestion): Promise<ChainNetworkStats>
export async function getNetworkStats(client: ChainSource, question?: StatsQuestion): Promise<ChainNetworkStats> {
  const pool = toPool(client)
  const { blocks = evmStats.defaultStatBlocks } = question ?? {}
  return isEvm(pool)
    ? evmStats.getNetworkStats(pool, { blocks })
    : (await readerOf(pool)).getNetworkStats(pool, { blocks })
}
type StatsQuestion = { readonly blocks?: number }

/**
 * Returns the number of validators that currently take part in consensus, as reported by the chain's nodes. On Solana
 * these are vote accounts that have voted recently. On Cosmos chains they are bonded validators. Returns null if the
 * chain's nodes do not report validators.
 *
 * @throws {MethodsMissingError} @throws {AllProvidersFailedError}
 * @example
 * const validators = await getActiveValidators(pool)
 */
export async function getActiveValidators(pool: ChainSource): Promise<number | null> {
  const providers = toPool(pool)
  return isEvm(providers) ? null : ((await (await readerOf(providers)).getActiveValidators?.(providers)) ?? null)
}

/**
 * Checks the last blocks of Ethereum, or of a chain of the Bitcoin family, against the node. It checks the sums of
 * their transactions for each address, and the payments to the miner.
 *
 * @throws {UnsupportedByFamilyError} other families
 * @throws {UnknownFeeRulesError} other EVM chains
 * @throws {MethodsMissingError} no provider has `scantxoutset`, or no provider has a trace method
 * @example
 * const { differences } = await reconcile(pool, { blocks: 100 })
 */
export async function reconcile(pool: ChainSource, question: { readonly blocks: number }): Promise<Reconciliation> {
  const providers = toPool(pool)
  if (isEvm(providers)) return (await import('./families/evm/reconcile/reconcile.ts')).reconcile(providers, question)
  const reader = await readerOf(providers)
  if (!reader.reconcile) throw new UnsupportedByFamilyError(providers.chain, 'reconciliation here')
  return reader.reconcile(providers, question)
}
