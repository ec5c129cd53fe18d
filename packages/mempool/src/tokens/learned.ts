import { RpcAnswerError, type Store } from '@outrigger/core'
import { LRUCache } from 'lru-cache'
import type { Address } from 'viem'

const maxKnown = 100_000
const maxUnanswered = 256
const retryMs = 3_600_000

export type Learned<value> = {
  /** At once; null while it is not known. */
  peek(address: Address): value | null
  /** Asks store and chain for those not known yet; what cannot be had stays unknown and is asked again after an hour. */
  learn(addresses: readonly Address[]): Promise<void>
}

export type LearnedOptions<value> = {
  readonly chain: string
  readonly store: Store
  /** Collection of the store. */
  readonly collection: string
  /** Null: it has no such thing. May reject. */
  readonly read: (address: Address) => Promise<value | null>
}

/** What contracts say of themselves and never change: read once per chain, then kept in the store. */
export function createLearned<value extends object>({
  chain,
  store,
  collection,
  read,
}: LearnedOptions<value>): Learned<value> {
  const known = new LRUCache<Address, value>({ max: maxKnown })
  const asked = new LRUCache<Address, true>({ max: maxKnown, ttl: retryMs })
  const kept = store.collection<value>(collection)
  let unanswered = 0

  async function learnOne(address: Address): Promise<void> {
    const key = `${chain}:${address}`
    const before = await kept.get(key)
    const value = before ?? (await read(address))
    if (value === null) return
    known.set(address, value)
    if (before === undefined) await kept.set(key, value)
  }

  return {
    peek: (address) => known.get(address) ?? null,
    async learn(addresses) {
      const unknown = addresses.filter((address) => !known.has(address) && !asked.has(address))
      await Promise.all(
        unknown.map(async (address) => {
          if (unanswered >= maxUnanswered) return
          unanswered += 1
          asked.set(address, true)
          try {
            await learnOne(address)
          } catch (error) {
            // A revert is the contract's answer. Anything else may be different the next time.
            if (!(error instanceof RpcAnswerError)) asked.delete(address)
          } finally {
            unanswered -= 1
          }
        }),
      )
    },
  }
}
