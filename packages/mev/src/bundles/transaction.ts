import {
  type BlobSidecar,
  maxS,
  type RawTransaction,
  readRawTransaction,
  recoverSigner,
} from '@outrigger/mempool/internal'
import { type Address, getAddress, type Hex, isHex, size } from 'viem'
import { type BundleFault, InvalidBundleError } from './errors.ts'

/** A signed transaction, read. Amounts are wei. */
export type SignedTransaction = {
  readonly raw: Hex
  readonly hash: Hex
  readonly from: Address
  /** Null creates a contract. */
  readonly to: Address | null
  readonly nonce: number
  readonly value: bigint
  readonly gas: bigint
  readonly data: Hex
  /** The gas price of a legacy transaction, which is also its priority fee. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Null where the signature holds for every chain (before EIP-155). */
  readonly chainId: number | null
  /** What only some types have, as the methods of a node take them. */
  readonly more: TypedFields
  /** EIP-2718. */
  readonly type: number
  /** What travels beside a blob transaction; null without it. */
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
 * The signed transactions of a bundle.
 * @throws {InvalidBundleError} names every one that is not hexadecimal, not signed, or for another chain
 */
export function toSignedTransactions(raws: readonly string[], chainId: number): readonly SignedTransaction[] {
  const readings = raws.map((raw) => readTransaction(raw, chainId))
  const faults = readings.flatMap((reading, position) => ('kind' in reading ? [{ ...reading, position }] : []))
  if (faults.length > 0) throw new InvalidBundleError(faults)
  return readings as readonly SignedTransaction[]
}

function readTransaction(raw: string, chainId: number): Reading {
  if (!isHex(raw) || raw.length % 2 !== 0 || raw.length < 4)
    return { kind: 'badHex', message: 'is no hexadecimal text of whole bytes with 0x in front' }
  const fields = orNull(() => readRawTransaction(raw))
  if (fields === null)
    return { kind: 'badHex', message: 'is no transaction: its bytes cannot be decoded. Send what a wallet has signed' }
  const { signature } = fields
  if (signature === null) return { kind: 'unsigned', message: 'is not signed. Sign it before it is sent' }
  if (signature.s > maxS) return { kind: 'badSignature', message: 'has a signature that nodes refuse (EIP-2)' }
  if (fields.chainId !== null && fields.chainId !== BigInt(chainId))
    return {
      kind: 'wrongChain',
      message: `is signed for the chain with id ${fields.chainId}, not for ${chainId}`,
    }
  const from = orNull(() => recoverSigner(signature))
  if (from === null) return { kind: 'badSignature', message: 'has a signature that belongs to nobody' }
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

/** Null where something cannot be read. */
function orNull<value>(read: () => value): value | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Of one blob, in bytes and in blob gas (EIP-4844). */
export const blobBytes = 131_072

/** Bytes of transactions as they are sent, without their blobs: those are no part of a block. */
export const countBytes = (transactions: readonly { readonly raw: Hex }[]): number =>
  transactions.reduce((sum, { raw }) => sum + (raw.startsWith('0x03') ? size(raw) % blobBytes : size(raw)), 0)
