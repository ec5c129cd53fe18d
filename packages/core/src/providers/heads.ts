import { EndpointError } from './failure.ts'
import type { EndpointHealth } from './health.ts'

const observationLifeMs = 30_000
const sameMomentMs = 500
// No chain gets this far ahead of its recent head, not even a local one that mines on command.
const maxJumpBlocks = 10_000n

/**
 * The head the endpoints are measured against: the highest that those in service have shown of late, unless that one alone is far ahead of
 * two or more others that agree, in which case it is the liar and the next one counts.
 */
export function computeReferenceHead(
  healths: readonly EndpointHealth[],
  nowMs: number,
  maxLagBlocks: number,
): bigint | null {
  const heads = healths
    .filter((health) => health.verified !== false && !health.open && nowMs - health.headAtMs < observationLifeMs)
    .flatMap(({ head }) => (head === null ? [] : [head]))
    .sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  const [first, second, third] = heads
  if (first === undefined) return null
  const tolerance = BigInt(maxLagBlocks)
  const alone = second !== undefined && third !== undefined && first - second > tolerance && second - third <= tolerance
  return alone ? second : first
}

/**
 * Notes the head an endpoint has just shown and how far each endpoint is behind. An old observation of another
 * endpoint is not held against it: heads are only compared when they were seen at the same moment.
 *
 * @throws {EndpointError} the head is too far above what the pool has seen in the last half minute to be of this chain
 */
export function recordHead(
  health: EndpointHealth,
  head: bigint,
  healths: readonly EndpointHealth[],
  nowMs: number,
  maxLagBlocks: number,
): void {
  const recent = computeReferenceHead(healths, nowMs, maxLagBlocks)
  if (recent !== null && head - recent > maxJumpBlocks)
    throw new EndpointError(health.endpoint.name, 'broken', `Its head jumped to ${head}.`)
  health.head = head
  health.headAtMs = nowMs
  const reference = computeReferenceHead(healths, nowMs, maxLagBlocks)
  if (reference === null) return
  for (const other of healths) {
    if (other.head === null || nowMs - other.headAtMs > sameMomentMs) continue
    other.lag = reference > other.head ? reference - other.head : 0n
  }
}
