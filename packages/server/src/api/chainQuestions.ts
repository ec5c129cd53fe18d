import type { ChainName, chains } from '@outrigger/core'
import {
  type BlockReference,
  type ChainBalance,
  type ChainBlock,
  type ChainBlockTransactions,
  type ChainHistory,
  type ChainNetworkStats,
  type ChainPool,
  type ChainTransaction,
  type callContract,
  getBalance,
  getBlock,
  getBlockTraces,
  getBlockTransactions,
  getHistory,
  getLogs,
  getNetworkStats,
  getTransaction,
  getTransactionTrace,
} from '@outrigger/data'
import type { Hex } from 'viem'
import { callOrRefuse } from '../node/chainData.ts'
import type { BlockchainApiParts } from './blockchain.ts'
import { createChainAnswers } from './chainAnswers.ts'
import { toAddressOf, toBlockOf, toHashOf } from './chainParameters.ts'

/** Selects the family's answer type of the named chain, or all types if the name is not known at compile time. */
type Of<name extends string, answer> = name extends ChainName
  ? answer & { readonly family: (typeof chains)[name]['family'] }
  : answer
type LogsQuestion = {
  readonly address?: string
  /** Topics by position. Null matches any topic. */
  readonly topics?: readonly (Hex | null)[]
  /** @default the latest */
  readonly fromBlock?: bigint
  /** @default the latest */
  readonly toBlock?: bigint
}

/**
 * Queries of chain data by chain name, with the types of the chain's family. They are the queries of `@outrigger/data`. Errors
 * are
 * those of the endpoints under `/api/v1/blockchain`. Histories use the node's index of addresses.
 *
 * All throw {@link InvalidChainError} for an unknown chain, {@link UpstreamUnavailableError} if no provider is configured,
 * responds or supports the query, {@link NotOnChainError} for an unknown block or transaction, and {@link InvalidParameterError}
 * for a value in the wrong format or a query that the family does not support.
 */
export type ChainQuestions = {
  /** @param question its block: only on EVM chains, the latest by default */
  getBalance<name extends string>(
    chain: name,
    question: { readonly address: string; readonly block?: bigint },
  ): Promise<Of<name, ChainBalance>>
  getTransaction<name extends string>(
    chain: name,
    question: { readonly hash: string },
  ): Promise<Of<name, ChainTransaction>>
  /**
   * Returns a block by number, hash or tag, the latest by default. With `full`, blocks outside the EVM family have the
   * fields that require all transactions.
   */
  getBlock<name extends string>(
    chain: name,
    question?: { readonly block?: BlockReference; readonly full?: boolean },
  ): Promise<Of<name, ChainBlock>>
  getBlockTransactions<name extends string>(
    chain: name,
    question?: { readonly block?: bigint; readonly offset?: number; readonly limit?: number },
  ): Promise<Of<name, ChainBlockTransactions>>
  /**
   * Returns transactions, newest first, from the best method that the providers offer, otherwise from the node's index.
   * `coverage` reports the source.
   */
  getHistory<name extends string>(
    chain: name,
    question: { readonly address: string; readonly limit?: number; readonly cursor?: string },
  ): Promise<Of<name, ChainHistory>>
  /** Returns statistics over the last blocks, 10 by default. */
  getNetworkStats<name extends string>(
    chain: name,
    question?: { readonly blocks?: number },
  ): Promise<Of<name, ChainNetworkStats>>
  callContract<name extends string>(
    chain: name,
    question: { readonly to: string; readonly data: Hex; readonly block?: BlockReference },
  ): Promise<Of<name, Awaited<ReturnType<typeof callContract>>>>
  getLogs<name extends string>(
    chain: name,
    question?: LogsQuestion,
  ): Promise<Of<name, Awaited<ReturnType<typeof getLogs>>>>
  /** Returns a trace in the format of `trace_transaction` on EVM chains, and in the node's own format elsewhere. */
  getTransactionTrace(chain: string, question: { readonly hash: string }): Promise<unknown>
  getBlockTraces(chain: string, question: { readonly block: bigint }): Promise<unknown>
}

/** Creates the queries of chain data for callers in the node's own process. */
export function createChainQuestions({ pools, familyPools, addressIndexes }: BlockchainApiParts): ChainQuestions {
  const { plain } = createChainAnswers(pools, familyPools)
  const ask = async <name extends string, answer>(chain: name, read: (pool: ChainPool) => Promise<answer>) =>
    (await plain(chain, read)) as Of<name, answer>
  const toBlock = (pool: ChainPool, block: BlockReference = 'latest') =>
    typeof block === 'bigint' ? block : toBlockOf(pool, block)
  return {
    getBalance: (chain, { address, ...at }) =>
      ask(chain, (pool) => getBalance(pool, { address: toAddressOf(pool, address), ...at })),
    getTransaction: (chain, { hash }) => ask(chain, (pool) => getTransaction(pool, { hash: toHashOf(pool, hash) })),
    getBlock: (chain, { block, full = false } = {}) =>
      ask(chain, (pool) => getBlock(pool, { block: toBlock(pool, block), full })),
    getBlockTransactions: (chain, page = {}) => ask(chain, (pool) => getBlockTransactions(pool, page)),
    getHistory: (chain, { address, limit = 100, cursor }) =>
      ask(chain, async (pool) =>
        getHistory(pool, {
          address: toAddressOf(pool, address),
          limit,
          ...(cursor !== undefined && { cursor }),
          index: await addressIndexes.get(chain),
        }),
      ),
    getNetworkStats: (chain, question) => ask(chain, (pool) => getNetworkStats(pool, question)),
    callContract: (chain, { to, data, block }) =>
      ask(chain, (pool) => callOrRefuse(pool, { to: toAddressOf(pool, to), data, block: toBlock(pool, block) })),
    getLogs: (chain, { address, ...range } = {}) =>
      ask(chain, (pool) => getLogs(pool, { ...range, ...(address && { address: toAddressOf(pool, address) }) })),
    getTransactionTrace: async (chain, { hash }) =>
      plain(chain, (pool) => getTransactionTrace(pool, { hash: toHashOf(pool, hash) })),
    getBlockTraces: async (chain, question) => plain(chain, (pool) => getBlockTraces(pool, question)),
  }
}
