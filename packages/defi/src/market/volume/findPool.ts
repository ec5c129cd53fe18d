import type { DexFactories, PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import type { KnownPool } from '../../dex/book/knownPool.ts'
import { toListedPool, toNamedPools, toPoolLists } from '../../dex/book/listedPools.ts'
import { lookUpAddresses, toAddressForms } from '../../dex/book/lookUpAddresses.ts'
import { readPoolLists } from '../../dex/book/readPoolLists.ts'
import type { BlockReader } from '../../reads/blockReader.ts'

type PoolPlaces = {
  readonly chain: ChainName
  readonly dexes: readonly DexFactories[]
  readonly contracts: readonly PoolContracts[]
}

export type FoundPool = {
  readonly pool: KnownPool
  /** The Curve factory that lists the pool. Null for other pools. */
  readonly listedBy: Address | null
}

/** Finds a pool at its factory, or among the known Curve pools without a factory. Returns null if it is unknown. */
export async function findPool(
  reader: BlockReader,
  address: Address,
  { chain, dexes, contracts }: PoolPlaces,
): Promise<FoundPool | null> {
  const lists = toPoolLists(chain, contracts)
  const named = toNamedPools(chain, contracts).find(({ pool }) => pool.address === address)
  const [results, created] = await Promise.all([
    readPoolLists(reader, [
      ...lists.map((list) => ({ type: 'coins' as const, list, pool: address })),
      ...(named ? [{ type: 'name' as const, named }] : []),
    ]),
    lookUpAddresses(reader, toAddressForms(chain, dexes, contracts), [address]),
  ])
  const [pool] = created ?? []
  if (pool !== undefined) return { pool, listedBy: null }
  for (const result of results) {
    if (result.type === 'name' && result.exists) return { pool: result.named.pool, listedBy: null }
    if (result.type === 'coins' && result.coins)
      return { pool: toListedPool(result.list, address, result.coins), listedBy: result.list.factory }
  }
  return null
}
