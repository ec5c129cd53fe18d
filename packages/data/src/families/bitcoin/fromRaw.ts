import { createHash } from 'node:crypto'
import type { CoreInput, CoreOutput, CoreTransaction } from './fromCore.ts'

const witnessScale = 4
const witnessFlag = 1
const mwebFlag = 8

/** Decodes the transactions of a block from hex, in Core's form. @throws {RangeError} the text is truncated */
export function fromRawBlock(hex: string): readonly CoreTransaction[] {
  const reader = createReader(Buffer.from(hex, 'hex'))
  reader.skip(headerBytes)
  return Array.from({ length: reader.count() }, () => readTransaction(reader))
}

/** Decodes a transaction from hex, in Core's form. @throws {RangeError} the text is truncated */
export const fromRawTransaction = (hex: string): CoreTransaction =>
  readTransaction(createReader(Buffer.from(hex, 'hex')))

const headerBytes = 80

/**
 * Reads a transaction. By BIP 144, a zero and flags come before the count of inputs. Flag 1 means that witnesses
 * follow the outputs. Flag 8 (LIP 3 of Litecoin) means that a part in the extension block may follow the witnesses.
 * In a block only the last transaction has flag 8, but without that part.
 */
function readTransaction(reader: Reader): CoreTransaction {
  const start = reader.at()
  const version = reader.uint32()
  const flags = reader.peek() === 0 ? reader.bytes(2).readUInt8(1) : 0
  const hasWitness = (flags & witnessFlag) !== 0
  const body = reader.at()
  const vin = Array.from({ length: reader.count() }, () => readInput(reader))
  const vout = Array.from({ length: reader.count() }, (_, n) => readOutput(reader, n))
  const bodyEnd = reader.at()
  if (hasWitness)
    for (const _ of vin) for (let items = reader.count(); items > 0; items -= 1) reader.bytes(reader.count())
  const witnessEnd = reader.at()
  if ((flags & mwebFlag) !== 0 && reader.bytes(1).readUInt8() !== 0)
    throw new RangeError('The transaction has a part in the extension block.')
  const locktime = reader.uint32()
  const size = reader.at() - start
  const [versionBytes, lockBytes] = [reader.slice(start, start + 4), reader.slice(reader.at() - 4, reader.at())]
  const base = Buffer.concat([versionBytes, reader.slice(body, bodyEnd), lockBytes])
  // The hash and the weight exclude the extension block.
  const plain = hasWitness
    ? Buffer.concat([versionBytes, Buffer.of(0, witnessFlag), reader.slice(body, witnessEnd), lockBytes])
    : base
  const weight = (witnessScale - 1) * base.length + plain.length
  return {
    txid: toId(base),
    hash: toId(plain),
    version,
    size,
    weight,
    locktime,
    vin,
    vout,
    vsize: Math.ceil(weight / witnessScale),
  }
}

function readInput(reader: Reader): CoreInput {
  const txid = Buffer.from(reader.bytes(32)).reverse().toString('hex')
  const vout = reader.uint32()
  const script = reader.bytes(reader.count()).toString('hex')
  const sequence = reader.uint32()
  return /^0+$/.test(txid) ? { coinbase: script, sequence } : { txid, vout, sequence }
}

function readOutput(reader: Reader, n: number): CoreOutput {
  const satoshis = reader.uint64()
  const value = `${satoshis / 100_000_000n}.${String(satoshis % 100_000_000n).padStart(8, '0')}`
  return { n, value, scriptPubKey: { hex: reader.bytes(reader.count()).toString('hex') } }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const toId = (bytes: Uint8Array) => sha256(sha256(bytes)).reverse().toString('hex')

type Reader = ReturnType<typeof createReader>

function createReader(buffer: Buffer) {
  let at = 0
  const take = (length: number) => {
    at += length
    if (at > buffer.length) throw new RangeError('The transaction is truncated.')
    return at - length
  }
  return {
    at: () => at,
    peek: () => buffer[at],
    skip: take,
    slice: (from: number, to: number) => buffer.subarray(from, to),
    bytes: (length: number) => buffer.subarray(take(length), at),
    uint32: () => buffer.readUInt32LE(take(4)),
    uint64: () => buffer.readBigUInt64LE(take(8)),
    /** Bitcoin's compact size. */
    count() {
      const first = buffer.readUInt8(take(1))
      if (first < 0xfd) return first
      if (first === 0xfd) return buffer.readUInt16LE(take(2))
      return first === 0xfe ? buffer.readUInt32LE(take(4)) : Number(buffer.readBigUInt64LE(take(8)))
    },
  }
}
