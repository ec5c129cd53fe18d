import { parseJson } from '../wire/parseJson.ts'

const numberOrText = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Parses JSON without losing digits. Fractions, and integers of more than 15 digits, are returned as text because a
 * double may round them. Bitcoin writes amounts as fractions, and Solana writes lamports above 2^53.
 *
 * @throws {SyntaxError}
 * @example parseExactJson('{"value":0.1,"height":3}') // { value: '0.1', height: 3 }
 */
export function parseExactJson(text: string): unknown {
  return parseJson(
    text.replace(numberOrText, (token) => (token.startsWith('"') || /^-?\d{1,15}$/.test(token) ? token : `"${token}"`)),
  )
}
