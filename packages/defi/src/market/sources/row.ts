import { MarketSchemaError } from '../marketErrors.ts'

/**
 * One row of an answer. Each reader rejects values of undocumented types with an error that contains the field's
 * name.
 */
export type Row = {
  text(name: string): string
  /** Null if the field is missing, null or empty. */
  optionalText(name: string): string | null
  /** Null if the field is missing, null or not a number ("NaN"). */
  number(name: string): number | null
  flag(name: string): boolean
  texts(name: string): readonly string[]
  /** Numbers by name. A missing field is empty. */
  numbers(name: string): Readonly<Record<string, number>>
}

const notNumbers: readonly unknown[] = [undefined, null, '', 'NaN', 'Infinity', '-Infinity']

/** @throws {MarketSchemaError} */
export function toRow(value: unknown, at: string): Row {
  if (!isRecord(value)) throw refuse(at, value, 'an object')
  const read = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)

  function toNumber(found: unknown, path: string): number | null {
    if (notNumbers.includes(found)) return null
    if (typeof found !== 'number') throw refuse(path, found, 'a number')
    return Number.isFinite(found) ? found : null
  }
  function toText(found: unknown, path: string): string {
    if (typeof found === 'string' && found !== '') return found
    throw refuse(path, found, 'a text')
  }

  return {
    text: (name) => toText(read(name), `${at}.${name}`),
    optionalText: (name) => (read(name) == null || read(name) === '' ? null : toText(read(name), `${at}.${name}`)),
    number: (name) => toNumber(read(name), `${at}.${name}`),
    flag(name) {
      const found = read(name)
      if (typeof found !== 'boolean') throw refuse(`${at}.${name}`, found, 'true or false')
      return found
    },
    texts(name) {
      const found = read(name)
      if (!Array.isArray(found)) throw refuse(`${at}.${name}`, found, 'a list')
      return found.map((one, index) => toText(one, `${at}.${name}[${index}]`))
    },
    numbers(name) {
      const found = read(name) ?? {}
      if (!isRecord(found)) throw refuse(`${at}.${name}`, found, 'an object')
      return Object.fromEntries(
        Object.entries(found).flatMap(([key, one]) => {
          const number = toNumber(one, `${at}.${name}.${key}`)
          return number === null ? [] : [[key, number]]
        }),
      )
    },
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refuse(field: string, found: unknown, wanted: string): MarketSchemaError {
  const kind =
    found === undefined ? 'missing' : found === null ? 'null' : Array.isArray(found) ? 'a list' : typeof found
  return new MarketSchemaError(field, `is ${kind}, but should be ${wanted}`)
}
