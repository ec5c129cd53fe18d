/** A lease in the store. `untilMs` is informative only: no process relies on it, because the clocks of machines differ. */
export type Lease = {
  readonly name: string
  /** Null after a release. */
  readonly owner: string | null
  /** Increases with each new holder. */
  readonly epoch: number
  /** Increases with each renewal. */
  readonly beat: number
  readonly untilMs: number
  /** Address at which other processes can reach the holder. */
  readonly address: string | null
}

/** One process's view of a lease. Times are monotonic. */
export type LeaseView = {
  /**
   * The epoch that this process holds, and the time of its last renewal. Null if the process does not hold the lease.
   */
  readonly held: { readonly epoch: number; readonly sureAtMs: number } | null
  /** The last state of the lease in the store, and the time since which this state is unchanged. */
  readonly seen: { readonly lease: Lease; readonly sinceMs: number } | null
}

export type LeaseParameters = {
  readonly name: string
  readonly owner: string
  readonly address: string | null
  readonly ttlMs: number
  /** Monotonic time when the lease was read. */
  readonly nowMs: number
  readonly wallMs: number
}

export const initialView: LeaseView = { held: null, seen: null }

/**
 * Decides how a process changes a lease that it finds in the store. The process renews its own lease. It takes a lease that is
 * free, or that it has not seen renewed for `ttlMs`. It leaves any other lease unchanged and returns the same object.
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

/** Returns a lease together with the time since which it is unchanged. */
export function look(seen: LeaseView['seen'], found: Lease, nowMs: number): NonNullable<LeaseView['seen']> {
  const isSame = seen?.lease.epoch === found.epoch && seen.lease.beat === found.beat && seen.lease.owner === found.owner
  return { lease: found, sinceMs: isSame ? seen.sinceMs : nowMs }
}

/** Returns whether a process may still act on its lease, because no other process can have taken it yet. */
export function isSure({ held }: LeaseView, nowMs: number, ttlMs: number): boolean {
  return held !== null && nowMs - held.sureAtMs < ttlMs
}
