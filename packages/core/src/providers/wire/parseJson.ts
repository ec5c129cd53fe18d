/** Maximum nesting. Deeper values overflow the stack of functions that traverse them. */
const maxDepth = 3000
/**
 * Maximum number of arrays and objects. A block with its traces has a few hundred thousand. In V8, an empty array
 * (`[]`) takes about 60 bytes.
 */
const maxContainers = 2_000_000

export type JsonLimits = { readonly depth?: number; readonly containers?: number }

/**
 * Parses untrusted JSON. First limits the nesting and the number of arrays and objects, because an empty array takes thirty
 * times as much memory as text.
 *
 * @param limits the deepest nesting and the largest number of arrays and objects, 3,000 and 2,000,000 by default
 * @throws {SyntaxError} if the text is not JSON, or exceeds a limit
 */
export function parseJson(text: string, limits: JsonLimits = {}): unknown {
  const { depth: deepest = maxDepth, containers: most = maxContainers } = limits
  // A text this short cannot reach either limit.
  if (text.length > Math.min(deepest, most)) checkContainers(text, deepest, most)
  return JSON.parse(text)
}

function checkContainers(text: string, deepest: number, most: number): void {
  let depth = 0
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at)
    if (mark === quote) at = skipString(text, at) - 1
    else if (mark === openBracket || mark === openBrace) {
      depth += 1
      count += 1
      if (depth > deepest) throw new SyntaxError(`JSON is nested more than ${deepest} levels deep.`)
      if (count > most) throw new SyntaxError(`JSON has more than ${most} arrays and objects.`)
    } else if (mark === closeBracket || mark === closeBrace) depth -= 1
  }
}

/** Returns the index after the closing quote of the string that starts at `from`. */
export function skipString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return at + 1
  }
  return text.length
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]
