import { secp256k1 } from '@noble/curves/secp256k1'
import { OutriggerError } from '@outrigger/core'
import { type Address, concatHex, fromRlp, type Hex, isHex, keccak256, toRlp } from 'viem'
import { InvalidTransactionError } from './invalidTransactionError.ts'
import type { Transaction } from './transaction.ts'

/** Where each type keeps its fields. `signed` fields come before the signature's three. */
type Layout = {
  readonly nonce: number
  readonly tip: number
  readonly fee: number
  readonly gas: number
  readonly to: number
  readonly signed: number
}

const feeMarket = { nonce: 1, tip: 2, fee: 3, gas: 4, to: 5 }
/** EIP-155, 2930, 1559, 4844, 7702, by type. Recipient, value and calldata follow each other in all of them. */
const layouts: readonly Layout[] = [
  { nonce: 0, tip: 1, fee: 1, gas: 2, to: 3, signed: 6 },
  { nonce: 1, tip: 2, fee: 2, gas: 3, to: 4, signed: 8 },
  { ...feeMarket, signed: 9 },
  { ...feeMarket, signed: 11 },
  { ...feeMarket, signed: 10 },
]

type Rlp = Hex | readonly Rlp[]

/**
 * Reads a signed transaction of types 0-4: as sent (`eth_sendRawTransaction`), wrapped in an RLP string as on the
 * peer-to-peer network, or a blob transaction with its blobs beside it.
 *
 * @throws {InvalidTransactionError} not a signed transaction of these types
 * @see https://eips.ethereum.org/EIPS/eip-2718
 * @example
 * const { hash, from, to } = parseRawTransaction('0x02f8…')
 */
export function parseRawTransaction(raw: Hex): Transaction {
  if (!isHex(raw) || raw.length % 2 === 1 || raw.length < 4)
    throw new InvalidTransactionError('The raw transaction is not 0x-prefixed hex of whole bytes.')
  try {
    return parse(raw.toLowerCase() as Hex)
  } catch (cause) {
    if (cause instanceof OutriggerError) throw cause
    throw new InvalidTransactionError(
      'The raw transaction cannot be read. Pass the signed bytes as they go to eth_sendRawTransaction.',
      { cause },
    )
  }
}

function parse(raw: Hex, isUnwrapped = false): Transaction {
  const first = Number.parseInt(raw.slice(2, 4), 16)
  // Only once: each unwrapping of nested strings copies the rest.
  if (!isUnwrapped && first >= 0x80 && first < 0xc0) return parse(fromRlp(raw) as Hex, true)
  const type = first >= 0xc0 ? 0 : first
  const layout = layouts[type]
  if (layout === undefined)
    throw new InvalidTransactionError(`Transactions of type 0x${type.toString(16)} carry no signature known here.`)
  const prefix: Hex = type === 0 ? '0x' : `0x0${type}`
  const decoded: readonly Rlp[] = list(fromRlp(type === 0 ? raw : `0x${raw.slice(4)}`))
  const hasBlobs = type === 3 && typeof decoded[0] !== 'string'
  const fields = hasBlobs ? list(decoded[0]) : decoded
  if (fields.length !== layout.signed + 3)
    throw new InvalidTransactionError(`A type ${type} transaction has other fields.`)
  const at = (index: number) => text(fields[index])
  const to = at(layout.to)
  return {
    hash: keccak256(hasBlobs ? concatHex([prefix, toRlp(fields as Hex[])]) : raw),
    from: recover(type, prefix, fields, layout.signed),
    to: to === '0x' ? null : (to as Address),
    input: at(layout.to + 2),
    value: uint(at(layout.to + 1)),
    nonce: Number(uint(at(layout.nonce))),
    gas: uint(at(layout.gas)),
    type,
    maxFeePerGas: uint(at(layout.fee)),
    maxPriorityFeePerGas: uint(at(layout.tip)),
  }
}

/** The sender, from the signature over the fields before it; EIP-155 puts the chain id in the place of the signature. */
function recover(type: number, prefix: Hex, fields: readonly Rlp[], signed: number): Address {
  const [v, r, s] = [0, 1, 2].map((index) => uint(text(fields[signed + index]))) as [bigint, bigint, bigint]
  const isReplayProtected = type === 0 && v >= 35n
  const parity = isReplayProtected ? (v - 35n) % 2n : type === 0 ? v - 27n : v
  const tail: readonly Rlp[] = isReplayProtected ? [toQuantity((v - 35n) / 2n), '0x', '0x'] : []
  const payload = concatHex([prefix, toRlp([...fields.slice(0, signed), ...tail] as Hex[])])
  const point = new secp256k1.Signature(r, s)
    .addRecoveryBit(Number(parity))
    .recoverPublicKey(keccak256(payload).slice(2))
  return `0x${keccak256(point.toRawBytes(false).subarray(1)).slice(26)}`
}

function toQuantity(value: bigint): Hex {
  const digits = value.toString(16)
  return value === 0n ? '0x' : `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`
}

function list(item: Rlp | undefined): readonly Rlp[] {
  if (item === undefined || typeof item === 'string') throw new InvalidTransactionError('A list of fields is missing.')
  return item
}

function text(item: Rlp | undefined): Hex {
  if (typeof item !== 'string') throw new InvalidTransactionError('A field is missing or is a list.')
  return item
}

function uint(digits: Hex): bigint {
  return digits === '0x' ? 0n : BigInt(digits)
}
