import { OutriggerError } from '@outrigger/core'

export class NestingError extends OutriggerError {
  readonly code = 'NESTING'
  constructor(levels: number) {
    super(`The request is nested deeper than ${levels} levels.`)
  }
}

const number = /-?\d[\d.eE+-]*/y
const blank = /[ \t\n\r]*/y

/**
 * Returns the numeric ids of a request, or of each item of a batch, exactly as written, because `1.0` and numbers beyond 2^53 do
 * not survive parsing. Runs in one pass, before any recursive function reads the text. Leaves invalid JSON for the parser to
 * reject.
 *
 * @throws {NestingError}
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the characters, with one branch per kind
export function scanIds(text: string, maxDepth: number): readonly (string | undefined)[] {
  const ids: (string | undefined)[] = []
  let depth = 0
  let item = 0
  // Members of a single request are at depth 1, members of batch items at depth 2.
  let memberDepth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === 0x22) {
      const end = endOfString(text, at)
      if (depth === memberDepth && end - at === 3 && text.startsWith('"id"', at)) ids[item] = numberAfter(text, end + 1)
      at = end
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1
      if (memberDepth === 0) memberDepth = char === 0x7b ? 1 : 2
      if (depth > maxDepth) throw new NestingError(maxDepth)
    } else if (char === 0x7d || char === 0x5d) depth -= 1
    else if (char === 0x2c && depth === 1 && memberDepth === 2) item += 1
  }
  return ids
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** Returns the number after a colon, if there is one. */
function numberAfter(text: string, start: number): string | undefined {
  const colon = skipBlank(text, start)
  if (text.charCodeAt(colon) !== 0x3a) return undefined
  number.lastIndex = skipBlank(text, colon + 1)
  return number.exec(text)?.[0]
}

function skipBlank(text: string, start: number): number {
  blank.lastIndex = start
  blank.test(text)
  return blank.lastIndex
}
