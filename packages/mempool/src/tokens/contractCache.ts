import { RpcAnswerError, type Store } from '@outrigger/core'
import { createBoundedMap } from '@outrigger/core/internal'
import type { Address } from 'viem'

const maxKnown = 100_000
const maxInFlight = 256
const retryMs = 3_600_000

export type ContractCache<value> = {
  /** Without I/O; null while it is not known. */
  peek(address: Address): value | null
  /** Reads unknown ones from the store or the chain; one that cannot be read is tried again after an hour. */
  load(addresses: readonly Address[]): Promise<void>
}

export type ContractCacheOptions<value> = {
  readonly chain: string
  readonly store: Store
  /** Collection of the store. */
  readonly collection: string
  /** Null where the contract has no such value. May reject. */
  readonly read: (address: Address) => Promise<value | null>
}

/** Constants of contracts: read once per chain, then kept in the store. */
export function createContractCache<value extends object>({
  chain,
  store,
  collection,
  read,
}: ContractCacheOptions<value>): ContractCache<value> {
  const known = createBoundedMap<Address, value>(maxKnown)
  const asked = createBoundedMap<Address, true>(maxKnown, { ttlMs: retryMs })
  const kept = store.collection<value>(collection)
  let inFlight = 0

  async function loadOne(address: Address): Promise<void> {
    const key = `${chain}:${address}`
    const before = await kept.get(key)
    const value = before ?? (await read(address))
    if (value === null) return
    known.set(address, value)
    if (before === undefined) await kept.set(key, value)
  }

  return {
    peek: (address) => known.get(address) ?? null,
    async load(addresses) {
      const unknown = addresses.filter((address) => !known.has(address) && !asked.has(address))
      await Promise.all(
        unknown.map(async (address) => {
          if (inFlight >= maxInFlight) return
          inFlight += 1
          asked.set(address, true)
          try {
            await loadOne(address)
          } catch (error) {
            // A revert is the contract's answer. Any other failure may pass.
            if (!(error instanceof RpcAnswerError)) asked.delete(address)
          } finally {
            inFlight -= 1
          }
        }),
      )
    },
  }
}
