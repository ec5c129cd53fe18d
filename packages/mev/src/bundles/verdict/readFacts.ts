import type { Address, Hex, PublicClient } from 'viem'
import type { BundleRecord } from '../record.ts'
import type { BlockFacts } from './step.ts'

/** Block with the transaction fields that verdicts need. */
export type ReadBlock = {
  readonly number: number
  readonly hash: Hex
  readonly timestamp: number
  readonly transactions: readonly { readonly hash: Hex; readonly from: Address; readonly nonce: number }[]
}

/** @throws the client's error if no provider responds or has the block */
export async function readBlock(
  client: PublicClient,
  which: { readonly blockHash: Hex } | { readonly blockNumber: bigint },
): Promise<ReadBlock> {
  const block = await client.getBlock({ ...which, includeTransactions: true })
  return {
    number: Number(block.number),
    hash: block.hash as Hex,
    timestamp: Number(block.timestamp),
    transactions: block.transactions.map(({ hash, from, nonce }) => ({ hash, from, nonce })),
  }
}

/**
 * Finds the bundle's transactions in a block with their receipts, and other transactions that use the same nonces.
 *
 * @returns null if a receipt has no status, because the outcome is then unknown until a provider returns one
 */
export async function readFacts(
  client: PublicClient,
  { number, hash, timestamp, transactions }: ReadBlock,
  record: Pick<BundleRecord, 'transactions'>,
): Promise<BlockFacts | null> {
  const ours = record.transactions
  const mined = transactions.flatMap((one, index) =>
    ours.some(({ hash }) => hash === one.hash) ? [{ ...one, index }] : [],
  )
  const rivals = ours.flatMap(({ from, nonce, hash }, position) =>
    transactions
      .filter((one) => one.nonce === nonce && one.hash !== hash && one.from.toLowerCase() === from.toLowerCase())
      .map((one) => ({ position, hash: one.hash })),
  )
  const outcomes = await Promise.all(
    mined.map(async ({ hash, index }) => {
      const { status, gasUsed } = await client.getTransactionReceipt({ hash })
      return status ? { hash, index, succeeded: status === 'success', gasUsed: String(gasUsed) } : null
    }),
  )
  const known = outcomes.filter((outcome) => outcome !== null)
  return known.length < outcomes.length ? null : { number, hash, timestamp, rivals, mined: known }
}
