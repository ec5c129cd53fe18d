import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'
import type { ListedCoins, ListQuery, ListResult, PoolList } from './listTypes.ts'

const abi = parseAbi([
  'function pool_count() view returns (uint256)',
  'function pool_list(uint256 index) view returns (address)',
  'function get_pool_asset_types(address pool) view returns (uint8[])',
])
const coinAbis = {
  2: parseAbi(['function get_coins(address pool) view returns (address[2])']),
  3: parseAbi(['function get_coins(address pool) view returns (address[3])']),
  4: parseAbi(['function get_coins(address pool) view returns (address[4])']),
  list: parseAbi(['function get_coins(address pool) view returns (address[])']),
}
/** Vyper before 0.2 uses int128 for indexes. */
const ownCoinAbis = [
  parseAbi(['function coins(uint256 index) view returns (address)']),
  parseAbi(['function coins(int128 index) view returns (address)']),
]

/** Largest number of reads per query. */
export const readsPerListQuery = 2

/** Runs queries at the reader's block, in one round. */
export function readPoolLists(reader: BlockReader, queries: readonly ListQuery[]): Promise<readonly ListResult[]> {
  return Promise.all(
    queries.map(async (query): Promise<ListResult> => {
      switch (query.type) {
        case 'count': {
          const count = await reader.tryRead({ address: query.list.factory, abi, functionName: 'pool_count' })
          return { ...query, count: count === undefined ? null : Number(count) }
        }
        case 'entry': {
          const args = [BigInt(query.index)] as const
          const { factory: address } = query.list
          const pool = await reader.tryRead({ address, abi, functionName: 'pool_list', args })
          return { ...query, pool: pool === undefined || BigInt(pool) === 0n ? null : toLower(pool) }
        }
        case 'coins':
          return { ...query, coins: await readCoins(reader, query.list, query.pool) }
        case 'name': {
          const { pool, firstCoin } = query.named
          return { ...query, exists: await isPoolThere(reader, pool.address, firstCoin) }
        }
      }
    }),
  )
}

/** Returns the coins that a factory reports for a pool. Returns null if the pool does not belong to the factory. */
export async function readCoins(
  reader: BlockReader,
  { factory, coins }: PoolList,
  pool: Address,
): Promise<ListedCoins | null> {
  const where = { address: factory, args: [pool] } as const
  const [all, types] = await Promise.all([
    reader.tryRead({ ...where, abi: coinAbis[coins], functionName: 'get_coins' }),
    coins === 'list' ? reader.tryRead({ ...where, abi, functionName: 'get_pool_asset_types' }) : undefined,
  ])
  const tokens = (all ?? []).filter((token) => BigInt(token) !== 0n).map(toLower)
  // Type 0 is a plain token. The other types are oracles, rebasing tokens and vaults.
  return tokens.length < 2 ? null : { tokens, hasMovingRates: types?.some((type) => type !== 0) ?? false }
}

async function isPoolThere(reader: BlockReader, address: Address, firstCoin: Address): Promise<boolean> {
  const results = await Promise.all(
    ownCoinAbis.map((one) => reader.tryRead({ address, abi: one, functionName: 'coins', args: [0n] })),
  )
  return results.some((coin) => coin !== undefined && toLower(coin) === firstCoin)
}
