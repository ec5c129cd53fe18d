import type { EndpointHealth } from '../circuit/health.ts'
import { recordStandby } from '../circuit/recordOutcome.ts'

/** Path of the standard beacon API that shows whether a node is usable. */
export const beaconSyncingPath = '/eth/v1/node/syncing'

/** Lighthouse's validator client also treats nodes up to eight slots behind as synced. */
export const maxLagSlots = 8

/** The standard writes integers as text, but some clients and proxies send numbers. Older clients omit the last two fields. */
type SyncingData = {
  readonly head_slot?: unknown
  readonly sync_distance?: unknown
  readonly is_syncing?: unknown
  readonly is_optimistic?: unknown
  readonly el_offline?: unknown
}
type Standing = { readonly why: string | null; readonly headSlot: number | null; readonly atMs: number }

/** How long a head is compared. Older heads are ignored. */
const standingLifeMs = 30_000

/**
 * Creates a function that marks unreliable beacon nodes by their answers to `node/syncing`. They are used only if no
 * reliable node is in service.
 */
export function createBeaconReadiness(healths: () => readonly EndpointHealth[], nowMs: () => number) {
  const standings = new Map<EndpointHealth, Standing>()

  function findFault(health: EndpointHealth): string | null {
    const { why = null, headSlot = null } = standings.get(health) ?? {}
    if (why !== null || headSlot === null) return why
    const lag = computeReferenceSlot([...standings.values()], nowMs()) - headSlot
    return lag > maxLagSlots ? `Its head is ${lag} slots behind.` : null
  }

  /** Records an answer to `node/syncing`. Ignores an answer in another form. */
  return function observe(health: EndpointHealth, body: unknown): void {
    const { data } = (body ?? {}) as { readonly data?: SyncingData | null }
    if (typeof data !== 'object' || data === null) return
    standings.set(health, { why: toFault(data), headSlot: toInteger(data.head_slot), atMs: nowMs() })
    const faults = healths().map((each) => ({ each, fault: findFault(each) }))
    const isOneWell = faults.some(
      ({ each, fault }) => fault === null && each.verified !== false && standings.has(each) && !each.circuit.isOpen,
    )
    // Without a reliable node, all nodes stay in use, and their answers show their state.
    for (const { each, fault } of faults) recordStandby(each, isOneWell ? fault : null)
  }
}

/**
 * Returns the highest recent head. If there are three or more, it returns the second highest, so that one false head
 * does not exclude the others.
 */
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
