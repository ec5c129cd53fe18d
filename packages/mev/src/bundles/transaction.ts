import {
  type Address,
  concat,
  fromRlp,
  type Hex,
  isHex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type Transaction,
  toRlp,
} from 'viem'
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
export async function toSignedTransactions(
  raws: readonly string[],
  chainId: number,
): Promise<readonly SignedTransaction[]> {
  const readings = await Promise.all(raws.map((raw) => readTransaction(raw, chainId)))
  const faults = readings.flatMap((reading, position) => ('kind' in reading ? [{ ...reading, position }] : []))
  if (faults.length > 0) throw new InvalidBundleError(faults)
  return readings as readonly SignedTransaction[]
}

async function readTransaction(raw: string, chainId: number): Promise<Reading> {
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
  const from = await recoverTransactionAddress({ serializedTransaction: raw as never }).catch(() => null)
  if (from === null) return { kind: 'badSignature', message: 'has a signature that belongs to nobody' }
  const { gasPrice, accessList, authorizationList, blobVersionedHashes, maxFeePerBlobGas } = parsed
  return {
    ...{ raw, hash: toHash(raw), from, to: parsed.to ?? null, nonce: parsed.nonce ?? 0 },
    ...{ value: parsed.value ?? 0n, gas: parsed.gas ?? 0n, data: parsed.data ?? '0x', chainId: id },
    maxFeePerGas: parsed.maxFeePerGas ?? gasPrice ?? 0n,
    maxPriorityFeePerGas: parsed.maxPriorityFeePerGas ?? gasPrice ?? 0n,
    more: {
      ...(accessList && { accessList }),
      ...(authorizationList && { authorizationList }),
      ...(blobVersionedHashes && { blobVersionedHashes, maxFeePerBlobGas }),
    },
  }
}

/** All fields of all types. */
type Parsed = Partial<
  Pick<Transaction, 'r' | 's' | 'to' | 'nonce' | 'value' | 'gas' | 'chainId' | 'accessList'> & {
    readonly data: Hex
    readonly gasPrice: bigint
    readonly maxFeePerGas: bigint
    readonly maxPriorityFeePerGas: bigint
    readonly maxFeePerBlobGas: bigint
    readonly blobVersionedHashes: readonly Hex[]
    readonly authorizationList: Transaction['authorizationList']
  }
>

function parse(raw: Hex): Parsed | null {
  try {
    return parseTransaction(raw) as object
  } catch {
    return null
  }
}

/** Blobs travel beside a transaction and are no part of its hash (EIP-4844). */
function toHash(raw: Hex): Hex {
  if (!raw.startsWith('0x03')) return keccak256(raw)
  const [payload] = fromRlp(`0x${raw.slice(4)}`) as readonly unknown[]
  return keccak256(Array.isArray(payload) ? concat(['0x03', toRlp(payload)]) : raw)
}
