import { maxNonce } from './authorization.ts'
import { InvalidTransactionError } from './invalidTransactionError.ts'
import type { RawTransaction } from './readRawTransaction.ts'
import { maxS } from './recoverSigner.ts'

/** First byte of the versioned hash of a KZG commitment (EIP-4844). */
const kzgVersion = '0x01'
/** Number of proofs per blob since EIP-7594, which has one proof per cell. Before, there was one proof per blob. */
const cellsPerBlob = 128
/** Arbitrum One, Nova and Sepolia ignore tips, so they include transactions with any tip. */
const anyTip: ReadonlySet<bigint | null> = new Set([42_161n, 42_170n, 421_614n])

/** Throws if the rules of its type make a transaction invalid on every chain that has the Homestead rules. */
export function checkRawTransaction(transaction: RawTransaction): void {
  const { type, to, chainId, nonce, maxFeePerGas, maxPriorityFeePerGas, signature } = transaction
  if (signature !== null && signature.parity !== 0n && signature.parity !== 1n)
    refuse('The parity of the signature is not 0 or 1.')
  if (signature !== null && signature.s > maxS) refuse('The s of the signature is in the upper half (EIP-2).')
  if (type > 0 && chainId === 0n) refuse('The chain id 0 is invalid.')
  if (nonce >= maxNonce) refuse('The nonce is above 2^64 - 2 (EIP-2681).')
  if (maxPriorityFeePerGas > maxFeePerGas && !anyTip.has(chainId)) refuse('The tip is above the fee cap (EIP-1559).')
  if (type >= 3 && to === null) refuse(`A type ${type} transaction needs a recipient.`)
  if (type === 4 && transaction.authorizations.length === 0)
    refuse('A set-code transaction needs an authorization (EIP-7702).')
  if (transaction.blobs !== null) checkBlobs(transaction.blobs.versionedHashes, transaction.sidecar)
}

function checkBlobs(hashes: readonly string[], sidecar: RawTransaction['sidecar']): void {
  if (hashes.length === 0) refuse('A blob transaction needs a blob (EIP-4844).')
  if (hashes.some((hash) => !hash.startsWith(kzgVersion)))
    refuse('A versioned hash does not start with 0x01 (EIP-4844).')
  if (sidecar === null) return
  const { blobs, commitments, proofs } = sidecar
  const areProofs = proofs === hashes.length || proofs === hashes.length * cellsPerBlob
  if (blobs !== hashes.length || commitments.length !== hashes.length || !areProofs)
    refuse('The blob sidecar does not match the blob hashes of the transaction.')
}

function refuse(message: string): never {
  throw new InvalidTransactionError(message)
}
