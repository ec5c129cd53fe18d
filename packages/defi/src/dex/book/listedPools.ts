import type { PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { type Address, type Hex, toEventSelector } from 'viem'
import type { KnownPool } from './knownPool.ts'
import type { ListedCoins, NamedPool, PoolList } from './listTypes.ts'
import { createNativeToken } from './nativeToken.ts'

/** Topics of the factories' events for new pools. Sources: the contracts in the address book. */
export const deploymentTopics: readonly Hex[] = [
  'PlainPoolDeployed(address[4],uint256,uint256,address)',
  'PlainPoolDeployed(address[],uint256,uint256,address)',
  'MetaPoolDeployed(address,address,uint256,uint256,address)',
  'CryptoPoolDeployed(address,address[2],uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,address)',
  'TricryptoPoolDeployed(address,string,string,address,address[3],address,bytes32,uint256,uint256,uint256,uint256,uint256,address)',
  'TwocryptoPoolDeployed(address,string,string,address[2],address,bytes32,uint256[2],uint256,uint256,uint256,uint256,address)',
].map((event) => toEventSelector(event))

/** Returns the factories on a chain that are queried for their lists of pools. */
export function toPoolLists(chain: ChainName, contracts: readonly PoolContracts[]): readonly PoolList[] {
  return contracts.flatMap((one) => {
    const factory = one.form === 'curveFactory' ? one.contracts[chain] : undefined
    return one.form === 'curveFactory' && factory
      ? [{ dex: one.id, chain, factory, kind: one.kind, coins: one.coins }]
      : []
  })
}

/** Returns the pools of a chain that no factory lists. */
export function toNamedPools(chain: ChainName, contracts: readonly PoolContracts[]): readonly NamedPool[] {
  const { wrap } = createNativeToken(chain)
  return contracts.flatMap((one) =>
    one.form !== 'curvePools'
      ? []
      : (one.pools[chain] ?? []).flatMap(({ address, kind, coins }): readonly NamedPool[] => {
          const pool = wrap({ kind, id: address, dex: one.id, address, tokens: coins })
          return coins[0] ? [{ pool, firstCoin: coins[0] }] : []
        }),
  )
}

export function toListedPool(
  { kind, dex, chain }: PoolList,
  address: Address,
  { tokens, hasMovingRates }: ListedCoins,
): KnownPool {
  const { wrap } = createNativeToken(chain)
  const shared = { id: address, dex, address, tokens }
  if (kind === 'cryptoswap') return wrap({ ...shared, kind })
  return wrap({ ...shared, kind, ...(hasMovingRates && { hasMovingRates }) })
}
