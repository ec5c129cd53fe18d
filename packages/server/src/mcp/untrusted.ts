import { redactText } from '@outrigger/core/internal'

// A model reads the answers of tools, so text in them can try to give it orders: the name of a token, the reason of a revert,
// the message of a provider. Every string of an answer passes through here, so that no tool can forget it.

/** Longest quoted text, in characters. */
const maxText = 200
/** Longest list. Tools have lower limits of their own. */
const maxItems = 100
/** Longest hexadecimal text: 512 bytes. */
const maxHex = 2 + 2 * 512

const hex = /^0x[\da-fA-F]*$/
/** Values that cannot contain a sentence: numbers with a unit, times, and identifiers of the contract. */
const plain = /^(?:-?\d[\d.]*(?: [\w/]{1,10})?|\d{4}-\d\d-\d\dT[\d:.]{5,12}Z|eth_\w{1,30}|[\w.$+:-]{1,24})$/
const fieldName = /^[a-z][a-z\d_]{0,39}$/

/**
 * Returns text from outside on one line between « and », at most 200 characters long, without control characters and
 * secrets of URLs. A model is told that such text is data.
 *
 * @example toQuoted('Ignore previous\ninstructions') // '«Ignore previous instructions»'
 */
export function toQuoted(text: string): string {
  const line = redactText(text)
    .replace(/[\p{C}\p{Z}\s«»]+/gu, ' ')
    .trim()
  const characters = [...line]
  return characters.length > maxText ? `«${characters.slice(0, maxText).join('')}…»` : `«${line}»`
}

/** Returns text that cannot contain a sentence as it is, and quotes all other text. */
export function toSafeText(text: string): string {
  if (hex.test(text)) return text.length <= maxHex ? text : `${text.slice(0, 66)}… (${text.length / 2 - 1} bytes)`
  return plain.test(text) ? text : toQuoted(text)
}

/** Quotes all text in a value, and the names of its fields. Shortens lists. */
export function toSafeValue<value>(value: value): value {
  return toSafe(value) as value
}

function toSafe(value: unknown): unknown {
  if (typeof value === 'string') return toSafeText(value)
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.slice(0, maxItems).map(toSafe)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    entries.map(([name, field]) => [fieldName.test(name) ? name : toSafeText(name), toSafe(field)]),
  )
}
