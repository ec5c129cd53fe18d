import { AllProvidersFailedError, type ProviderPool, RpcAnswerError } from '@outrigger/core'
import type { Hex } from 'viem'
import { type BlockTransaction, isCancellation } from '../pool/tracked.ts'
import { toTransaction } from '../transaction/toTransaction.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { BlockReference } from '../watcherTypes.ts'

// From so many on, the receipts of the whole block are less to carry than one answer each.
const manyReceipts = 8
const receiptsAtOnce = 64

export type Block = {
  readonly header: Readonly<Record<string, unknown>>
  readonly transactions: readonly (BlockTransaction & { readonly terms: Transaction })[]
}

export type BlockReaderOptions = Pick<ProviderPool, 'send'> & {
  readonly signal: AbortSignal
  /** A transaction that is known already. */
  readonly termsOf: (hash: Hex) => Transaction | undefined
}

export type BlockReader = {
  /** Null while no provider has it. @throws {AllProvidersFailedError} */
  getBlock(block: BlockReference, prefer: string): Promise<Block | null>
  /**
   * Adds how transactions of a block ended; those whose receipts no provider has yet are left out.
   * @throws {AllProvidersFailedError}
   */
  readOutcomes(block: BlockReference, hashes: readonly Hex[], outcomes: Map<Hex, boolean>): Promise<void>
}

export function createBlockReader({ send, signal, termsOf }: BlockReaderOptions): BlockReader {
  /** Whether the latest block held what nobody had shown; where all is shown, the hashes of a block are enough. */
  let hasUnseen = false
  let lacksBlockReceipts = false

  const ask = async (method: string, params: readonly unknown[], prefer?: string) =>
    (await send({ method, params }, { signal, fresh: true, ...(prefer !== undefined && { prefer }) })).result

  async function getBlock({ hash }: BlockReference, prefer: string): Promise<Block | null> {
    if (!hasUnseen) {
      const header = (await ask('eth_getBlockByHash', [hash, false], prefer)) as Block['header'] | null
      const hashes = header?.['transactions']
      if (header === null || !Array.isArray(hashes)) return null
      const known = hashes.flatMap((each: Hex) => termsOf(each) ?? [])
      if (known.length === hashes.length) return { header, transactions: known.map(toHeld) }
    }
    const block = toBlock(await ask('eth_getBlockByHash', [hash, true], prefer))
    hasUnseen = block?.transactions.some((one) => termsOf(one.hash) === undefined) ?? true
    return block
  }

  async function readOutcomes(block: BlockReference, hashes: readonly Hex[], outcomes: Map<Hex, boolean>) {
    const note = (raw: unknown) => {
      const receipt = raw as Readonly<Record<string, unknown>> | null | undefined
      if (typeof receipt?.['transactionHash'] !== 'string' || receipt['blockHash'] !== block.hash) return
      // Before Byzantium receipts had no status (EIP-658).
      outcomes.set(receipt['transactionHash'].toLowerCase() as Hex, receipt['status'] !== '0x0')
    }
    if (hashes.length >= manyReceipts && !lacksBlockReceipts) {
      try {
        const receipts = await ask('eth_getBlockReceipts', [block.hash])
        if (Array.isArray(receipts)) for (const receipt of receipts) note(receipt)
        return
      } catch (error) {
        // Asking one by one because the provider is slow would make it slower.
        if (!isUnsupported(error)) throw error
        lacksBlockReceipts = true
      }
    }
    for (let from = 0; from < hashes.length; from += receiptsAtOnce) {
      const part = hashes.slice(from, from + receiptsAtOnce)
      await Promise.all(part.map(async (hash) => note(await ask('eth_getTransactionReceipt', [hash]))))
    }
  }

  return { getBlock, readOutcomes }
}

function isUnsupported(error: unknown): boolean {
  if (error instanceof AllProvidersFailedError) return error.failures.every(({ kind }) => kind === 'unsupported')
  return error instanceof RpcAnswerError
}

/** From JSON-RPC form, transactions whole; null for anything else. */
export function toBlock(raw: unknown): Block | null {
  const header = raw as Block['header'] | null
  const transactions = header?.['transactions']
  if (header === null || !Array.isArray(transactions)) return null
  return { header, transactions: transactions.flatMap(toBlockTransaction) }
}

/** System transactions of rollups may lack what others have; nobody sees those pending. */
function toBlockTransaction(raw: Readonly<Record<string, unknown>>): Block['transactions'] {
  try {
    return [toHeld(toTransaction(raw))]
  } catch {
    return []
  }
}

function toHeld(terms: Transaction): Block['transactions'][number] {
  const { hash, from, nonce } = terms
  return { hash, from, nonce, isCancellation: isCancellation(terms), terms }
}
