import { OutriggerError } from '@outrigger/core'
import { base58, base64 } from '@scure/base'
import type { RpcEncodedTransaction, RpcHeader, RpcInstruction, RpcTableLookup } from '../rpcTypes.ts'

/** The bytes are not a Solana transaction of a supported version (legacy or 0). */
export class InvalidTransactionBytesError extends OutriggerError {
  readonly code = 'INVALID_TRANSACTION_BYTES'
}

/** A transaction in the form of encoding `json`, plus the other values in its bytes. */
export type DecodedTransaction = RpcEncodedTransaction & {
  readonly version: 'legacy' | number
  readonly message: { readonly header: RpcHeader; readonly accountKeys: readonly string[] }
  /** The bytes that the signatures cover. */
  readonly signedBytes: Uint8Array
}

/** Decodes the text of a transaction from a node with `encoding: 'base64'` or `'base58'`. */
export function toTransactionBytes(text: string, encoding: string): Uint8Array {
  if (encoding === 'base64') return base64.decode(text)
  if (encoding === 'base58') return base58.decode(text)
  throw new InvalidTransactionBytesError(`The transaction encoding ${encoding} is not supported. Use base64 or base58.`)
}

/**
 * Decodes a transaction from its wire form: signatures, then the message, legacy or version 0 (Solana's "Transaction structure").
 *
 * @throws {InvalidTransactionBytesError}
 * @example decodeTransaction(toTransactionBytes(text, 'base64')).message.accountKeys[0] // the fee payer
 */
export function decodeTransaction(bytes: Uint8Array): DecodedTransaction {
  const reader = createReader(bytes)
  const signatures = reader.list(() => base58.encode(reader.take(64)))
  const signedBytes = bytes.subarray(reader.position())
  const first = reader.byte()
  const version = first >= 0x80 ? first & 0x7f : 'legacy'
  if (version !== 'legacy' && version !== 0)
    throw new InvalidTransactionBytesError(`A transaction has version ${version}. Only legacy and 0 are supported.`)
  const header = {
    numRequiredSignatures: version === 'legacy' ? first : reader.byte(),
    numReadonlySignedAccounts: reader.byte(),
    numReadonlyUnsignedAccounts: reader.byte(),
  }
  const accountKeys = reader.list(() => base58.encode(reader.take(32)))
  const recentBlockhash = base58.encode(reader.take(32))
  const instructions = reader.list(
    (): RpcInstruction => ({
      programIdIndex: reader.byte(),
      accounts: reader.list(reader.byte),
      data: base58.encode(reader.take(reader.count())),
    }),
  )
  const lookups = version === 'legacy' ? [] : reader.list(() => readLookup(reader))
  if (reader.position() !== bytes.length)
    throw new InvalidTransactionBytesError('There are extra bytes after the transaction.')
  const message = { header, accountKeys, recentBlockhash, instructions, addressTableLookups: lookups }
  return { version, signatures, message, signedBytes }
}

const readLookup = (reader: Reader): RpcTableLookup => ({
  accountKey: base58.encode(reader.take(32)),
  writableIndexes: reader.list(reader.byte),
  readonlyIndexes: reader.list(reader.byte),
})

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Uint8Array) {
  let at = 0
  function take(length: number): Uint8Array {
    if (at + length > bytes.length) throw new InvalidTransactionBytesError('The transaction is truncated.')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = () => take(1)[0] as number
  /** Reads Solana's compact-u16: seven bits per byte, lowest first. */
  function count(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next < 0x80) return value
    }
  }
  function list<item>(read: () => item): item[] {
    return Array.from({ length: count() }, read)
  }
  return { take, byte, count, list, position: () => at }
}
