import { AllProvidersFailedError, RpcAnswerError, type SendOptions } from '@outrigger/core'
import type { Hex } from 'viem'
import type { BlockReference, Inclusion } from '../watcherTypes.ts'

// From this many on, the receipts of the whole block are cheaper than one request each.
const manyReceipts = 8
const receiptsAtOnce = 64

export type ReceiptReader = {
  /**
   * Adds to `outcomes` how transactions of a block ended; transactions without a receipt yet are left out.
   * @throws {AllProvidersFailedError}
   */
  readOutcomes(block: BlockReference, hashes: readonly Hex[], outcomes: Map<Hex, Inclusion>): Promise<void>
}

export function createReceiptReader(
  ask: (method: string, params: readonly unknown[], options?: Pick<SendOptions, 'fresh'>) => Promise<unknown>,
): ReceiptReader {
  let lacksBlockReceipts = false
  let asked: Hex | undefined

  /** Null where no provider serves the receipts of a whole block. */
  async function getBlockReceipts({ hash }: BlockReference): Promise<readonly unknown[] | null> {
    // The first time, an answer from the cache will do: a pool book reads the same receipts. If some were missing, it must not.
    const fresh = asked === hash
    asked = hash
    try {
      const receipts = await ask('eth_getBlockReceipts', [hash], { fresh })
      return Array.isArray(receipts) ? receipts : []
    } catch (error) {
      // A slow provider must not be asked for every receipt instead.
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
            .map(async (hash) => addOutcome(await ask('eth_getTransactionReceipt', [hash]), block, outcomes)),
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
