import type { DexFactories, PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { type AddressForm, type Call, type CallResult, callAll } from './addressForm.ts'
import { toBalancerVault } from './balancerVault.ts'
import { toFactoryForm } from './factoryForm.ts'
import type { KnownPool } from './knownPool.ts'
import { toVaultForm } from './vaultForm.ts'

/** Returns how to check whether an address is a pool on a chain. */
export function toAddressForms(
  chain: ChainName,
  dexes: readonly DexFactories[],
  contracts: readonly PoolContracts[],
): readonly AddressForm[] {
  const vaults = contracts.flatMap((one) => toBalancerVault(chain, one) ?? [])
  return [toFactoryForm(chain, dexes), ...vaults.map(toVaultForm)]
}

/**
 * Looks up the pools at addresses that nothing else has reported. An address counts as a pool if a known factory
 * confirms that it created the contract. Makes two `eth_call` requests. Returns null if a request failed, which any
 * called contract can cause.
 *
 * @throws the provider's error
 */
export async function lookUpAddresses(
  { client }: Pick<BlockReader, 'client'>,
  forms: readonly AddressForm[],
  addresses: readonly Address[],
): Promise<readonly KnownPool[] | null> {
  const candidates = addresses.flatMap((address) =>
    forms.map((form) => ({ address, form, calls: form.first(address) })),
  )
  const results = await callEach(client, candidates)
  if (results === null) return null
  const left = candidates.flatMap(({ address, form }, index) => form.second(address, results[index] ?? []) ?? [])
  if (left.length === 0) return []
  const confirmed = await callEach(client, left)
  return confirmed && left.flatMap(({ toPool }, index) => toPool(confirmed[index] ?? []) ?? [])
}

/** Returns the results of each item's calls. */
async function callEach(
  client: BlockReader['client'],
  all: readonly { readonly calls: readonly Call[] }[],
): Promise<readonly (readonly CallResult[])[] | null> {
  const results = await callAll(
    client,
    all.flatMap(({ calls }) => calls),
  )
  if (results === null) return null
  const left = [...results]
  return all.map(({ calls }) => left.splice(0, calls.length))
}
