import { describe, expect, it } from 'vitest'
import {
  classifyRpcError,
  classifySocketError,
  classifyStatus,
  isMissingStateError,
  toRetryAfterMs,
} from './classify.ts'

// Messages of geth, Nethermind, Erigon, Besu, Alchemy, Infura and QuickNode.
describe('classifyRpcError', () => {
  it.each([
    ['answer', 3, 'execution reverted: UniswapV2: K'],
    ['answer', -32000, 'execution reverted'],
    ['answer', -32603, 'VM Exception while processing transaction: revert'],
    ['answer', -32603, 'EVM error InvalidFEOpcode'],
    ['answer', -32603, 'failed to evaluate JS code: SyntaxError'],
    ['answer', -32000, 'nonce too low: next nonce 12, tx nonce 3'],
    ['answer', -32603, 'err: nonce has max value: address 0xC0…, nonce: 18446744073709551615 (supplied gas 50000000)'],
    ['answer', -32000, 'replacement transaction underpriced'],
    ['answer', -32000, 'insufficient funds for gas * price + value'],
    ['answer', -32000, 'already known'],
    ['answer', -32000, 'intrinsic gas too low'],
    ['answer', -32602, 'invalid argument 0: hex string has length 38, want 40 for common.Address'],
    ['answer', -32003, 'transaction rejected'],
    ['unsupported', -32601, 'the method trace_block does not exist/is not available'],
    ['unsupported', -32004, 'method not supported'],
    ['rateLimited', -32005, 'daily request count exceeded, request rate limited'],
    ['rateLimited', 429, 'Your app has exceeded its compute units per second capacity'],
    ['rateLimited', -32000, 'Too Many Requests'],
    ['doubtful', -32000, 'header not found'],
    ['doubtful', -32000, 'missing trie node 1234 (path )'],
    ['doubtful', -32001, 'resource not found'],
    ['broken', -32603, 'Internal error'],
    ['broken', -32002, 'request timed out'],
    ['broken', -32000, 'upstream connect error or disconnect'],
    ['doubtful', -32099, 'something nobody has seen before'],
  ] as const)('%s: %i %s', (kind, code, message) => {
    expect(classifyRpcError({ code, message })).toBe(kind)
  })
})

// Recorded from geth, bor and anvil; the others from the sources of the clients.
it.each([
  [true, 'missing trie node 7a8d16362e (path ) state 0x7a8d16362e is not available'],
  [true, 'historical state 0x7a8d16362e is not available'],
  [true, 'state at block #15000000 is pruned'],
  [true, 'No state available for block 0x7a8d16362e'],
  [true, 'World state unavailable'],
  [true, 'BlockOutOfRangeError: block height is 517 but requested was 5'],
  [false, 'BlockOutOfRangeError: block height is 517 but requested was 518'],
  [false, 'header not found'],
  [false, 'execution reverted: paused'],
])('isMissingStateError is %s for: %s', (expected, message) => {
  expect(isMissingStateError(message)).toBe(expected)
})

it('classifyStatus distinguishes a rate limit and a refused client from a failure', () => {
  const kinds = [429, 401, 402, 403, 407, 500, 502, 503, 404].map(classifyStatus)
  expect(kinds).toEqual(['rateLimited', 'denied', 'denied', 'denied', 'denied', ...Array(4).fill('broken')])
})

it('classifySocketError finds the code at any depth of causes', () => {
  const refused = Object.assign(new TypeError('fetch failed'), { cause: { errors: [{ code: 'ECONNREFUSED' }] } })
  expect(classifySocketError(refused)).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' })
  expect(classifySocketError({ cause: { code: 'ECONNRESET' } })).toEqual({ kind: 'broken', code: 'ECONNRESET' })
  expect(classifySocketError('odd')).toEqual({ kind: 'broken', code: 'SOCKET_ERROR' })
})

it('toRetryAfterMs reads seconds and dates', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(toRetryAfterMs('2', now)).toBe(2000)
  expect(toRetryAfterMs('Thu, 01 Jan 2026 00:00:05 GMT', now)).toBe(5000)
  expect(toRetryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0)
  expect(toRetryAfterMs('soon', now)).toBeUndefined()
  expect(toRetryAfterMs(null, now)).toBeUndefined()
})
