import { chainNames, type Fault } from '@outrigger/api/contract'
import type { ProviderPool } from '@outrigger/core'
import {
  type AsOf,
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
import { orRefused } from '../node/chainData.ts'
import { toEvmAddress } from '../node/evmAddress.ts'
import { orUnavailable } from '../node/orUnavailable.ts'
import { requirePool } from '../node/perChain.ts'
import type { Pools } from '../node/providers.ts'
import { InvalidParameterError } from '../node/serviceError.ts'
import {
  toWireAsOf,
  toWireBalance,
  toWireBlock,
  toWireBlockTransactions,
  toWireHistory,
  toWireInfo,
  toWireLogs,
  toWireStats,
  toWireTransaction,
  toWireUnifiedBlock,
} from './blockchainWire.ts'
import type { Api } from './fulfilment.ts'
import { toMetadata } from './gasQuestions.ts'

export type BlockchainApiParts = { readonly pools: Pools }

type BlockchainApi = Omit<
  Pick<Api, Extract<keyof Api, `blockchain${string}`>>,
  'blockchainGas' | 'blockchainGasHistory'
>

/** The unified blockchain pattern. */
export function createBlockchainApi({ pools }: BlockchainApiParts): BlockchainApi {
  const ask = <value>(chain: string, read: (pool: ProviderPool) => Promise<value>): Promise<value> => {
    const pool = requirePool(pools, chain, chainNames)
    return orUnavailable(chain, () => orRefused(chain, () => read(pool)), pool)
  }
  /** In the envelope, with the block it is of where the answer names one. */
  async function wrap<data>(
    chain: string,
    read: (pool: ProviderPool) => Promise<readonly [data: data, asOf?: AsOf | null]>,
  ) {
    const startedMs = performance.now()
    const [data, asOf] = await ask(chain, read)
    const metadata = toMetadata(startedMs, chain)
    return { success: true as const, data, metadata: asOf ? { ...metadata, as_of: toWireAsOf(asOf) } : metadata }
  }
  const readBlock = (chain: string, block: BlockId) =>
    wrap(chain, async (pool) => {
      const found = await getBlock(pool, { block })
      return [toWireUnifiedBlock(found), found.asOf]
    })

  return {
    blockchainBalance: ({ chain, address }) =>
      wrap(chain, async (pool) => {
        const found = await getBalance(pool, { address: toEvmAddress(address) })
        return [toWireBalance(found, pool.chain), found.asOf]
      }),
    blockchainTransaction: ({ chain, hash }) =>
      wrap(chain, async (pool) => {
        const found = await getTransaction(pool, { hash: toHash(hash, 'params.hash') })
        return [toWireTransaction(found, pool.chain), found.asOf]
      }),
    blockchainBlock: ({ chain, number }) =>
      ask(chain, async (pool) => toWireBlock(await getBlock(pool, { block: toBlockId(number) }))),
    blockchainLatestBlock: ({ chain }) => readBlock(chain, 'latest'),
    blockchainBlockBy: ({ chain, block }) => readBlock(chain, toBlockId(block)),
    blockchainBlockTransactions: ({ chain, number, limit = 1000, offset = 0 }) =>
      wrap(chain, async (pool) => {
        const block = number === 'latest' ? {} : { block: BigInt(number) }
        const found = await getBlockTransactions(pool, { ...block, limit, offset })
        return [toWireBlockTransactions(found, pool.chain), found.asOf]
      }),
    blockchainAddressTransactions: ({ chain, address, limit = 100, cursor }) =>
      wrap(chain, async (pool) => {
        const found = await getHistory(pool, { address: toEvmAddress(address), limit, ...(cursor && { cursor }) })
        return [toWireHistory(found, pool.chain), found.asOf]
      }),
    blockchainCall: ({ chain, to, data, block = 'latest' }) =>
      ask(chain, async (pool) => {
        const call = { to: toEvmAddress(to), data: data as Hex, block: toBlockId(block) }
        const { result, decoded } = await callContract(pool, call)
        return { result, decoded }
      }),
    blockchainLogs: ({ chain, address, topics, fromBlock, toBlock }) =>
      ask(chain, async (pool) =>
        toWireLogs(
          await getLogs(pool, {
            ...(address && { address: toEvmAddress(address) }),
            ...(topics && { topics: toTopics(topics) }),
            ...(isNumber(fromBlock) && { fromBlock: BigInt(fromBlock) }),
            ...(isNumber(toBlock) && { toBlock: BigInt(toBlock) }),
          }),
        ),
      ),
    blockchainInfo: ({ chain }) => wrap(chain, async (pool) => [toWireInfo(pool.chain)]),
    blockchainNetworkStats: ({ chain }) =>
      wrap(chain, async (pool) => {
        const stats = await getNetworkStats(pool)
        return [toWireStats(stats), stats.asOf]
      }),
    blockchainTraceTransaction: ({ chain, hash }) =>
      wrap(chain, async (pool) => [await getTransactionTrace(pool, { hash: toHash(hash, 'params.hash') })]),
    blockchainDebugTrace: ({ chain, hash, options = {} }) =>
      wrap(chain, async (pool) => [await getDebugTrace(pool, { hash: toHash(hash, 'body.hash'), options })]),
    blockchainTraceBlock: ({ chain, number }) =>
      wrap(chain, async (pool) => {
        const { asOf } = await getBlock(pool, { block: toBlockId(number) })
        return [await getBlockTraces(pool, { block: asOf.block }), asOf]
      }),
  }
}

const refuse = (fault: Fault) => new InvalidParameterError([fault])
const isNumber = (block: string | undefined): block is string => block !== undefined && block !== 'latest'

/** A number in decimals or hexadecimal, a hash, or a tag. */
function toBlockId(block: string): BlockId {
  if (/^0x[\da-f]{64}$/i.test(block)) return block.toLowerCase() as Hex
  if (/^(?:\d{1,15}|0x[\da-f]{1,13})$/i.test(block)) return BigInt(block)
  if (['latest', 'safe', 'finalized', 'earliest'].includes(block)) return block as 'latest'
  throw refuse({ path: 'params.block', message: 'must be a block number or a hash of 0x and 64 hexadecimal digits' })
}

function toHash(hash: string, path: string): Hex {
  if (!/^0x[\da-f]{64}$/i.test(hash)) throw refuse({ path, message: 'must be 0x and 64 hexadecimal digits' })
  return hash.toLowerCase() as Hex
}

/** By position; nothing between two commas stands for any topic. */
function toTopics(list: string): readonly (Hex | null)[] {
  const topics = list.split(',').map((topic) => topic.trim())
  if (topics.length > 4) throw refuse({ path: 'query.topics', message: 'has more than four topics' })
  return topics.map((topic) => (topic === '' ? null : toHash(topic, 'query.topics')))
}
