import { type Address, type Hex, isAddress, isHex } from 'viem'
import { AggregatorSchemaError } from './aggregatorErrors.ts'

/** An object in an answer. Each reader rejects values of another type with an error that contains the field's name. */
export type Fields = {
  /** The unchecked object. */
  readonly raw: Readonly<Record<string, unknown>>
  object(name: string): Fields
  text(name: string): string
  /** An integer amount in smallest units, as decimal text. */
  amount(name: string): bigint
  /** The amount in a list with one item. */
  onlyAmount(name: string): bigint
  /** Lower case. */
  address(name: string): Address
  /** Null if the field is missing or null. */
  optionalAddress(name: string): Address | null
  data(name: string): Hex
}

/** The largest amount that fits into an EVM word. */
const mostUnits = 2n ** 256n - 1n
/** Larger than the calldata of any swap. A simulation of more would exceed its gas limit. */
const mostBytes = 65_536

/** @throws {AggregatorSchemaError} names the field */
export function toFields(value: unknown, at = ''): Fields {
  if (!isRecord(value)) throw refuse(at === '' ? 'the answer' : at, value, 'an object')
  const read = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)
  const toPath = (name: string) => (at === '' ? name : `${at}.${name}`)
  const fields: Fields = {
    raw: value,
    object: (name) => toFields(read(name), toPath(name)),
    text(name) {
      const found = read(name)
      if (typeof found !== 'string' || found === '') throw refuse(toPath(name), found, 'a text')
      return found
    },
    amount: (name) => toAmount(read(name), toPath(name)),
    onlyAmount(name) {
      const found = read(name)
      if (!Array.isArray(found) || found.length !== 1) throw refuse(toPath(name), found, 'a list of one')
      return toAmount(found[0], `${toPath(name)}[0]`)
    },
    address(name) {
      const found = read(name)
      if (typeof found !== 'string' || !isAddress(found, { strict: false }))
        throw refuse(toPath(name), found, 'an address')
      return found.toLowerCase() as Address
    },
    optionalAddress: (name) => (read(name) == null ? null : fields.address(name)),
    data(name) {
      const found = read(name)
      if (!isHex(found) || found.length < 10 || found.length % 2 === 1) throw refuse(toPath(name), found, 'calldata')
      if (found.length > 2 + 2 * mostBytes)
        throw new AggregatorSchemaError(toPath(name), `has more than ${mostBytes} bytes`)
      return found
    },
  }
  return fields
}

function toAmount(found: unknown, path: string): bigint {
  if (typeof found !== 'string' || !/^\d{1,78}$/.test(found)) throw refuse(path, found, 'a whole number as text')
  const amount = BigInt(found)
  if (amount > mostUnits) throw new AggregatorSchemaError(path, 'is above 2 ** 256 - 1')
  return amount
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function refuse(field: string, found: unknown, wanted: string): AggregatorSchemaError {
  const kind =
    found === undefined
      ? 'missing'
      : found === null
        ? 'null'
        : Array.isArray(found)
          ? `a list of ${found.length}`
          : `a ${typeof found}`
  return new AggregatorSchemaError(field, `is ${kind}, and must be ${wanted}`)
}
