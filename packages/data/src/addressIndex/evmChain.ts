import type { ProviderPool } from '@outrigger/core'
import { type Hex, numberToHex } from 'viem'
import {
  ContradictoryBlockError,
  type IndexedBlock,
  type RpcIndexBlock,
  type RpcIndexLog,
  toIndexedBlock,
  transferTopics,
} from './entries.ts'
import type { IndexedChain } from './indexedChain.ts'

type Receipt = { readonly blockHash: string; readonly contractAddress?: string | null } | null

/**
 * Reads a block for the index with methods that every node has. It reads the block, the block's token transfers by
 * its hash, and the receipts of transactions that create a contract. Returns null if the node does not have the
 * block.
 *
 * @throws {AllProvidersFailedError}
 * @throws {ContradictoryBlockError} the chain was reorganized during the read
 */
async function readIndexedBlock(pool: ProviderPool, number: number): Promise<IndexedBlock | null> {
  const params = [numberToHex(number), true]
  const { result: block } = await pool.send<RpcIndexBlock | null>({ method: 'eth_getBlockByNumber', params })
  if (block === null) return null
  const filter = { blockHash: block.hash, topics: [transferTopics] }
  const [{ result: logs }, created] = await Promise.all([
    pool.send<readonly RpcIndexLog[]>({ method: 'eth_getLogs', params: [filter] }),
    readCreated(pool, block),
  ])
  return toIndexedBlock(block, logs, created)
}

async function readCreated(pool: ProviderPool, block: RpcIndexBlock): Promise<ReadonlyMap<string, string>> {
  const creations = block.transactions.filter(({ to }) => !to)
  const found = await Promise.all(
    creations.map(async ({ hash }) => {
      const { result } = await pool.send<Receipt>({ method: 'eth_getTransactionReceipt', params: [hash] })
      if (result?.blockHash !== block.hash)
        throw new ContradictoryBlockError(`The receipt of ${hash} belongs to another block than ${block.hash}.`)
      return [hash, result.contractAddress ?? null] as const
    }),
  )
  return new Map(found.flatMap(([hash, contract]) => (contract === null ? [] : [[hash, contract]])))
}

/** Creates the reader of an EVM chain for the index. */
export const createEvmChain = (pool: ProviderPool): IndexedChain => ({
  id: pool.chain.chainId ?? 0,
  parallel: 8,
  readHead: () => readHead(pool),
  readHash: (number) => readHash(pool, number),
  readBlock: (number) => readIndexedBlock(pool, number),
  watchHeads: (onHead) => pool.watchHeads(onHead),
  toAddress: (text) => text.toLowerCase(),
  toKey: (address) => address.toLowerCase() as Hex,
})

async function readHash(pool: ProviderPool, number: number): Promise<string | null> {
  const params = [numberToHex(number), false]
  const { result } = await pool.send<{ readonly hash: string } | null>({ method: 'eth_getBlockByNumber', params })
  return result?.hash ?? null
}

async function readHead(pool: ProviderPool): Promise<number> {
  return Number((await pool.send<string>({ method: 'eth_blockNumber', params: [] })).result)
}
