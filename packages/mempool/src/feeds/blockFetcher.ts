import type { ProviderPool, SendOptions } from '@outrigger/core'
import type { Hex } from 'viem'
import { type Block, toBlock, toBlockTransaction } from '../lifecycle/block.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { BlockReference } from '../watcherTypes.ts'
import { createReceiptReader, type ReceiptReader } from './receiptReader.ts'

type BlockFetcherOptions = Pick<ProviderPool, 'send'> & {
  readonly signal: AbortSignal
  /** Returns a known transaction. */
  readonly termsOf: (hash: Hex) => Transaction | undefined
}

export type BlockFetcher = ReceiptReader & {
  /** Returns null while no provider has the block. @throws {AllProvidersFailedError} */
  getBlock(block: BlockReference, prefer: string): Promise<Block | null>
}

export function createBlockFetcher({ send, signal, termsOf }: BlockFetcherOptions): BlockFetcher {
  /** Whether the latest block had an unknown transaction. If all are known, the hashes of a block are enough. */
  let hasUnknown = false

  const request = async (
    method: string,
    params: readonly unknown[],
    options: Pick<SendOptions, 'prefer' | 'fresh'> = {},
  ) => (await send({ method, params }, { signal, fresh: true, ...options })).result

  async function getKnownBlock(hash: Hex, prefer: string): Promise<Block | 'missing' | 'unknown'> {
    const header = (await request('eth_getBlockByHash', [hash, false], { prefer })) as Block['header'] | null
    const hashes = header?.['transactions']
    if (header === null || !Array.isArray(hashes)) return 'missing'
    const known = hashes.flatMap((each: Hex) => termsOf(each) ?? [])
    return known.length === hashes.length ? { header, transactions: known.map(toBlockTransaction) } : 'unknown'
  }

  return {
    async getBlock({ hash }, prefer) {
      if (!hasUnknown) {
        const block = await getKnownBlock(hash, prefer)
        if (block === 'missing') return null
        if (block !== 'unknown') return block
      }
      const block = toBlock(await request('eth_getBlockByHash', [hash, true], { prefer }))
      hasUnknown = block?.transactions.some((one) => termsOf(one.hash) === undefined) ?? true
      return block
    },
    ...createReceiptReader(request),
  }
}
