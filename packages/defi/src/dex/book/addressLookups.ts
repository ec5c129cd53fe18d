import { createBoundedMap } from '@outrigger/core/internal'
import { type Address, isAddress } from 'viem'
import type { KnownPool } from './knownPool.ts'

const rememberedAddresses = 10_000
const maxWaiting = 500
const addressesPerReading = 8

/** Addresses that somebody takes for pools, and that no log has reported. */
export type AddressLookups = {
  readonly size: number
  /** Does nothing for one that was asked for before. */
  add(address: string): void
  /** The next ones, asked together; they stay until they are finished. */
  take(): readonly Address[]
  /** Null where asking them failed: one of them may be at fault, so that each is asked alone. */
  finish(addresses: readonly Address[], pools: readonly KnownPool[] | null): void
  /** A reorganisation may have brought what was missing. */
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
