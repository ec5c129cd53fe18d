import { EndpointError } from '../errors.ts'
import type { EndpointHealth, MutableHealth } from './health.ts'

const observationLifeMs = 30_000
const sameMomentMs = 500
const peakLifeMs = 5 * 60_000
// No chain advances this far in half a minute, not even a local chain that mines on command.
const maxJumpBlocks = 10_000n

/**
 * Returns the head that endpoints are measured against: the highest recent head of the endpoints in service. A head
 * that is far above two agreeing heads is ignored as false. An endpoint far below its own peak is ignored as long as
 * some endpoint, in or out of service, is not below its peak. This also detects two endpoints that fall behind
 * together.
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
  const references = [steady, silent, recent].find(({ length }) => length > 0) ?? []
  const inService = references.filter(({ circuit }) => !circuit.isOpen)
  const hasReference = inService.length > 0 || steady.length < recent.length
  const heads = (inService.length > 0 ? inService : hasReference ? references : [])
    .flatMap(({ head }) => (head === null ? [] : [head]))
    .sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  const [first, second, third] = heads
  if (first === undefined) return null
  const alone = second !== undefined && third !== undefined && first - second > tolerance && second - third <= tolerance
  return alone ? second : first
}

/**
 * Returns endpoints whose last head is old but was not below their peak. Such heads are better references than a head
 * that has fallen below the peak of its endpoint.
 */
function findSilent(healths: readonly EndpointHealth[], nowMs: number, tolerance: bigint): readonly EndpointHealth[] {
  return healths.filter((health) => {
    const { verified, head, headAtMs } = health
    const ageMs = nowMs - headAtMs
    const isSilent = verified !== false && head !== null && ageMs >= observationLifeMs && ageMs < peakLifeMs
    return isSilent && !hasGoneBack(health, nowMs, tolerance)
  })
}

function hasGoneBack(
  { head, highestRecentHead: peak, highestRecentHeadAtMs: peakAtMs }: EndpointHealth,
  nowMs: number,
  tolerance: bigint,
): boolean {
  return head !== null && peak !== null && nowMs - peakAtMs < peakLifeMs && peak - head > tolerance
}

/**
 * Records the head that an endpoint has just shown, and how far each endpoint is behind. Compares only heads seen within half a
 * second.
 *
 * @throws {EndpointError} the head is so far above the recent heads of the pool that it cannot belong to this chain
 */
export function recordHead(
  health: MutableHealth,
  head: bigint,
  healths: readonly MutableHealth[],
  nowMs: number,
  maxLagBlocks: number,
): void {
  const recent = computeReferenceHead(healths, nowMs, maxLagBlocks)
  if (recent !== null && head - recent > maxJumpBlocks)
    throw new EndpointError(health.endpoint.name, 'broken', `Its head jumped to ${head}.`)
  if (head !== health.head) health.headSinceMs = nowMs
  health.head = head
  health.headAtMs = nowMs
  if (
    health.highestRecentHead === null ||
    head >= health.highestRecentHead ||
    nowMs - health.highestRecentHeadAtMs >= peakLifeMs
  ) {
    health.highestRecentHead = head
    health.highestRecentHeadAtMs = nowMs
  }
  const reference = computeReferenceHead(healths, nowMs, maxLagBlocks)
  if (reference === null) return
  for (const other of healths) {
    if (other.head === null || nowMs - other.headAtMs > sameMomentMs) continue
    other.lag = reference > other.head ? reference - other.head : 0n
  }
}
