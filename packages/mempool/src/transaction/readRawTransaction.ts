import { type Address, concatHex, fromRlp, type Hex, keccak256, toRlp } from 'viem'
import type { SignedAuthorization } from './authorization.ts'
import { InvalidTransactionError } from './invalidTransactionError.ts'

/** Decoded fields of a transaction, not validated and without a recovered signer. Amounts in wei. */
export type RawTransaction = {
  readonly type: number
  /** Hash of the transaction without its blobs. */
  readonly hash: Hex
  /** Chain id. Null if the signature is valid on every chain (before EIP-155). */
  readonly chainId: bigint | null
  readonly nonce: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
  readonly gas: bigint
  readonly to: Address | null
  readonly value: bigint
  readonly input: Hex
  readonly accessList: readonly { readonly address: Address; readonly storageKeys: readonly Hex[] }[]
  readonly authorizations: readonly SignedAuthorization[]
  /** Blob fields, which only transactions of type 3 have. */
  readonly blobs: { readonly versionedHashes: readonly Hex[]; readonly maxFeePerBlobGas: bigint } | null
  /** Blobs that are sent with a blob transaction (EIP-4844, EIP-7594); null without them. */
  readonly sidecar: BlobSidecar | null
  /** Signature. Null if the transaction is not signed. */
  readonly signature: { readonly parity: bigint; readonly r: bigint; readonly s: bigint; readonly digest: Hex } | null
}

export type BlobSidecar = {
  readonly blobs: number
  readonly commitments: readonly Hex[]
  readonly proofs: number
}

/** Field positions of a type. The first `signed` fields precede the signature. Value, calldata and access list follow `to`. */
type Layout = {
  readonly nonce: number
  readonly tip: number
  readonly fee: number
  readonly gas: number
  readonly to: number
  readonly signed: number
}

const feeMarket = { nonce: 1, tip: 2, fee: 3, gas: 4, to: 5 }
/** Layouts by transaction type: EIP-155, 2930, 1559, 4844 and 7702. */
const layouts: readonly Layout[] = [
  { nonce: 0, tip: 1, fee: 1, gas: 2, to: 3, signed: 6 },
  { nonce: 1, tip: 2, fee: 2, gas: 3, to: 4, signed: 8 },
  { ...feeMarket, signed: 9 },
  { ...feeMarket, signed: 11 },
  { ...feeMarket, signed: 10 },
]

type Rlp = Hex | readonly Rlp[]

/**
 * Decodes the fields of a transaction of types 0-4, signed or not, with or without its blobs.
 *
 * @throws {InvalidTransactionError} not a transaction of these types
 */
export function readRawTransaction(raw: Hex): RawTransaction {
  return read(raw.toLowerCase() as Hex)
}

function read(raw: Hex, isUnwrapped = false): RawTransaction {
  const first = Number.parseInt(raw.slice(2, 4), 16)
  // Unwraps only once, because each level of nested strings copies the rest.
  if (!isUnwrapped && first >= 0x80 && first < 0xc0) return read(text(decode(raw)), true)
  const type = first >= 0xc0 ? 0 : first
  const layout = layouts[type]
  if (layout === undefined)
    throw new InvalidTransactionError(
      `Transactions of type 0x${type.toString(16)} are not supported, because their signature is unknown.`,
    )
  const [prefix, payload]: readonly [Hex, Hex] = type === 0 ? ['0x', raw] : [`0x0${type}`, `0x${raw.slice(4)}`]
  const decoded = list(decode(payload))
  const hasSidecar = type === 3 && typeof decoded[0] !== 'string'
  const fields = hasSidecar ? list(decoded[0]) : decoded
  if (![layout.signed, layout.signed + 3].includes(fields.length))
    throw new InvalidTransactionError(`The fields do not match a type ${type} transaction.`)
  const at = (index: number) => fields[index]
  const signing = readSignature(type, prefix, fields, layout.signed)
  return {
    type,
    hash: keccak256(hasSidecar ? concatHex([prefix, toRlp(fields as Hex[])]) : raw),
    chainId: type === 0 ? signing.chainId : uint(at(0)),
    nonce: uint(at(layout.nonce), 8),
    maxPriorityFeePerGas: uint(at(layout.tip)),
    maxFeePerGas: uint(at(layout.fee)),
    gas: uint(at(layout.gas), 8),
    to: at(layout.to) === '0x' ? null : (bytes(at(layout.to), 20) as Address),
    value: uint(at(layout.to + 1)),
    input: text(at(layout.to + 2)),
    accessList: type === 0 ? [] : list(at(layout.to + 3)).map(readAccess),
    authorizations: type === 4 ? list(at(layout.to + 4)).map(readAuthorization) : [],
    blobs: type === 3 ? readBlobs(at(layout.to + 4), at(layout.to + 5)) : null,
    sidecar: hasSidecar ? readSidecar(decoded) : null,
    signature: signing.signature,
  }
}

type Signing = Pick<RawTransaction, 'chainId' | 'signature'>

/** Reads the signature of a transaction. With EIP-155, an unsigned transaction has the chain id in place of it. */
function readSignature(type: number, prefix: Hex, fields: readonly Rlp[], signed: number): Signing {
  if (fields.length === signed) return { chainId: null, signature: null }
  const [v, r, s] = [0, 1, 2].map((index) => uint(fields[signed + index])) as [bigint, bigint, bigint]
  if (type === 0 && r === 0n && s === 0n) return { chainId: v, signature: null }
  const isReplayProtected = type === 0 && v >= 35n
  const chainId = isReplayProtected ? (v - 35n) / 2n : null
  const parity = isReplayProtected ? (v - 35n) % 2n : type === 0 ? v - 27n : v
  const tail: readonly Rlp[] = chainId === null ? [] : [toQuantity(chainId), '0x', '0x']
  const digest = keccak256(concatHex([prefix, toRlp([...fields.slice(0, signed), ...tail] as Hex[])]))
  return { chainId, signature: { parity, r, s, digest } }
}

function readBlobs(fee: Rlp | undefined, hashes: Rlp | undefined): RawTransaction['blobs'] {
  return { maxFeePerBlobGas: uint(fee), versionedHashes: list(hashes).map((hash) => bytes(hash, 32)) }
}

/** Reads `[transaction, blobs, commitments, proofs]`. Since EIP-7594 a version precedes the blobs. */
function readSidecar(wrapper: readonly Rlp[]): BlobSidecar {
  const hasVersion = typeof wrapper[1] === 'string'
  const [blobs, commitments, proofs, ...more] = wrapper.slice(hasVersion ? 2 : 1)
  if (more.length > 0 || (hasVersion && wrapper[1] !== '0x01'))
    throw new InvalidTransactionError('The blob sidecar of the transaction has an unknown form.')
  return { blobs: list(blobs).length, commitments: list(commitments).map(text), proofs: list(proofs).length }
}

function readAccess(item: Rlp): RawTransaction['accessList'][number] {
  const [address, keys] = fieldsOf(item, 2)
  return { address: bytes(address, 20) as Address, storageKeys: list(keys).map((key) => bytes(key, 32)) }
}

function readAuthorization(item: Rlp): SignedAuthorization {
  const [chainId, address, nonce, yParity, r, s] = fieldsOf(item, 6)
  return {
    chainId: uint(chainId),
    address: bytes(address, 20) as Address,
    nonce: uint(nonce, 8),
    yParity: Number(uint(yParity, 1)),
    r: uint(r),
    s: uint(s),
  }
}

function toQuantity(value: bigint): Hex {
  const digits = value.toString(16)
  return value === 0n ? '0x' : `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`
}

/** Requires the canonical encoding without trailing bytes, because nodes reject any other. */
function decode(encoded: Hex): Rlp {
  const decoded = fromRlp(encoded)
  if (toRlp(decoded) !== encoded) throw new InvalidTransactionError('The raw transaction is not canonical RLP.')
  return decoded
}

function list(item: Rlp | undefined): readonly Rlp[] {
  if (item === undefined || typeof item === 'string') throw new InvalidTransactionError('A list of fields is missing.')
  return item
}

function fieldsOf(item: Rlp | undefined, count: number): readonly Rlp[] {
  const fields = list(item)
  if (fields.length !== count) throw new InvalidTransactionError(`An entry of a list does not have ${count} fields.`)
  return fields
}

function text(item: Rlp | undefined): Hex {
  if (typeof item !== 'string') throw new InvalidTransactionError('A field is missing or is a list.')
  return item
}

function bytes(item: Rlp | undefined, length: number): Hex {
  const digits = text(item)
  if (digits.length !== 2 + 2 * length) throw new InvalidTransactionError(`A field does not have its ${length} bytes.`)
  return digits
}

/** Rejects leading zeros and numbers that are too long, as nodes do. */
function uint(item: Rlp | undefined, length = 32): bigint {
  const digits = text(item)
  if (digits.startsWith('0x00') || digits.length > 2 + 2 * length)
    throw new InvalidTransactionError('A number of the transaction has leading zeros, or too many bytes.')
  return digits === '0x' ? 0n : BigInt(digits)
}
