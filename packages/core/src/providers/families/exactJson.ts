import { parseJson } from '../wire/parseJson.ts'

const numberOrText = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON without losing digits: fractions and integers of more than 15 digits, which a double may not hold exactly, are
 * returned as text. Bitcoin writes amounts as fractions, Solana lamports above 2^53.
 *
 * @throws {SyntaxError}
 * @example parseExactJson('{"value":0.1,"height":3}') // { value: '0.1', height: 3 }
 */
export function parseExactJson(text: string): unknown {
  return parseJson(
    text.replace(numberOrText, (token) => (token.startsWith('"') || /^-?\d{1,15}$/.test(token) ? token : `"${token}"`)),
  )
}
