import { LRUCache } from 'lru-cache'
import type { Head } from '../poolTypes.ts'

const maxLeft = 256
const maxUnlinked = 3
// A pushed head may be this much older than the head of the fastest provider.
const maxPushLagMs = 500

export type Sighting = {
  readonly head: Head
  /** When the head was requested, or now if it was pushed. */
  readonly requestedAtMs: number
  readonly isPushed: boolean
  readonly nowMs: number
}

/** The latest block that each provider has shown. */
export class ShownHeads {
  readonly #shown = new Map<string, { readonly head: Head; readonly atMs: number }>()
  /** When a reorganization removed a block, by hash. */
  readonly #left = new LRUCache<string, number>({ max: maxLeft })
  /** Consecutive blocks of a provider without a known parent. */
  readonly #unlinked = new Map<string, number>()

  /** Stores a head as the provider's latest. Returns false if it is outdated. */
  show({ head, requestedAtMs, isPushed, nowMs }: Sighting): boolean {
    // The provider has pushed another head since this one was requested.
    if ((this.#shown.get(head.provider)?.atMs ?? 0) > requestedAtMs) return false
    // Late news about an abandoned branch would make the stream return to it for a moment.
    const leftAtMs = this.#left.peek(head.hash) ?? Number.NEGATIVE_INFINITY
    if (leftAtMs > requestedAtMs - (isPushed ? maxPushLagMs : 0)) return false
    this.#shown.set(head.provider, { head, atMs: nowMs })
    return true
  }

  /** Drops the provider's head, because its socket is lost or it has fallen behind. */
  drop(provider: string): void {
    this.#shown.delete(provider)
  }

  /** Returns the heads shown since this time. */
  since(fromMs: number): readonly Head[] {
    return [...this.#shown.values()].filter(({ atMs }) => atMs >= fromMs).map(({ head }) => head)
  }

  /** Drops blocks that a reorganization removed. Providers whose latest block is dropped must show another head. */
  leave(removed: readonly Head[], nowMs: number): void {
    for (const { hash } of removed) this.#left.set(hash, nowMs)
    for (const [provider, { head }] of this.#shown)
      if (this.#left.peek(head.hash) === nowMs) this.#shown.delete(provider)
  }

  onLinked({ provider }: Head): void {
    this.#unlinked.delete(provider)
  }

  /** Handles a block without a known parent. The block may be too new, so it is dropped only after a few attempts. */
  onUnlinked({ provider, hash }: Head): void {
    const failures = (this.#unlinked.get(provider) ?? 0) + 1
    this.#unlinked.set(provider, failures)
    if (failures % maxUnlinked === 0 && this.#shown.get(provider)?.head.hash === hash) this.#shown.delete(provider)
  }
}
