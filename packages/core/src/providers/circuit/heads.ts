import { EndpointError } from '../errors.ts'
import type { EndpointHealth } from './health.ts'

const observationLifeMs = 30_000
const sameMomentMs = 500
const peakLifeMs = 5 * 60_000
// No chain gets this far ahead of its recent head, not even a local one that mines on command.
const maxJumpBlocks = 10_000n

/**
 * The head the endpoints are measured against: the highest that those in service have shown of late, unless that one alone is far ahead of
 * two or more others that agree, in which case it is the liar and the next one counts. Who has gone far back from what it
 * showed before is no witness while anybody has not, in service or not: two that fall behind together are still behind.
 */
export function computeReferenceHead(
  healths: readonly EndpointHealth[],
  nowMs: number,
  maxLagBlocks: number,
): bigint | null {
  const tolerance = BigInt(maxLagBlocks)
  const recent = healths.filter(
    ({ verified, head, headAtMs }) => verified !== false && head !== null && nowMs - headAtMs < observationLifeMs,
  )
  const steady = recent.filter((health) => !hasGoneBack(health, nowMs, tolerance))
  const silent = steady.length === 0 && recent.length > 0 ? findSilent(healths, nowMs, tolerance) : []
  const witnesses = [steady, silent, recent].find(({ length }) => length > 0) ?? []
  const inService = witnesses.filter(({ open }) => !open)
  const isLed = inService.length > 0 || steady.length < recent.length
  const heads = (inService.length > 0 ? inService : isLed ? witnesses : [])
    .flatMap(({ head }) => (head === null ? [] : [head]))
    .sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  const [first, second, third] = heads
  if (first === undefined) return null
  const alone = second !== undefined && third !== undefined && first - second > tolerance && second - third <= tolerance
  return alone ? second : first
}

/** Endpoints without a recent head that had not gone back either: their silence does not prove the one that has right. */
function findSilent(healths: readonly EndpointHealth[], nowMs: number, tolerance: bigint): readonly EndpointHealth[] {
  return healths.filter((health) => {
    const { verified, head, headAtMs } = health
    const ageMs = nowMs - headAtMs
    const isSilent = verified !== false && head !== null && ageMs >= observationLifeMs && ageMs < peakLifeMs
    return isSilent && !hasGoneBack(health, nowMs, tolerance)
  })
}

function hasGoneBack({ head, peak, peakAtMs }: EndpointHealth, nowMs: number, tolerance: bigint): boolean {
  return head !== null && peak !== null && nowMs - peakAtMs < peakLifeMs && peak - head > tolerance
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
  if (health.peak === null || head >= health.peak || nowMs - health.peakAtMs >= peakLifeMs) {
    health.peak = head
    health.peakAtMs = nowMs
  }
  const reference = computeReferenceHead(healths, nowMs, maxLagBlocks)
  if (reference === null) return
  for (const other of healths) {
    if (other.head === null || nowMs - other.headAtMs > sameMomentMs) continue
    other.lag = reference > other.head ? reference - other.head : 0n
  }
}
