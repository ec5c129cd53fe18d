import type { FailureKind } from '../errors.ts'
import { isRevert, type SaidError, toErrorWords } from './errorWords.ts'
import { isPartialRefusal, isPlanRefusal, isQuotaError, isRefusal, isSizeError } from './refusals.ts'

// The rules of transaction pools, in the words of geth, Erigon, Nethermind, Besu, reth and anvil. Besu sends them with codes
// that EIP-1474 gives other meanings, so the words count before any code.
const transactionWords =
  /nonce (?:too|has max|is too distant)|incorrect nonce|lower nonce|insufficient (?:funds|balance)|upfront cost exceeds|underpriced|gas price (?:below|too low)|already known|known transaction|already imported|intrinsic gas|max fee per (?:blob )?gas less|max priority fee|fee cap|tip above|block gas limit|gas limit (?:too|exceeds)|invalid sender|invalid signature|not authorized to send|oversized data|max initcode|only replay-protected|chain ?id is required|(?:wrong|invalid) chain ?id|transaction type not supported|blob gas too high/i
// Errors of the EVM and of parameters that every node would return.
const finalWords =
  /revert|gas required exceeds|out of gas|invalid opcode|EVM error|evm execution|failed to evaluate js|invalid jump|stack (?:under|over)flow|contract creation|filter not found|invalid argument|missing value for required|cannot unmarshal/i
// A provider of providers (dRPC, eRPC, load balancers) has no node for the request at the moment.
const routeWords =
  /route your request|no (?:\w+ )?(?:upstreams?|backends?|providers?|nodes?) (?:is |are )?(?:available|healthy|found|left)|no (?:available|healthy|suitable|live) (?:upstream|backend|provider|node)|upstreams? exhausted/i
// Malformed parameters, in the words of serializers.
const formWords =
  /invalid (?:string )?length|hex (?:string|number|value)|hex-?encoded|odd (?:length|number of digits)|leading zero|missing field|unknown (?:field|variant)|invalid type|too (?:many|few) (?:arguments|parameters|params)|expected .{1,60}(?:at line|got|found)|must be (?:a |an )?(?:hex|string|number|array|object|boolean|0x)|invalid (?:character|digit|address|block number|block tag|hash|hex)|(?:failed to|cannot|could not) (?:parse|decode|deserialize)/i
// The provider rejects its client, with various codes.
const accessWords =
  /authenticat|unauthori[sz]ed|api[ -]?key|access (?:key|token)|project id|forbidden|access denied|billing|subscription (?:has )?expired|token is invalid|invalid token|tenant|account (?:is )?(?:suspended|disabled)|no longer available/i
// The node does not have the block yet, with various codes.
const aheadWords = /beyond (?:the )?(?:current )?head/i
const lagWords =
  /header not found|block not found|unknown block|missing trie|not (?:yet )?available|out of range|syncing|not synced|unknown state|no state available|pruned/i
// The node does not have the requested block. anvil reports this with the code of invalid params.
const absentWords =
  /block ?(?:height|number)? ?out ?of ?range|block height is \d+ but requested|header not found|block not found|unknown block|cannot query unfinalized|requested block .*not (?:found|available)/i
const limitWords =
  /rate limit|too many requests|limit (?:reached|exceeded)|exceeded .*(?:limit|quota|capacity)|quota|throttl|compute units/i
const brokenWords =
  /timeout|timed out|overload|temporarily|try again|unavailable|internal|upstream|bad gateway|connection/i

/** Returns whether a message says that the node does not have the requested block. */
export function isAbsentBlockError(message: string): boolean {
  return absentWords.test(message) || aheadWords.test(message)
}

// In the words of geth, reth, Erigon, Nethermind, Besu and of hosted providers.
const prunedWords =
  /missing trie|state .*(?:not available|unavailable|pruned)|no state available|historical state|pruned|archive/i
// anvil's words for a block whose state it no longer has. A block above its height is absent instead.
const prunedHeight = /block height is (\d+) but requested was (\d+)/i

/** Returns whether a message says that the node has a block, but not the state after it. An archive node has it. */
export function isMissingStateError(message: string): boolean {
  if (prunedWords.test(message)) return true
  const [, height, requested] = prunedHeight.exec(message) ?? []
  return height !== undefined && requested !== undefined && BigInt(requested) <= BigInt(height)
}

/** Classifies a JSON-RPC error: first by words, then by the codes of JSON-RPC 2.0 and EIP-1474. */
export function classifyRpcError(error: SaidError): FailureKind {
  const words = toErrorWords(error)
  if (isRevert(error)) return 'answer'
  if (isSizeError(words) || isAbsentBlockError(words)) return 'doubtful'
  if (isQuotaError(words)) return 'rateLimited'
  if (isPlanRefusal(words) || isPartialRefusal(words)) return isPartialRefusal(words) ? 'doubtful' : 'unsupported'
  if (accessWords.test(words)) return 'denied'
  if (routeWords.test(words)) return 'unreachable'
  if (transactionWords.test(words)) return 'answer'
  return byCode.get(error.code) ?? classifyWords(words, error.code)
}

const transactionRejected = -32003
/**
 * Codes to which EIP-1474 or providers give another meaning. With such a code, clients would take a rejected
 * transaction for another error.
 */
const otherMeanings = new Set([-32001, -32002, -32004, -32005, -32006, -32007])

/**
 * Returns the error code for clients. For a rejected transaction whose code means something else, it returns
 * EIP-1474's code for rejected transactions.
 */
export function toClientCode(error: SaidError, kind: FailureKind): number {
  const isMistakable = kind === 'answer' && otherMeanings.has(error.code)
  return isMistakable && transactionWords.test(toErrorWords(error)) ? transactionRejected : error.code
}

const byCode: ReadonlyMap<number, FailureKind> = new Map([
  [-32003, 'answer'],
  [-32601, 'unsupported'],
  [-32004, 'unsupported'],
  // QuickNode's codes for traces that a plan lacks.
  [-32612, 'unsupported'],
  [-32613, 'unsupported'],
  [429, 'rateLimited'],
  [-32005, 'rateLimited'],
  [-32007, 'rateLimited'],
  [-32029, 'rateLimited'],
])

// These codes blame the request, but providers use them for refusals of their own.
const requestCodes = new Set([-32700, -32600, -32602])

function classifyWords(words: string, code: number): FailureKind {
  const blamesRequest = requestCodes.has(code)
  if (finalWords.test(words) || (blamesRequest && formWords.test(words))) return 'answer'
  if (limitWords.test(words)) return 'rateLimited'
  if (lagWords.test(words)) return 'doubtful'
  if (blamesRequest) return 'unclear'
  return code === -32603 || code === -32002 || brokenWords.test(words) ? 'broken' : 'doubtful'
}

/**
 * Returns whether an HTTP status counts more than the JSON-RPC error in the same response. A provider that is broken or
 * rejects its client often sends "invalid params". A revert counts more than any status. A refusal in plain words
 * counts more than any status except 429.
 */
export function isStatusDecisive(status: number, error: SaidError): boolean {
  if (status === 429) return !isRevert(error)
  const isFailure = deniedStatuses.includes(status) || status >= 500
  return isFailure && !isRevert(error) && !isRefusal(toErrorWords(error))
}

/** Classifies an HTTP status without a usable JSON-RPC body. */
export function classifyStatus(status: number): 'rateLimited' | 'denied' | 'broken' {
  if (status === 429) return 'rateLimited'
  return deniedStatuses.includes(status) ? 'denied' : 'broken'
}

const deniedStatuses = [401, 402, 403, 407]

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

/** Returns the code of a socket error, and whether it happened before the request was sent. */
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

/**
 * Returns the milliseconds of a `Retry-After` header (RFC 9110: seconds or an HTTP date). Undefined if missing or
 * invalid.
 */
export function toRetryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
