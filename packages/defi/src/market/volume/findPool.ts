import type { DexFactories, PoolContracts } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { toFactoryForm } from '../../dex/book/factoryForm.ts'
import type { KnownPool } from '../../dex/book/knownPool.ts'
import { toListedPool, toNamedPools, toPoolLists } from '../../dex/book/listedPools.ts'
import { lookUpAddresses } from '../../dex/book/lookUpAddresses.ts'
import { readPoolLists } from '../../dex/book/readPoolLists.ts'
import { toVaultForms } from '../../dex/book/vaultForm.ts'
import type { BlockReader } from '../../reads/blockReader.ts'

export type PoolPlaces = {
  readonly chain: ChainName
  readonly dexes: readonly DexFactories[]
  readonly contracts: readonly PoolContracts[]
}

export type FoundPool = {
  readonly pool: KnownPool
  /** The factory of Curve that lists it. */
  readonly listedBy: Address | null
}

/** The pool as its factory knows it, or as one of Curve's that none has made; null where nobody does. */
export async function findPool(
  reader: BlockReader,
  address: Address,
  { chain, dexes, contracts }: PoolPlaces,
): Promise<FoundPool | null> {
  const lists = toPoolLists(chain, contracts)
  const named = toNamedPools(chain, contracts).find(({ pool }) => pool.address === address)
  const forms = [toFactoryForm(chain, dexes), ...toVaultForms(chain, contracts)]
  const [answers, made] = await Promise.all([
    readPoolLists(reader, [
      ...lists.map((list) => ({ ask: 'coins' as const, list, pool: address })),
      ...(named ? [{ ask: 'name' as const, named }] : []),
    ]),
    lookUpAddresses(reader, forms, [address]),
  ])
  const [pool] = made ?? []
  if (pool !== undefined) return { pool, listedBy: null }
  for (const answer of answers) {
    if (answer.ask === 'name' && answer.isThere) return { pool: answer.named.pool, listedBy: null }
    if (answer.ask === 'coins' && answer.coins)
      return { pool: toListedPool(answer.list, address, answer.coins), listedBy: answer.list.factory }
  }
  return null
}
