import { createBoundedMap } from '@outrigger/core/internal'
import { type Address, isAddress } from 'viem'
import type { KnownPool } from './knownPool.ts'

const rememberedAddresses = 10_000
const maxWaiting = 500
const addressesPerReading = 8

/** Looks up addresses that a caller requests as pools and that no log has reported. */
export type AddressLookups = {
  readonly size: number
  /** Does nothing for an address that was added before. */
  add(address: string): void
  /** Returns the next addresses to query in one call. They stay queued until `finish`. */
  take(): readonly Address[]
  /**
   * Takes the pools that were found, or null if the call failed. One of the addresses may have caused the failure, so
   * each is then queried alone.
   */
  finish(addresses: readonly Address[], pools: readonly KnownPool[] | null): void
  /** Forgets past results because a reorg may have added pools. */
  forget(): void
}

export function createAddressLookups(onFound: (pools: readonly KnownPool[]) => void): AddressLookups {
  const waiting = new Set<Address>()
  const alone = new Set<Address>()
  const done = createBoundedMap<Address, true>(rememberedAddresses)

  function close(addresses: readonly Address[]): void {
    for (const address of addresses) {
      waiting.delete(address)
      alone.delete(address)
      done.set(address, true)
    }
  }

  return {
    get size() {
      return waiting.size + alone.size
    },
    add(address) {
      if (isAddress(address, { strict: false }) && !done.has(address) && !alone.has(address))
        if (waiting.size + alone.size < maxWaiting) waiting.add(address)
    },
    take() {
      const group = [...waiting].slice(0, addressesPerReading)
      return group.length > 0 ? group : [...alone].slice(0, 1)
    },
    finish(addresses, pools) {
      if (pools === null && addresses.length > 1) {
        for (const address of addresses) {
          waiting.delete(address)
          alone.add(address)
        }
        return
      }
      close(addresses)
      if (pools !== null) onFound(pools)
    },
    forget: () => done.clear(),
  }
}
