import type { Hex } from 'viem'
import { type Accounts, createLedger, type Ledger } from './accounts.ts'
import type { BundleFault } from './errors.ts'
import type { SignedTransaction } from './transaction.ts'
import { type BlockFees, computeLeastGasUsed, computeMostCost, countBlobs } from './transactionCost.ts'
import { findTransactionFaults, type GasLimits, type TransactionFault } from './transactionFaults.ts'

/** What the chain is like that a bundle is for. */
export type ChainSituation = Accounts &
  GasLimits & {
    readonly head: bigint
    /** Of the head. Unix seconds. */
    readonly timestamp: bigint
    /** Of the next block. */
    readonly baseFee: bigint
    /** What a bundle with blobs needs to know; null for one without. */
    readonly blobs: BlobSituation | null
    /** Hashes of the bundle's transactions that are mined already. */
    readonly mined: ReadonlySet<Hex>
  }

/** Null where the chain does not say. */
export type BlobSituation = { readonly nextBaseFee: bigint | null; readonly maxPerBlock: number | null }

type Terms = {
  readonly targetBlock: bigint
  readonly lastBlock: bigint
  readonly minTimestamp?: number | undefined
  readonly maxTimestamp?: number | undefined
  /** By position. */
  readonly canRevert: readonly boolean[]
}

/**
 * What keeps a bundle out of every block, as far as it is known before it is sent. A transaction that may revert may also be
 * left out, and so has no fault of its own.
 */
export function findConflicts(
  transactions: readonly SignedTransaction[],
  terms: Terms,
  situation: ChainSituation,
): readonly BundleFault[] {
  return [
    ...findBlobFaults(transactions, terms, situation),
    ...findTimeFaults(terms, situation),
    ...transactions.flatMap((transaction, position) =>
      findTransactionFaults(transaction, situation).map((fault) => ({ ...fault, position })),
    ),
    ...findPlaceFaults(transactions, terms, situation),
  ]
}

const ofBundle = (kind: BundleFault['kind'], message: string): BundleFault => ({ kind, position: null, message })

function findBlobFaults(
  transactions: readonly SignedTransaction[],
  { canRevert }: Terms,
  { blobs }: ChainSituation,
): readonly BundleFault[] {
  const required = transactions.filter((_, position) => canRevert[position] !== true)
  const blobCount = required.reduce((sum, transaction) => sum + countBlobs(transaction), 0)
  const mostBlobs = blobs?.maxPerBlock ?? Number.POSITIVE_INFINITY
  return blobCount > mostBlobs
    ? [ofBundle('blobs', `has ${blobCount} blobs, and a block takes ${mostBlobs} at most`)]
    : []
}

function findTimeFaults(
  { targetBlock, lastBlock, minTimestamp, maxTimestamp }: Terms,
  { head, timestamp }: ChainSituation,
): readonly BundleFault[] {
  const isReversed = minTimestamp !== undefined && maxTimestamp !== undefined && maxTimestamp < minTimestamp
  return [
    ...(targetBlock <= head
      ? [ofBundle('pastBlock', `is for block ${targetBlock}, which is past: the chain is at ${head}`)]
      : []),
    ...(lastBlock - head > 1000n
      ? [ofBundle('pastBlock', `is for block ${lastBlock}, and may be for one of the next 1000 after ${head}`)]
      : []),
    ...(isReversed ? [ofBundle('timestamp', 'has a greatest timestamp below its least')] : []),
    ...(maxTimestamp !== undefined && BigInt(maxTimestamp) <= timestamp
      ? [ofBundle('timestamp', `has a greatest timestamp that is past: the last block's is ${timestamp}`)]
      : []),
  ]
}

/** A transaction that may be left out has no say, except where none is left. */
function findPlaceFaults(
  transactions: readonly SignedTransaction[],
  terms: Terms,
  situation: ChainSituation,
): readonly BundleFault[] {
  const place = { situation, leastFees: computeLeastFees(terms, situation) }
  const ledger = createLedger(situation, place.leastFees)
  const seen = new Set<Hex>()
  let gasLeft = situation.gasLimit
  const found = transactions.map((transaction, position): BundleFault | null => {
    const isOptional = terms.canRevert[position] === true
    const fault = seen.has(transaction.hash)
      ? ({ kind: 'duplicate', message: 'is in the bundle twice' } as const)
      : findPlaceFault(transaction, ledger, { ...place, gasLeft })
    seen.add(transaction.hash)
    if (fault !== null) return { ...fault, position }
    ledger.add(transaction, isOptional)
    if (!isOptional) gasLeft -= computeLeastGasUsed(transaction)
    return null
  })
  const isAllOptional = terms.canRevert.every(Boolean)
  return found.flatMap((fault, position) => {
    const counts = fault?.kind === 'duplicate' || terms.canRevert[position] !== true
    return fault !== null && (counts || (isAllOptional && !found.includes(null))) ? [fault] : []
  })
}

type Place = {
  readonly situation: ChainSituation
  readonly leastFees: BlockFees
  readonly gasLeft: bigint
}

/** Why a transaction cannot be carried out behind those before it. */
function findPlaceFault(
  transaction: SignedTransaction,
  ledger: Ledger,
  { situation, leastFees, gasLeft }: Place,
): TransactionFault | null {
  const { hash, from, nonce, gas, maxFeePerGas, more } = transaction
  if (situation.mined.has(hash)) return { kind: 'alreadyMined', message: `is mined already (${hash})` }
  const account = ledger.of(from)
  if (nonce < account.nonce || nonce > account.lastNonce) {
    const means = nonce < account.nonce ? 'which is used' : 'so that one before it is missing'
    const next = account.lastNonce > account.nonce ? `${account.nonce} or a later one` : account.nonce
    return { kind: 'nonce', message: `has nonce ${nonce}, ${means}: the next of ${from} is ${next}` }
  }
  if (maxFeePerGas < leastFees.baseFee)
    return {
      kind: 'baseFee',
      message: `pays ${maxFeePerGas} wei per gas at most, and the block asks for at least ${leastFees.baseFee}`,
    }
  const { maxFeePerBlobGas } = more
  if (maxFeePerBlobGas !== undefined && maxFeePerBlobGas < leastFees.blobFee)
    return {
      kind: 'blobFee',
      message: `pays ${maxFeePerBlobGas} wei per blob gas at most, and the block asks for at least ${leastFees.blobFee}`,
    }
  const cost = computeMostCost(transaction)
  if (!ledger.hasRunCode() && account.balance < cost)
    return { kind: 'balance', message: `may cost ${cost} wei, and ${from} has ${account.balance} at most` }
  if (gas > gasLeft && gas <= situation.gasLimit)
    return { kind: 'gasLimit', message: `has a gas limit of ${gas}, and those before it leave ${gasLeft} of the block` }
  return null
}

/** Base fees fall by an eighth a block at most (EIP-1559); how far blob fees fall is not known. */
function computeLeastFees(
  { lastBlock }: Terms,
  { head, baseFee, blobs }: Pick<ChainSituation, 'head' | 'baseFee' | 'blobs'>,
): BlockFees {
  let least = baseFee
  for (let block = head + 1n; block < lastBlock && least >= 8n; block += 1n) least -= least / 8n
  return { baseFee: least, blobFee: lastBlock > head + 1n ? 1n : (blobs?.nextBaseFee ?? 1n) }
}
