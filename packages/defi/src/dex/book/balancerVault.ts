import type { PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'

/** A Vault of Balancer on one chain. */
export type BalancerVault = {
  readonly dex: string
  readonly version: 2 | 3
  readonly address: Address
  /** The known factories, and the kind of the pools that each creates. */
  readonly factories: ReadonlyMap<Address, 'weighted' | 'balancerStable'>
}

/** Returns the Vault of a protocol on a chain, or null if it is not Balancer or the chain has no such Vault. */
export function toBalancerVault(chain: ChainName, contracts: PoolContracts): BalancerVault | null {
  if (contracts.form !== 'balancerV2' && contracts.form !== 'balancerV3') return null
  const [address, factories] = [contracts.contracts[chain], contracts.factories[chain]]
  if (address === undefined || factories === undefined) return null
  return {
    dex: contracts.id,
    version: contracts.form === 'balancerV2' ? 2 : 3,
    address,
    factories: new Map([
      ...factories.weighted.map((factory) => [factory, 'weighted'] as const),
      ...factories.stable.map((factory) => [factory, 'balancerStable'] as const),
    ]),
  }
}
