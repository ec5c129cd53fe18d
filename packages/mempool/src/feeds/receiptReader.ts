import { AllProvidersFailedError, RpcAnswerError, type SendOptions } from '@outrigger/core'
import type { Hex } from 'viem'
import type { BlockReference, Inclusion } from '../watcherTypes.ts'

// For this many receipts or more, one request for the whole block is cheaper than one request each.
const manyReceipts = 8
const receiptsAtOnce = 64

export type ReceiptReader = {
  /**
   * Adds the outcomes of transactions of a block to `outcomes`. Transactions without a receipt are skipped.
   * @throws {AllProvidersFailedError}
   */
  readOutcomes(block: BlockReference, hashes: readonly Hex[], outcomes: Map<Hex, Inclusion>): Promise<void>
}

export function createReceiptReader(
  request: (method: string, params: readonly unknown[], options?: Pick<SendOptions, 'fresh'>) => Promise<unknown>,
): ReceiptReader {
  let lacksBlockReceipts = false
  let lastRequested: Hex | undefined

  /** Returns null if no provider supports the receipts of a whole block. */
  async function getBlockReceipts({ hash }: BlockReference): Promise<readonly unknown[] | null> {
    // The first request may use the cache, because others read the same receipts. A repeated request must not.
    const fresh = lastRequested === hash
    lastRequested = hash
    try {
      const receipts = await request('eth_getBlockReceipts', [hash], { fresh })
      return Array.isArray(receipts) ? receipts : []
    } catch (error) {
      // Only an unsupported method leads to single requests. They would overload a slow provider.
      if (!isUnsupported(error)) throw error
      lacksBlockReceipts = true
      return null
    }
  }

  return {
    async readOutcomes(block, hashes, outcomes) {
      if (hashes.length >= manyReceipts && !lacksBlockReceipts) {
        const receipts = await getBlockReceipts(block)
        for (const receipt of receipts ?? []) addOutcome(receipt, block, outcomes)
        if (receipts !== null) return
      }
      for (let from = 0; from < hashes.length; from += receiptsAtOnce)
        await Promise.all(
          hashes
            .slice(from, from + receiptsAtOnce)
            .map(async (hash) => addOutcome(await request('eth_getTransactionReceipt', [hash]), block, outcomes)),
        )
    },
  }
}

function addOutcome(raw: unknown, block: BlockReference, outcomes: Map<Hex, Inclusion>): void {
  const receipt = raw as Readonly<Record<string, unknown>> | null | undefined
  if (typeof receipt?.['transactionHash'] !== 'string' || receipt['blockHash'] !== block.hash) return
  outcomes.set(receipt['transactionHash'].toLowerCase() as Hex, toInclusion(receipt['status']))
}

function toInclusion(status: unknown): Inclusion {
  if (status === '0x1') return 'mined'
  return status === '0x0' ? 'failed' : 'included'
}

function isUnsupported(error: unknown): boolean {
  if (error instanceof AllProvidersFailedError) return error.failures.every(({ kind }) => kind === 'unsupported')
  return error instanceof RpcAnswerError
}
