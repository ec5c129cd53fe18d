import {
  getBalance,
  getBlock,
  getBlockTraces,
  getBlockTransactions,
  getDebugTrace,
  getHistory,
  getLogs,
  getNetworkStats,
  getTransaction,
  getTransactionTrace,
} from '@outrigger/data'
import { requireEvm } from '@outrigger/data/internal'
import type { Hex } from 'viem'
import type { AddressIndexes } from '../node/addressIndexes.ts'
import { callOrRefuse } from '../node/chainData.ts'
import type { FamilyPools, Pools } from '../node/providers.ts'
import {
  toWireAddressHistory,
  toWireBalance,
  toWireBlock,
  toWireBlockTransactions,
  toWireChainTransaction,
  toWireInfo,
  toWireLogs,
  toWireStats,
  toWireUnifiedBlock,
} from './blockchainWire.ts'
import { type ChainAnswers, createChainAnswers } from './chainAnswers.ts'
import { isNumber, toAddressOf, toBlockOf, toHash, toHashOf, toTopicsOf } from './chainParameters.ts'
import type { Api } from './fulfilment.ts'

export type BlockchainApiParts = {
  readonly pools: Pools
  readonly familyPools: FamilyPools
  readonly addressIndexes: AddressIndexes
}

type BlockchainApi = Omit<
  Pick<Api, Extract<keyof Api, `blockchain${string}`>>,
  'blockchainGas' | 'blockchainGasHistory'
>

/** Answers the unified endpoints under `/api/v1/blockchain`. */
export function createBlockchainApi({ pools, familyPools, addressIndexes }: BlockchainApiParts): BlockchainApi {
  const answers = createChainAnswers(pools, familyPools)
  const { plain, enveloped } = answers
  const readBlock = (chain: string, block: string) =>
    enveloped(chain, async (pool) => {
      const found = await getBlock(pool, { block: toBlockOf(pool, block) })
      return [toWireUnifiedBlock(found), found.asOf]
    })

  return {
    ...createContractApi(answers),
    ...createTraceApi(answers),
    blockchainBalance: ({ chain, address }) =>
      enveloped(chain, async (pool) => {
        const found = await getBalance(pool, { address: toAddressOf(pool, address) })
        return [toWireBalance(found, pool.chain), found.asOf]
      }),
    blockchainTransaction: ({ chain, hash }) =>
      enveloped(chain, async (pool) => {
        const found = await getTransaction(pool, { hash: toHashOf(pool, hash) })
        return [toWireChainTransaction(found, pool.chain), found.asOf]
      }),
    blockchainBlock: ({ chain, number }) =>
      plain(chain, async (pool) => toWireBlock(await getBlock(pool, { block: toBlockOf(pool, number) }))),
    blockchainLatestBlock: ({ chain }) => readBlock(chain, 'latest'),
    blockchainBlockBy: ({ chain, block }) => readBlock(chain, block),
    blockchainBlockTransactions: ({ chain, number, limit = 1000, offset = 0 }) =>
      enveloped(chain, async (pool) => {
        const block = number === 'latest' ? {} : { block: BigInt(number) }
        const found = await getBlockTransactions(pool, { ...block, limit, offset })
        return [toWireBlockTransactions(found, pool.chain), found.asOf]
      }),
    blockchainAddressTransactions: ({ chain, address, limit = 100, cursor }) =>
      enveloped(chain, async (pool) => {
        const found = await getHistory(pool, {
          address: toAddressOf(pool, address),
          limit,
          ...(cursor && { cursor }),
          index: await addressIndexes.get(chain),
        })
        return [toWireAddressHistory(found, pool.chain), found.asOf]
      }),
    blockchainInfo: ({ chain }) => enveloped(chain, async (pool) => [toWireInfo(pool.chain)]),
    blockchainNetworkStats: ({ chain }) =>
      enveloped(chain, async (pool) => {
        const stats = await getNetworkStats(pool)
        return [toWireStats(stats), stats.asOf]
      }),
  }
}

function createContractApi({ plain }: ChainAnswers): Pick<Api, 'blockchainCall' | 'blockchainLogs'> {
  return {
    blockchainCall: ({ chain, to, data, block = 'latest' }) =>
      plain(chain, async (pool) => {
        const call = { to: toAddressOf(pool, to), data: data as Hex, block: toBlockOf(pool, block) }
        const { result, decoded } = await callOrRefuse(pool, call)
        return { result, decoded }
      }),
    blockchainLogs: ({ chain, address, topics, fromBlock, toBlock }) =>
      plain(chain, async (pool) =>
        toWireLogs(
          await getLogs(pool, {
            ...(address && { address: toAddressOf(pool, address) }),
            ...(topics && { topics: toTopicsOf(pool, topics) }),
            ...(isNumber(fromBlock) && { fromBlock: BigInt(fromBlock) }),
            ...(isNumber(toBlock) && { toBlock: BigInt(toBlock) }),
          }),
        ),
      ),
  }
}

function createTraceApi({
  enveloped,
}: ChainAnswers): Pick<Api, 'blockchainTraceTransaction' | 'blockchainDebugTrace' | 'blockchainTraceBlock'> {
  return {
    blockchainTraceTransaction: ({ chain, hash }) =>
      enveloped(chain, async (pool) => [await getTransactionTrace(pool, { hash: toHashOf(pool, hash) })]),
    blockchainDebugTrace: ({ chain, hash, options = {} }) =>
      enveloped(chain, async (pool) => [
        await getDebugTrace(requireEvm(pool, 'debug traces'), { hash: toHash(hash, 'body.hash'), options }),
      ]),
    blockchainTraceBlock: ({ chain, number }) =>
      enveloped(chain, async (pool) => {
        const { asOf } = await getBlock(pool, { block: toBlockOf(pool, number) })
        const { block, hash } = asOf
        return [await getBlockTraces(pool, { block, ...(hash !== null && { hash }) }), asOf]
      }),
  }
}
