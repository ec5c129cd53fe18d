import type { Coin, CosmosMessage } from './decoded.ts'

type Field = { readonly number: number; readonly value: Buffer | bigint }

/**
 * Returns the fields of a protobuf message: varints as integers, all others as bytes. @throws {RangeError} the bytes are not a
 * message
 */
export function readFields(bytes: Buffer): readonly Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at]
      if (byte === undefined || shift > 63n) throw new RangeError('The message is truncated.')
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    at += length
    if (at > bytes.length) throw new RangeError('The message is truncated.')
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const key = Number(varint())
    const wire = key & 7
    const value = wire === 0 ? varint() : take(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()))
    fields.push({ number: key >> 3, value })
  }
  return fields
}

const bytesOf = (fields: readonly Field[], number: number): Buffer =>
  (fields.find((field) => field.number === number)?.value as Buffer | undefined) ?? Buffer.alloc(0)
const allOf = (fields: readonly Field[], number: number): readonly Buffer[] =>
  fields.filter((field) => field.number === number).map(({ value }) => value as Buffer)
const textOf = (fields: readonly Field[], number: number): string => bytesOf(fields, number).toString()

/** Decodes a coin: denom and amount. */
export function toCoin(bytes: Buffer): Coin {
  const fields = readFields(bytes)
  return { denom: textOf(fields, 1), amount: BigInt(textOf(fields, 2) || '0') }
}

/** Decodes all coins in field 1 of a message. */
export const readCoins = (bytes: Buffer): readonly Coin[] => allOf(readFields(bytes), 1).map(toCoin)

/** Encodes a message with one text in field 1, such as a query for an address. */
export function toTextMessage(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.of(0x0a, bytes.length), bytes])
}

export type TransactionParts = {
  readonly messages: readonly CosmosMessage[]
  readonly signer: string | null
  readonly memo: string
  readonly feeAmounts: readonly Coin[]
  readonly feePayer: string | null
  readonly feeGranter: string | null
}

/** Decodes the bytes of a transaction (`cosmos.tx.v1beta1.TxRaw`). Returns empty parts for chains that do not use the SDK. */
export function readTransaction(bytes: Buffer): TransactionParts {
  try {
    const raw = readFields(bytes)
    const body = readFields(bytesOf(raw, 1))
    const fee = readFields(bytesOf(readFields(bytesOf(raw, 2)), 2))
    return {
      messages: allOf(body, 1).map(toMessage),
      signer: findSigner(bytesOf(body, 1)),
      memo: textOf(body, 2),
      feeAmounts: allOf(fee, 1).map(toCoin),
      feePayer: textOf(fee, 3) || null,
      feeGranter: textOf(fee, 4) || null,
    }
  } catch {
    return { messages: [], signer: null, memo: '', feeAmounts: [], feePayer: null, feeGranter: null }
  }
}

/** Matches an account, but not a validator's operator address. */
const accountForm = /^[a-z]+1[02-9ac-hj-np-z]{38,58}$/i

/**
 * Returns the first field of the first message that is an account. Messages of the SDK have their signer before other accounts.
 */
function findSigner(message: Buffer): string | null {
  const texts = readFields(bytesOf(readFields(message), 2)).map(({ value }) => String(value))
  return texts.find((text) => accountForm.test(text) && !/valoper1/i.test(text))?.toLowerCase() ?? null
}

function toMessage(bytes: Buffer): CosmosMessage {
  const fields = readFields(bytes)
  return { '@type': textOf(fields, 1), value: bytesOf(fields, 2).toString('base64') }
}
