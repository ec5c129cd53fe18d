import {
  type BlockId,
  callContract,
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
import type { Hex } from 'viem'
import { toEvmAddress } from '../node/evmAddress.ts'
import type { Pools } from '../node/providers.ts'
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
import { isNumber, toBlockId, toHash, toTopics } from './chainParameters.ts'
import type { Api } from './fulfilment.ts'

export type BlockchainApiParts = { readonly pools: Pools }

type BlockchainApi = Omit<
  Pick<Api, Extract<keyof Api, `blockchain${string}`>>,
  'blockchainGas' | 'blockchainGasHistory'
>

/** The unified blockchain pattern. */
export function createBlockchainApi({ pools }: BlockchainApiParts): BlockchainApi {
  const answers = createChainAnswers(pools)
  const { plain, enveloped } = answers
  const readBlock = (chain: string, block: BlockId) =>
    enveloped(chain, async (pool) => {
      const found = await getBlock(pool, { block })
      return [toWireUnifiedBlock(found), found.asOf]
    })

  return {
    ...createContractApi(answers),
    ...createTraceApi(answers),
    blockchainBalance: ({ chain, address }) =>
      enveloped(chain, async (pool) => {
        const found = await getBalance(pool, { address: toEvmAddress(address) })
        return [toWireBalance(found, pool.chain), found.asOf]
      }),
    blockchainTransaction: ({ chain, hash }) =>
      enveloped(chain, async (pool) => {
        const found = await getTransaction(pool, { hash: toHash(hash, 'params.hash') })
        return [toWireChainTransaction(found, pool.chain), found.asOf]
      }),
    blockchainBlock: ({ chain, number }) =>
      plain(chain, async (pool) => toWireBlock(await getBlock(pool, { block: toBlockId(number) }))),
    blockchainLatestBlock: ({ chain }) => readBlock(chain, 'latest'),
    blockchainBlockBy: ({ chain, block }) => readBlock(chain, toBlockId(block)),
    blockchainBlockTransactions: ({ chain, number, limit = 1000, offset = 0 }) =>
      enveloped(chain, async (pool) => {
        const block = number === 'latest' ? {} : { block: BigInt(number) }
        const found = await getBlockTransactions(pool, { ...block, limit, offset })
        return [toWireBlockTransactions(found, pool.chain), found.asOf]
      }),
    blockchainAddressTransactions: ({ chain, address, limit = 100, cursor }) =>
      enveloped(chain, async (pool) => {
        const found = await getHistory(pool, { address: toEvmAddress(address), limit, ...(cursor && { cursor }) })
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
        const call = { to: toEvmAddress(to), data: data as Hex, block: toBlockId(block) }
        const { result, decoded } = await callContract(pool, call)
        return { result, decoded }
      }),
    blockchainLogs: ({ chain, address, topics, fromBlock, toBlock }) =>
      plain(chain, async (pool) =>
        toWireLogs(
          await getLogs(pool, {
            ...(address && { address: toEvmAddress(address) }),
            ...(topics && { topics: toTopics(topics) }),
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
      enveloped(chain, async (pool) => [await getTransactionTrace(pool, { hash: toHash(hash, 'params.hash') })]),
    blockchainDebugTrace: ({ chain, hash, options = {} }) =>
      enveloped(chain, async (pool) => [await getDebugTrace(pool, { hash: toHash(hash, 'body.hash'), options })]),
    blockchainTraceBlock: ({ chain, number }) =>
      enveloped(chain, async (pool) => {
        const { asOf } = await getBlock(pool, { block: toBlockId(number) })
        return [await getBlockTraces(pool, { block: asOf.block }), asOf]
      }),
  }
}
