import {
  type BlobSidecar,
  maxS,
  type RawTransaction,
  readRawTransaction,
  recoverSigner,
} from '@outrigger/mempool/internal'
import { type Address, getAddress, type Hex, isHex, size } from 'viem'
import { type BundleFault, InvalidBundleError } from './errors.ts'

/** Decoded signed transaction. Amounts are wei. */
export type SignedTransaction = {
  readonly raw: Hex
  readonly hash: Hex
  readonly from: Address
  /** Recipient. Null for a contract creation. */
  readonly to: Address | null
  readonly nonce: number
  readonly value: bigint
  readonly gas: bigint
  readonly data: Hex
  /** The gas price of a legacy transaction, which is also its priority fee. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Chain id. Null if the signature is valid on every chain (before EIP-155). */
  readonly chainId: number | null
  /** Fields that only some transaction types have, in the shape of node requests. */
  readonly more: TypedFields
  /** Transaction type (EIP-2718). */
  readonly type: number
  /** Blobs, commitments and proofs sent with a blob transaction. Null if absent. */
  readonly sidecar: BlobSidecar | null
}

export type TypedFields = {
  readonly accessList?: RawTransaction['accessList']
  readonly authorizationList?: RawTransaction['authorizations']
  readonly blobVersionedHashes?: readonly Hex[]
  readonly maxFeePerBlobGas?: bigint
}

type Reading = SignedTransaction | Omit<BundleFault, 'position'>

/**
 * Decodes the signed transactions of a bundle.
 * @throws {InvalidBundleError} lists every transaction that is malformed, unsigned or signed for another chain
 */
export function toSignedTransactions(raws: readonly string[], chainId: number): readonly SignedTransaction[] {
  const readings = raws.map((raw) => readTransaction(raw, chainId))
  const faults = readings.flatMap((reading, position) => ('kind' in reading ? [{ ...reading, position }] : []))
  if (faults.length > 0) throw new InvalidBundleError(faults)
  return readings as readonly SignedTransaction[]
}

function readTransaction(raw: string, chainId: number): Reading {
  if (!isHex(raw) || raw.length % 2 !== 0 || raw.length < 4)
    return { kind: 'badHex', message: 'is not valid hexadecimal. Expected 0x followed by whole bytes' }
  const fields = orNull(() => readRawTransaction(raw))
  if (fields === null)
    return {
      kind: 'badHex',
      message: 'is not a transaction: its bytes cannot be decoded. Send a signed raw transaction',
    }
  const { signature } = fields
  if (signature === null) return { kind: 'unsigned', message: 'is not signed. Sign it first' }
  if (signature.s > maxS) return { kind: 'badSignature', message: 'has a signature that nodes reject (EIP-2)' }
  if (fields.chainId !== null && fields.chainId !== BigInt(chainId))
    return {
      kind: 'wrongChain',
      message: `is signed for chain id ${fields.chainId}. Expected ${chainId}`,
    }
  const from = orNull(() => recoverSigner(signature))
  if (from === null) return { kind: 'badSignature', message: 'has an invalid signature' }
  return toSigned(raw, getAddress(from), fields)
}

function toSigned(raw: Hex, from: Address, fields: RawTransaction): SignedTransaction {
  const { hash, to, nonce, value, gas, input, maxFeePerGas, maxPriorityFeePerGas, type, sidecar } = fields
  const { chainId, accessList, authorizations, blobs } = fields
  return {
    raw,
    hash,
    from,
    to,
    nonce: Number(nonce),
    value,
    gas,
    data: input,
    maxFeePerGas,
    maxPriorityFeePerGas,
    chainId: chainId === null ? null : Number(chainId),
    more: {
      ...(accessList.length > 0 && { accessList }),
      ...(authorizations.length > 0 && { authorizationList: authorizations }),
      ...(blobs && { blobVersionedHashes: blobs.versionedHashes, maxFeePerBlobGas: blobs.maxFeePerBlobGas }),
    },
    type,
    sidecar,
  }
}

/** Returns null if decoding throws. */
function orNull<value>(read: () => value): value | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Size of a blob in bytes and in blob gas (EIP-4844). */
export const blobBytes = 131_072

/** Total size of raw transactions without their blobs, which are not part of a block. */
export const countBytes = (transactions: readonly { readonly raw: Hex }[]): number =>
  transactions.reduce((sum, { raw }) => sum + (raw.startsWith('0x03') ? size(raw) % blobBytes : size(raw)), 0)
