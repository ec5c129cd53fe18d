import { type Address, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { toLower } from '../pool.ts'
import type { ListAnswer, ListedCoins, ListQuestion, PoolList } from './listTypes.ts'

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
/** Vyper before 0.2 indexes by int128. */
const ownCoinAbis = [
  parseAbi(['function coins(uint256 index) view returns (address)']),
  parseAbi(['function coins(int128 index) view returns (address)']),
]

/** Reads that a question takes at most. */
export const readsPerListQuestion = 2

/** What factories and pools answer at the reader's block: one round of questions. */
export function readPoolLists(reader: BlockReader, questions: readonly ListQuestion[]): Promise<readonly ListAnswer[]> {
  return Promise.all(
    questions.map(async (question): Promise<ListAnswer> => {
      switch (question.ask) {
        case 'count': {
          const count = await reader.tryRead({ address: question.list.factory, abi, functionName: 'pool_count' })
          return { ...question, count: count === undefined ? null : Number(count) }
        }
        case 'entry': {
          const args = [BigInt(question.index)] as const
          const { factory: address } = question.list
          const pool = await reader.tryRead({ address, abi, functionName: 'pool_list', args })
          return { ...question, pool: pool === undefined || BigInt(pool) === 0n ? null : toLower(pool) }
        }
        case 'coins':
          return { ...question, coins: await readCoins(reader, question.list, question.pool) }
        case 'name': {
          const { pool, firstCoin } = question.named
          return { ...question, isThere: await isPoolThere(reader, pool.address, firstCoin) }
        }
      }
    }),
  )
}

/** The coins that a factory has for a pool; null for pools that are not its own. */
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
  // 0 is a plain token; oracles, rebasing ones and vaults are others.
  return tokens.length < 2 ? null : { tokens, hasMovingRates: types?.some((type) => type !== 0) ?? false }
}

async function isPoolThere(reader: BlockReader, address: Address, firstCoin: Address): Promise<boolean> {
  const said = await Promise.all(
    ownCoinAbis.map((one) => reader.tryRead({ address, abi: one, functionName: 'coins', args: [0n] })),
  )
  return said.some((coin) => coin !== undefined && toLower(coin) === firstCoin)
}
