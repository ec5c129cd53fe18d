import { parseJson, skipString } from './parseJson.ts'

export type RpcErrorObject = { readonly code: number; readonly message: string; readonly data?: unknown }

/** One JSON-RPC 2.0 response, and its text as the provider wrote it. */
export type RpcReply = { readonly id: unknown; readonly body: string } & (
  | { readonly result: unknown; readonly error: null }
  | { readonly error: RpcErrorObject }
)

/** Reads one JSON-RPC response. Null for anything else. */
export function toReply(body: string): RpcReply | null {
  return fromMessage(tryParse(body), body)
}

/** Reads the responses of a batch. Null if the body is not an array of responses. */
export function toReplies(body: string): readonly RpcReply[] | null {
  const messages = tryParse(body)
  if (!Array.isArray(messages)) return null
  const texts = toElements(body)
  const replies = messages.flatMap((message, index) => fromMessage(message, texts[index] ?? '') ?? [])
  return replies.length === messages.length ? replies : null
}

/** Parses a text. Undefined if it is not JSON. */
export function tryParse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function fromMessage(message: unknown, body: string): RpcReply | null {
  if (typeof message !== 'object' || message === null) return null
  const { id, result, error } = message as { id?: unknown; result?: unknown; error?: unknown }
  if (error !== undefined && error !== null) return fromError(id, error, body)
  return 'result' in message && 'id' in message ? { id, result, error: null, body } : null
}

/**
 * Returns a failed reply. Any value in `error` means that the request failed (JSON-RPC 2.0, section 5). Clients get a
 * proper error object.
 */
function fromError(id: unknown, error: unknown, body: string): RpcReply {
  if (isErrorObject(error)) return { id, error, body }
  const proper = toErrorObject(error)
  return { id, error: proper, body: JSON.stringify({ error: proper }) }
}

function isErrorObject(error: unknown): error is RpcErrorObject {
  if (typeof error !== 'object' || error === null) return false
  const { code, message } = error as { code?: unknown; message?: unknown }
  return Number.isSafeInteger(code) && typeof message === 'string'
}

// "Internal error": an error without a message says nothing about the request.
const wordless = { code: -32603, message: 'an error without a message' }
// "Server error": the message decides.
const codeless = -32000

/** Returns a proper error object for any value that a provider sends as an error. */
export function toErrorObject(error: unknown): RpcErrorObject {
  if (isErrorObject(error)) return error
  if (Number.isSafeInteger(error)) return { ...wordless, code: error as number }
  const { code, message, data } = (typeof error === 'object' ? (error ?? {}) : {}) as Partial<Record<string, unknown>>
  const number = toInteger(code)
  const words = toWords(message) ?? toWords(number === undefined ? error : data)
  if (words === undefined) return { ...wordless, code: number ?? wordless.code }
  return { code: number ?? codeless, message: words, ...(data !== undefined && { data }) }
}

function toInteger(code: unknown): number | undefined {
  const number = typeof code === 'string' && /^-?\d+$/.test(code.trim()) ? Number(code) : code
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

/** Returns a text unchanged, and a non-empty list or object as JSON. */
function toWords(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  const hasContent = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  return hasContent ? JSON.stringify(value) : undefined
}

/**
 * Returns the text of a member of a valid JSON object. If a key occurs twice, the last one counts, as in `JSON.parse`.
 *
 * The text is a slice of the input, so that numbers, escapes and the order of keys reach a relay's client unchanged. Parsing and
 * printing would round integers above 2^53.
 */
export function toMember(text: string, name: 'result' | 'error' | 'id'): string {
  let found = 'null'
  for (let at = skipSpace(text, skipSpace(text, 0) + 1); at < text.length && text[at] !== '}'; ) {
    const keyEnd = skipString(text, at)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const valueEnd = skipValue(text, valueStart)
    if (JSON.parse(text.slice(at, keyEnd)) === name) found = text.slice(valueStart, valueEnd)
    at = skipComma(text, valueEnd)
  }
  return found
}

function toElements(text: string): readonly string[] {
  const elements: string[] = []
  for (let at = skipSpace(text, skipSpace(text, 0) + 1); at < text.length && text[at] !== ']'; ) {
    const end = skipValue(text, at)
    elements.push(text.slice(at, end))
    at = skipComma(text, end)
  }
  return elements
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
  return at
}

function skipComma(text: string, from: number): number {
  const at = skipSpace(text, from)
  return text[at] === ',' ? skipSpace(text, at + 1) : at
}

const scalarEnd = /[,}\]\s]/g

/** Returns the index after the value that starts at `from`. The text must be valid JSON. */
function skipValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return skipString(text, from)
  if (first !== '{' && first !== '[') {
    scalarEnd.lastIndex = from
    return scalarEnd.exec(text)?.index ?? text.length
  }
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const mark = text.charCodeAt(at)
    if (mark === quote) at = skipString(text, at) - 1
    else if (mark === openBrace || mark === openBracket) depth += 1
    else if ((mark === closeBrace || mark === closeBracket) && --depth === 0) return at + 1
  }
  return text.length
}

const [quote, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x7b, 0x7d, 0x5b, 0x5d]
