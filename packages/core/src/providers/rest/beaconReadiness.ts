import type { EndpointHealth } from '../circuit/health.ts'
import { recordStandby } from '../circuit/recordOutcome.ts'

/** The path of the standard beacon API that says whether a node is usable. */
export const beaconSyncingPath = '/eth/v1/node/syncing'

/** Lighthouse's validator client also counts nodes up to eight slots behind as synced. */
export const maxLagSlots = 8

/** Integers are text by the standard; some clients and proxies send numbers. Older clients lack the last two fields. */
type SyncingData = {
  readonly head_slot?: unknown
  readonly sync_distance?: unknown
  readonly is_syncing?: unknown
  readonly is_optimistic?: unknown
  readonly el_offline?: unknown
}
type Standing = { readonly why: string | null; readonly headSlot: number | null; readonly atMs: number }

/** Heads older than this are not compared. */
const standingLifeMs = 30_000

/** Puts beacon nodes that cannot be relied on behind those that can, by their answers to `node/syncing`. */
export function createBeaconReadiness(healths: () => readonly EndpointHealth[], nowMs: () => number) {
  const standings = new Map<EndpointHealth, Standing>()

  function findFault(health: EndpointHealth): string | null {
    const { why = null, headSlot = null } = standings.get(health) ?? {}
    if (why !== null || headSlot === null) return why
    const lag = computeReferenceSlot([...standings.values()], nowMs()) - headSlot
    return lag > maxLagSlots ? `Its head is ${lag} slots behind.` : null
  }

  /** Records an answer to `node/syncing`; one of another form says nothing. */
  return function observe(health: EndpointHealth, body: unknown): void {
    const { data } = (body ?? {}) as { readonly data?: SyncingData | null }
    if (typeof data !== 'object' || data === null) return
    standings.set(health, { why: toFault(data), headSlot: toInteger(data.head_slot), atMs: nowMs() })
    const faults = healths().map((each) => ({ each, fault: findFault(each) }))
    const isOneWell = faults.some(
      ({ each, fault }) => fault === null && each.verified !== false && standings.has(each) && !each.circuit.isOpen,
    )
    // Without a better one, all stay in use, and answers say in what state the node is.
    for (const { each, fault } of faults) recordStandby(each, isOneWell ? fault : null)
  }
}

/** The highest recent head; of three or more the second, so that one false head takes no others out of use. */
function computeReferenceSlot(standings: readonly Standing[], nowMs: number): number {
  const heads = standings
    .flatMap(({ headSlot, atMs }) => (headSlot === null || nowMs - atMs > standingLifeMs ? [] : [headSlot]))
    .sort((a, b) => b - a)
  return heads[heads.length > 2 ? 1 : 0] ?? 0
}

function toFault(data: SyncingData): string | null {
  const distance = toInteger(data.sync_distance) ?? 0
  if (data.is_syncing === true || distance > maxLagSlots) return `It is syncing, ${distance} slots behind.`
  if (data.el_offline === true) return 'Its execution client is offline.'
  return data.is_optimistic === true ? 'Its execution client has not verified its head yet.' : null
}

function toInteger(value: unknown): number | null {
  return /^\d{1,15}$/.test(String(value)) ? Number(value) : null
}
