import type { Hex } from 'viem'
import { type Accounts, createLedger, type Ledger } from './accounts.ts'
import type { BundleFault } from './errors.ts'
import type { SignedTransaction } from './transaction.ts'
import { type BlockFees, computeLeastGasUsed, computeMostCost, countBlobs } from './transactionCost.ts'
import { findTransactionFaults, type GasLimits, type TransactionFault } from './transactionFaults.ts'

/** State of the chain against which a bundle is checked. */
export type ChainSituation = Accounts &
  GasLimits & {
    readonly head: bigint
    /** Timestamp of the head in Unix seconds. */
    readonly timestamp: bigint
    /** Base fee of the next block. */
    readonly baseFee: bigint
    /** Limits for a bundle with blobs. Null for other bundles. */
    readonly blobs: BlobSituation | null
    /** Hashes of the bundle's transactions that are mined already. */
    readonly mined: ReadonlySet<Hex>
  }

/** Blob base fee of the next block, and maximum number of blobs per block. Null if the chain does not report them. */
export type BlobSituation = { readonly nextBaseFee: bigint | null; readonly maxPerBlock: number | null }

type Terms = {
  readonly targetBlock: bigint
  readonly lastBlock: bigint
  readonly minTimestamp?: number | undefined
  readonly maxTimestamp?: number | undefined
  /** Indexed by position in the bundle. */
  readonly canRevert: readonly boolean[]
}

/**
 * Finds conflicts that are known before sending and prevent inclusion in any block. A transaction that may revert can also be
 * left out, so its own conflicts are ignored.
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

const toBundleFault = (kind: BundleFault['kind'], message: string): BundleFault => ({ kind, position: null, message })

function findBlobFaults(
  transactions: readonly SignedTransaction[],
  { canRevert }: Terms,
  { blobs }: ChainSituation,
): readonly BundleFault[] {
  const required = transactions.filter((_, position) => canRevert[position] !== true)
  const blobCount = required.reduce((sum, transaction) => sum + countBlobs(transaction), 0)
  const maxBlobs = blobs?.maxPerBlock ?? Number.POSITIVE_INFINITY
  return blobCount > maxBlobs
    ? [toBundleFault('blobs', `has ${blobCount} blobs, above the block limit of ${maxBlobs}`)]
    : []
}

function findTimeFaults(
  { targetBlock, lastBlock, minTimestamp, maxTimestamp }: Terms,
  { head, timestamp }: ChainSituation,
): readonly BundleFault[] {
  const isReversed = minTimestamp !== undefined && maxTimestamp !== undefined && maxTimestamp < minTimestamp
  return [
    ...(targetBlock <= head
      ? [toBundleFault('pastBlock', `is for block ${targetBlock}, which is in the past: the head is block ${head}`)]
      : []),
    ...(lastBlock - head > 1000n
      ? [toBundleFault('pastBlock', `is for block ${lastBlock}, more than 1000 blocks after the head ${head}`)]
      : []),
    ...(isReversed ? [toBundleFault('timestamp', 'has a maximum timestamp below its minimum timestamp')] : []),
    ...(maxTimestamp !== undefined && BigInt(maxTimestamp) <= timestamp
      ? [toBundleFault('timestamp', `has a maximum timestamp in the past: the latest block has timestamp ${timestamp}`)]
      : []),
  ]
}

/** Ignores conflicts of optional transactions, unless every transaction is optional and none can be included. */
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

/** Finds the conflict of a transaction with the state after the transactions before it. */
function findPlaceFault(
  transaction: SignedTransaction,
  ledger: Ledger,
  { situation, leastFees, gasLeft }: Place,
): TransactionFault | null {
  const { hash, from, nonce, gas, maxFeePerGas, more } = transaction
  if (situation.mined.has(hash)) return { kind: 'alreadyMined', message: `is mined already (${hash})` }
  const account = ledger.of(from)
  if (nonce < account.nonce || nonce > account.lastNonce) {
    const reason = nonce < account.nonce ? 'which is already used' : 'which leaves a gap'
    const next = account.lastNonce > account.nonce ? `${account.nonce} or a later one` : account.nonce
    return { kind: 'nonce', message: `has nonce ${nonce}, ${reason}: the next nonce of ${from} is ${next}` }
  }
  if (maxFeePerGas < leastFees.baseFee)
    return {
      kind: 'baseFee',
      message: `pays at most ${maxFeePerGas} wei per gas, below the block's base fee of at least ${leastFees.baseFee}`,
    }
  const { maxFeePerBlobGas } = more
  if (maxFeePerBlobGas !== undefined && maxFeePerBlobGas < leastFees.blobFee)
    return {
      kind: 'blobFee',
      message: `pays at most ${maxFeePerBlobGas} wei per blob gas, below the block's blob base fee of at least ${leastFees.blobFee}`,
    }
  const cost = computeMostCost(transaction)
  if (!ledger.hasRunCode() && account.balance < cost)
    return { kind: 'balance', message: `may cost ${cost} wei, but ${from} has at most ${account.balance} wei` }
  if (gas > gasLeft && gas <= situation.gasLimit)
    return {
      kind: 'gasLimit',
      message: `has a gas limit of ${gas}, but the transactions before it leave ${gasLeft} gas in the block`,
    }
  return null
}

/**
 * Returns the lowest possible fees of the target blocks. Base fees fall by at most an eighth per block (EIP-1559). The
 * lower bound of later blob fees is 1 wei.
 */
function computeLeastFees(
  { lastBlock }: Terms,
  { head, baseFee, blobs }: Pick<ChainSituation, 'head' | 'baseFee' | 'blobs'>,
): BlockFees {
  let least = baseFee
  for (let block = head + 1n; block < lastBlock && least >= 8n; block += 1n) least -= least / 8n
  return { baseFee: least, blobFee: lastBlock > head + 1n ? 1n : (blobs?.nextBaseFee ?? 1n) }
}
