import { parseJson } from '../wire/parseJson.ts'

const numberOrText = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * JSON with the digits of its numbers kept: one that a double may not hold, a fraction or an integer of more than 15 digits,
 * comes as the text it is written as. Bitcoin prints amounts as fractions, Solana lamports above 2^53.
 *
 * @throws {SyntaxError}
 * @example parseExactJson('{"value":0.1,"height":3}') // { value: '0.1', height: 3 }
 */
export function parseExactJson(text: string): unknown {
  return parseJson(
    text.replace(numberOrText, (token) => (token.startsWith('"') || /^-?\d{1,15}$/.test(token) ? token : `"${token}"`)),
  )
}
