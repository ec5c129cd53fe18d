import type { FailureKind } from '../errors.ts'

// Errors that every node would answer alike: EVM failures and transaction pool rules.
const finalWords =
  /revert|nonce (?:too|has max)|insufficient (?:funds|balance)|underpriced|already known|known transaction|already imported|intrinsic gas|gas required exceeds|out of gas|invalid opcode|EVM error|evm execution|failed to evaluate js|invalid jump|stack (?:under|over)flow|max fee per gas less|max priority fee|fee cap|tip above|block gas limit|gas limit (?:too|exceeds)|invalid sender|invalid signature|oversized data|max initcode|contract creation|only replay-protected|transaction type not supported|filter not found|invalid argument|missing value for required|cannot unmarshal/i
// Limits of one provider on the size of an answer: another may allow more, and no endpoint is at fault.
const sizeWords =
  /more than [\d,]+ (?:results|logs)|block range(?! params| extends beyond)|range (?:is )?too (?:large|wide)|response size|too many (?:results|logs|blocks)|logs matched|query returned more/i
// Of these, the ones about the size of the answer, not about the length of the range.
const contentWords = /\b(?:results|logs)\b|response size/i
// The provider refuses its client, under various codes.
const accessWords =
  /authenticat|unauthori[sz]ed|api[ -]?key|project id|forbidden|access denied|billing|subscription (?:has )?expired/i
// A block it does not have yet, under various codes.
const aheadWords = /beyond (?:the )?(?:current )?head/i
const lagWords =
  /header not found|block not found|unknown block|missing trie|not (?:yet )?available|out of range|syncing|not synced/i
// It does not have the block it was asked about; anvil says so under the code of invalid params.
const absentWords =
  /block ?(?:height|number)? ?out ?of ?range|block height is \d+ but requested|header not found|block not found|unknown block|cannot query unfinalized|requested block .*not (?:found|available)/i
const limitWords =
  /rate limit|too many requests|limit (?:reached|exceeded)|exceeded .*(?:limit|quota|capacity)|quota|throttl|compute units/i
const brokenWords =
  /timeout|timed out|overload|temporarily|try again|unavailable|internal|upstream|bad gateway|connection/i

/** Whether a message is about how much was asked for at once. */
export function isSizeError(message: string): boolean {
  return sizeWords.test(message)
}

/** Whether it is about the length of the range, so that every other range of that length is refused as well. */
export function isRangeError(message: string): boolean {
  return isSizeError(message) && !contentWords.test(message)
}

/** Whether a message says that the node does not have the block it was asked about. */
export function isAbsentBlockError(message: string): boolean {
  return absentWords.test(message) || aheadWords.test(message)
}

/** What a JSON-RPC error says about the endpoint that sent it (JSON-RPC 2.0 and EIP-1474 codes, then node wording). */
export function classifyRpcError(error: { readonly code: number; readonly message: string }): FailureKind {
  const { code, message } = error
  if (isSizeError(message) || isAbsentBlockError(message)) return 'doubtful'
  if (accessWords.test(message)) return 'broken'
  if (code === 3 || code === -32600 || code === -32602 || code === -32003 || code === -32700) return 'answer'
  if (code === -32601 || code === -32004) return 'unsupported'
  if (code === 429 || code === -32005 || code === -32007 || code === -32029) return 'rateLimited'
  if (finalWords.test(message)) return 'answer'
  if (limitWords.test(message)) return 'rateLimited'
  if (lagWords.test(message)) return 'doubtful'
  if (code === -32603 || code === -32002 || brokenWords.test(message)) return 'broken'
  return 'doubtful'
}

/**
 * Whether an HTTP status counts more than the JSON-RPC error that came with it: a provider that refuses its client or is
 * broken often answers "invalid params". A revert is a revert under any status.
 */
export function isStatusDecisive(status: number, error: { readonly code: number; readonly message: string }): boolean {
  const refusal = [401, 402, 403, 407, 429].includes(status) || status >= 500
  return refusal && error.code !== 3 && !/revert/i.test(error.message)
}

/** What an HTTP status without a usable JSON-RPC body says. */
export function classifyStatus(status: number): 'rateLimited' | 'broken' {
  return status === 429 ? 'rateLimited' : 'broken'
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
])

/** Whether a socket error came before the request was sent, and its code. */
export function classifySocketError(error: unknown): { readonly kind: FailureKind; readonly code: string } {
  const code = socketCode(error) ?? 'SOCKET_ERROR'
  return { kind: neverSent.has(code) ? 'unreachable' : 'broken', code }
}

function socketCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: readonly unknown[] }
  if (typeof code === 'string') return code
  return socketCode(cause) ?? socketCode(errors?.[0])
}

/** Milliseconds of a `Retry-After` header (RFC 9110: seconds or an HTTP date); undefined if absent or unreadable. */
export function toRetryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
