import * as t from 'typebox'
import { toRoundedUnits, toUnits } from '../units.ts'
import { toSnakeCase } from './record.ts'

// Codecs between the units of the wire and the units of the library.

/** Declares a time: ISO 8601 on the wire, Unix ms in the library. */
export const toTimestamp = (description: string) =>
  t
    .Codec(t.String({ format: 'date-time', description }))
    .Decode(Date.parse)
    .Encode((ms) => new Date(ms).toISOString())
export const Timestamp = toTimestamp('ISO 8601, UTC')

/** Declares a duration: whole seconds on the wire, rounded up, and ms in the library. */
export const toSeconds = (options: t.TNumberOptions) =>
  t
    .Codec(t.Integer(options))
    .Decode((seconds) => seconds * 1000)
    .Encode((ms) => Math.ceil(ms / 1000))

/** Declares an exact duration: seconds on the wire and ms in the library. */
export const toExactSeconds = (options: t.TNumberOptions) =>
  t
    .Codec(t.Number(options))
    .Decode((seconds) => seconds * 1000)
    .Encode((ms) => ms / 1000)
export const ExactSeconds = toExactSeconds({ description: 'Seconds' })

/**
 * Declares a large number: a decimal string on the wire and a bigint in the library, such as an amount in smallest
 * units.
 */
export const toAmount = (options: t.TStringOptions) => t.Codec(t.String(options)).Decode(BigInt).Encode(String)

/** Rounds so that 2.84 % does not become 2.8399999999999999 and 0.0284 does not become 0.028399999999999998. */
const round = (value: number) => Number(value.toPrecision(14))

/** Declares a share: percent on the wire and a ratio in the library. */
export const toPercent = (description?: string) =>
  t
    .Codec(t.Number(description === undefined ? {} : { description }))
    .Decode((percent) => round(percent / 100))
    .Encode((ratio) => round(ratio * 100))

/** Declares hexadecimal data, such as an address. */
export const toHex = (options: t.TStringOptions = {}) =>
  t
    .Codec(t.String(options))
    .Decode((text) => text as `0x${string}`)
    .Encode((hex) => hex)

/** Declares a fee: a number of gwei on the wire and wei in the library. It is exact up to 4.5 million gwei. */
export const toGwei = (options: t.TNumberOptions) =>
  t
    .Codec(t.Number(options))
    .Decode((gwei) => toUnits(gwei, 9))
    .Encode((wei) => Number(wei) / 1e9)
export const Gwei = toGwei({ description: 'gwei' })

/** Declares one of several names: snake case on the wire and camel case in the library. */
export function toName<const name extends string>(names: readonly name[], options: t.TSchemaOptions = {}) {
  const byWire = new Map(names.map((name) => [toSnakeCase(name), name]))
  return t
    .Codec(t.Enum([...byWire.keys()], options))
    .Decode((text) => byWire.get(text) as name)
    .Encode((name) => toSnakeCase(name))
}

/** Declares a list: its values separated by commas in a query, and an array in the library. An empty list is left out. */
export const toList = <value extends string>(value: RegExp, description: string) =>
  t
    .Codec(t.String({ pattern: `^(?:${value.source})(?:,(?:${value.source})){0,99}$`, description }))
    .Decode((text) => text.split(',') as unknown as readonly value[])
    .Encode((values) => (values.length === 0 ? (undefined as never) : values.join(',')))

export const Int = t.Integer({ minimum: 0 })

export const orNull = <schema extends t.TSchema>(schema: schema) => t.Union([schema, t.Null()])

/** Declares a whole number: a number on the wire and a bigint in the library. */
export const toBigint = (options: t.TNumberOptions) => t.Codec(t.Integer(options)).Decode(BigInt).Encode(Number)
export const Bigint = toBigint({ minimum: 0 })

/**
 * Declares a ratio: a number on the wire and a bigint with 18 decimals in the library. The wire rounds it to 15 digits.
 */
export const toWad = (options: t.TNumberOptions = {}) =>
  t
    .Codec(t.Number(options))
    .Decode((quotient) => toRoundedUnits(quotient, 18))
    .Encode((wad) => Number(wad) / 1e18)
