import { LRUCache } from 'lru-cache'
import type { Head } from '../poolTypes.ts'

const maxLeft = 256
const maxUnlinked = 3
// A pushed head may be this much older than the one of the quickest provider.
const maxPushLagMs = 500

export type Sighting = {
  readonly head: Head
  /** When the head was asked for; now, if it was pushed. */
  readonly askedAtMs: number
  readonly isPushed: boolean
  readonly nowMs: number
}

/** The latest block that each provider has shown. */
export class ShownHeads {
  readonly #shown = new Map<string, { readonly head: Head; readonly atMs: number }>()
  /** When blocks were left by a reorganisation. */
  readonly #left = new LRUCache<string, number>({ max: maxLeft })
  /** Blocks in a row of a provider that have no known parent. */
  readonly #unlinked = new Map<string, number>()

  /** Stores a head as the provider's latest. False for one that is out of date. */
  show({ head, askedAtMs, isPushed, nowMs }: Sighting): boolean {
    // The provider has pushed another one since this was asked.
    if ((this.#shown.get(head.provider)?.atMs ?? 0) > askedAtMs) return false
    // Late news of a branch that was left would make the stream go back to it for a moment.
    const leftAtMs = this.#left.peek(head.hash) ?? Number.NEGATIVE_INFINITY
    if (leftAtMs > askedAtMs - (isPushed ? maxPushLagMs : 0)) return false
    this.#shown.set(head.provider, { head, atMs: nowMs })
    return true
  }

  /** Its head counts no more: its socket is lost, or it has fallen behind. */
  drop(provider: string): void {
    this.#shown.delete(provider)
  }

  /** The heads shown since then. */
  since(fromMs: number): readonly Head[] {
    return [...this.#shown.values()].filter(({ atMs }) => atMs >= fromMs).map(({ head }) => head)
  }

  /** A reorganisation has taken these blocks out: providers at one of them have to show another head. */
  leave(removed: readonly Head[], nowMs: number): void {
    for (const { hash } of removed) this.#left.set(hash, nowMs)
    for (const [provider, { head }] of this.#shown)
      if (this.#left.peek(head.hash) === nowMs) this.#shown.delete(provider)
  }

  onLinked({ provider }: Head): void {
    this.#unlinked.delete(provider)
  }

  /** A block without a known parent may only be too new; after a few attempts it is dropped. */
  onUnlinked({ provider, hash }: Head): void {
    const failures = (this.#unlinked.get(provider) ?? 0) + 1
    this.#unlinked.set(provider, failures)
    if (failures % maxUnlinked === 0 && this.#shown.get(provider)?.head.hash === hash) this.#shown.delete(provider)
  }
}
