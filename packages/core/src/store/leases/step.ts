/** A lease in the store. `untilMs` is for people: clocks of machines differ, so that nobody decides by it. */
export type Lease = {
  readonly name: string
  /** Null once it was given back. */
  readonly owner: string | null
  /** Grows with each new holder. */
  readonly epoch: number
  /** Grows with each renewal. */
  readonly beat: number
  readonly untilMs: number
  /** Where the holder can be reached. */
  readonly address: string | null
}

/** What one process knows of a lease. Times are monotonic. */
export type LeaseView = {
  /** The epoch it holds, and since when it is sure of it; null while it holds none. */
  readonly held: { readonly epoch: number; readonly sureAtMs: number } | null
  /** The last state of the lease in the store, and since when that has not changed. */
  readonly seen: { readonly lease: Lease; readonly sinceMs: number } | null
}

export type LeaseParameters = {
  readonly name: string
  readonly owner: string
  readonly address: string | null
  readonly ttlMs: number
  /** Monotonic, when the lease was read. */
  readonly nowMs: number
  readonly wallMs: number
}

export const initialView: LeaseView = { held: null, seen: null }

/**
 * What a process makes of a lease that it finds in the store: renews its own, takes one that is free or whose holder has
 * not renewed it for `ttlMs` before its eyes, and leaves another's. A lease found unchanged is the same object.
 */
export function step(view: LeaseView, found: Lease | undefined, parameters: LeaseParameters) {
  const { owner, nowMs, ttlMs } = parameters
  const isOwn = found?.owner === owner && found.epoch === view.held?.epoch
  const isFree = found === undefined || found.owner === null
  if (found !== undefined && !isOwn && !isFree) {
    const seen = look(view.seen, found, nowMs)
    if (nowMs - seen.sinceMs < ttlMs) return { lease: found, view: { held: null, seen } }
  }
  const epoch = isOwn ? found.epoch : Math.max(found?.epoch ?? 0, view.held?.epoch ?? 0) + 1
  const beat = isOwn ? found.beat + 1 : 0
  const { name, address, wallMs } = parameters
  const lease: Lease = { name, owner, epoch, beat, address, untilMs: wallMs + ttlMs }
  return { lease, view: { held: { epoch, sureAtMs: nowMs }, seen: { lease, sinceMs: nowMs } } }
}

/** Since when a lease has not changed. */
export function look(seen: LeaseView['seen'], found: Lease, nowMs: number): NonNullable<LeaseView['seen']> {
  const isSame = seen?.lease.epoch === found.epoch && seen.lease.beat === found.beat && seen.lease.owner === found.owner
  return { lease: found, sinceMs: isSame ? seen.sinceMs : nowMs }
}

/** Whether a process may still act on its lease: nobody else can have taken it. */
export function isSure({ held }: LeaseView, nowMs: number, ttlMs: number): boolean {
  return held !== null && nowMs - held.sureAtMs < ttlMs
}
