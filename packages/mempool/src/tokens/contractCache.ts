import { RpcAnswerError, type Store } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import type { Address } from 'viem'

const maxKnown = 100_000
const maxInFlight = 256
const retryMs = 3_600_000

export type ContractCache<value> = {
  /** Returns the value without I/O, or null if unknown. */
  peek(address: Address): value | null
  /** Reads unknown values from the store or the chain. Failed reads are retried after an hour. */
  load(addresses: readonly Address[]): Promise<void>
}

type ContractCacheOptions<value> = {
  readonly chain: string
  readonly store: Store
  /** Collection of the store. */
  readonly collection: string
  /** Returns null if the contract lacks the value. May reject. */
  readonly read: (address: Address) => Promise<value | null>
}

/** Creates a cache of constants of contracts, which are read once per chain and stored. */
export function createContractCache<value extends object>({
  chain,
  store,
  collection,
  read,
}: ContractCacheOptions<value>): ContractCache<value> {
  const known = createBoundedMap<Address, value>(maxKnown)
  const requested = createBoundedMap<Address, true>(maxKnown, { ttlMs: retryMs })
  const stored = store.collection<value>(collection)
  let inFlight = 0

  async function loadOne(address: Address): Promise<void> {
    const key = `${chain}:${address}`
    const before = await stored.get(key)
    const value = before ?? (await read(address))
    if (value === null) return
    known.set(address, value)
    if (before === undefined) await stored.set(key, value)
  }

  return {
    peek: (address) => known.get(address) ?? null,
    async load(addresses) {
      const unknown = addresses.filter((address) => !known.has(address) && !requested.has(address))
      await Promise.all(
        unknown.map(async (address) => {
          if (inFlight >= maxInFlight) return
          inFlight += 1
          requested.set(address, true)
          try {
            await loadOne(address)
          } catch (error) {
            // A revert is the contract's answer. Any other failure may be temporary.
            if (!(error instanceof RpcAnswerError)) requested.delete(address)
          } finally {
            inFlight -= 1
          }
        }),
      )
    },
  }
}
