import type { DexFactories } from '@outrigger/calldata'
import type { ChainName } from '@outrigger/core'
import { toListedTokens } from '@outrigger/core/internal'
import { type Address, erc20Abi, parseAbi } from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { readToken } from '../../reads/readToken.ts'
import { toBases } from '../bases.ts'
import { getPools } from '../getPools.ts'
import { type Pool, sortTokens } from '../pool.ts'

const slotAbi = parseAbi(['function slot0() view returns (uint160 sqrtPriceX96, int24 tick)'])

type PoolToken = { readonly address: Address; readonly symbol: string; readonly decimals: number }

/** A pool's balances, and the price of its first token in its second, in whole units. */
export type Holdings = {
  readonly pool: Pool
  readonly tokens: readonly [PoolToken, PoolToken]
  readonly balances: readonly [number, number]
  /** Price of the first token in the second. Null for an empty pool. */
  readonly price: number | null
}

/** Finds the pools of a chain's listed tokens with its main currencies. */
export async function findListedPools(
  reader: BlockReader,
  chain: ChainName,
  dexes: readonly DexFactories[],
): Promise<readonly Pool[]> {
  const bases = toBases(chain)
  const tokens = [...new Set([...bases, ...toListedTokens(chain).keys()])]
  const pairs = new Map(
    tokens.flatMap((token) =>
      bases.flatMap((base) => {
        const pair = sortTokens(token, base)
        return token === base ? [] : [[pair.join(), pair] as const]
      }),
    ),
  )
  return (await Promise.all([...pairs.values()].map((pair) => getPools(reader, chain, pair, dexes)))).flat()
}

/** Reads the holdings of pools at the reader's block. Skips pools whose tokens have no symbol or decimals. */
export async function readHoldings(reader: BlockReader, pools: readonly Pool[]): Promise<readonly Holdings[]> {
  const addresses = [...new Set(pools.flatMap(({ tokens }) => tokens))]
  const read = await Promise.all(addresses.map((address) => readToken(reader, address)))
  const known = new Map(addresses.map((address, index) => [address, read[index]]))
  const found = await Promise.all(
    pools.map(async (pool): Promise<Holdings | null> => {
      const [first, second] = pool.tokens.map((address) => {
        const token = known.get(address)
        return token ? { address, symbol: token.symbol, decimals: token.decimals } : null
      })
      if (!first || !second) return null
      const tokens = [first, second] as const
      const [amounts, slot] = await Promise.all([
        Promise.all(
          tokens.map(({ address }) =>
            reader.tryRead({ address, abi: erc20Abi, functionName: 'balanceOf', args: [pool.address] }),
          ),
        ),
        pool.form === 'ticks' ? reader.tryRead({ address: pool.address, abi: slotAbi, functionName: 'slot0' }) : null,
      ])
      const [a, b] = tokens.map(({ decimals }, index) => Number(amounts[index] ?? 0n) / 10 ** decimals)
      const balances = [a ?? 0, b ?? 0] as const
      const sqrtPrice = slot ? Number(slot[0]) / 2 ** 96 : 0
      const price =
        pool.form === 'ticks' ? sqrtPrice ** 2 * 10 ** (first.decimals - second.decimals) : balances[1] / balances[0]
      return { pool, tokens, balances, price: price > 0 && Number.isFinite(price) ? price : null }
    }),
  )
  return found.filter((one) => one !== null)
}
