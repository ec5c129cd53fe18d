import { parseRawTransaction } from '@outrigger/mempool'
import { type Address, getAddress, type Hex, isHex, parseTransaction, size, type Transaction } from 'viem'
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
  readonly more: { readonly [name: string]: unknown }
}

/** Half the order of secp256k1: a larger s is not accepted since Homestead (EIP-2). */
const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

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
  const parsed = parse(raw)
  if (parsed === null)
    return { kind: 'badHex', message: 'is no transaction: its bytes cannot be decoded. Send what a wallet has signed' }
  if (parsed.r === undefined || parsed.s === undefined)
    return { kind: 'unsigned', message: 'is not signed. Sign it before it is sent' }
  if (BigInt(parsed.s) > maxS) return { kind: 'badSignature', message: 'has a signature that nodes refuse (EIP-2)' }
  const id = parsed.chainId ?? null
  if (id !== null && id !== chainId)
    return { kind: 'wrongChain', message: `is signed for the chain with id ${id}, not for ${chainId}` }
  const sent = readSent(raw)
  if (sent === null) return { kind: 'badSignature', message: 'has a signature that belongs to nobody' }
  return {
    ...{ raw, hash: sent.hash, from: sent.from, to: parsed.to ?? null, nonce: parsed.nonce ?? 0 },
    ...{ value: parsed.value ?? 0n, gas: parsed.gas ?? 0n, data: parsed.data ?? '0x', chainId: id },
    ...toTypedFields(parsed),
  }
}

/** The hash, without the blobs that travel beside a transaction, and who has signed it; null where nobody has. */
function readSent(raw: Hex): Pick<SignedTransaction, 'hash' | 'from'> | null {
  try {
    const { hash, from } = parseRawTransaction(raw)
    return { hash, from: getAddress(from) }
  } catch {
    return null
  }
}

/** The fields that differ by type, of a transaction in viem's form. */
export function toTypedFields(
  transaction: TypedFields,
): Pick<SignedTransaction, 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'more'> {
  const { maxFeePerGas, maxPriorityFeePerGas, gasPrice = 0n } = transaction
  const { accessList, authorizationList, blobVersionedHashes, maxFeePerBlobGas } = transaction
  return {
    maxFeePerGas: maxFeePerGas ?? gasPrice,
    maxPriorityFeePerGas: maxPriorityFeePerGas ?? gasPrice,
    more: {
      ...(accessList && { accessList }),
      ...(authorizationList && { authorizationList }),
      ...(blobVersionedHashes && { blobVersionedHashes, maxFeePerBlobGas }),
    },
  }
}

type TypedFields = {
  readonly [name in
    | 'accessList'
    | 'authorizationList'
    | 'blobVersionedHashes'
    | 'maxFeePerBlobGas'
    | 'gasPrice'
    | 'maxFeePerGas'
    | 'maxPriorityFeePerGas']?: Transaction[name] | undefined
}

/** All fields of all types. */
type Parsed = TypedFields &
  Partial<Pick<Transaction, 'r' | 's' | 'to' | 'nonce' | 'value' | 'gas' | 'chainId'>> & { readonly data?: Hex }

function parse(raw: Hex): Parsed | null {
  try {
    return parseTransaction(raw) as object
  } catch {
    return null
  }
}

/** Bytes of transactions as they are sent. */
export const countBytes = (transactions: readonly { readonly raw: Hex }[]): number =>
  transactions.reduce((sum, { raw }) => sum + size(raw), 0)
