import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

/** A contract of a protocol and the block of its deployment. */
export type Deployment = {
  /** Lower case. */
  readonly address: Address
  /** The block of the deployment, or an earlier block than its first use. */
  readonly fromBlock: bigint
  /** Display name if a chain has several: `Prime`, `USDC`. */
  readonly name?: string
}

/** Contracts of one kind by chain. `fromBlock` is absent if the block is unknown. */
export type AddressBook<contract extends { readonly address: Address } = Omit<Deployment, 'fromBlock'>> = {
  readonly [chain in ChainName]?: readonly (contract & { readonly fromBlock?: bigint })[]
}

/** Returns only the addresses, in the form of a protocol's `contracts`. */
export function toAddresses(book: AddressBook): { readonly [chain in ChainName]?: readonly Address[] } {
  return mapChains(book, (contracts) => contracts.map(({ address }) => address))
}

/** Returns the contracts whose first block is known. Chains without such contracts are omitted. */
export function toDeployments(book: AddressBook): { readonly [chain in ChainName]?: readonly Deployment[] } {
  return mapChains(book, (contracts) => {
    const known = contracts.flatMap(({ address, fromBlock, name }) =>
      fromBlock === undefined ? [] : [{ address, fromBlock, ...(name !== undefined && { name }) }],
    )
    return known.length > 0 ? known : undefined
  })
}

/** Maps the entry of each chain. Chains for which `map` returns undefined are omitted. */
export function mapChains<entry, value>(
  entries: { readonly [chain in ChainName]?: entry },
  map: (entry: entry) => value | undefined,
): { readonly [chain in ChainName]?: value } {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([chain, entry]) => {
      const value = map(entry)
      return value === undefined ? [] : [[chain, value]]
    }),
  )
}
