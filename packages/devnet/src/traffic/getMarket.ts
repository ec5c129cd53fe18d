import { type Address, type ContractFunctionParameters, parseAbi } from 'viem'
import type { DevnetClient } from '../chain/client.ts'
import { feeds, multicall3, type Token, tokens } from '../contracts/addresses.ts'
import { type Pool, pools } from '../contracts/pools.ts'
import type { MarketPool } from './market.ts'

export type Market = { readonly tokens: readonly Token[]; readonly pools: readonly MarketPool[] }

const feedAbi = parseAbi(['function latestAnswer() view returns (int256)'])
const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])
const tickPoolAbi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
])
const feedDecimals = 8
const pairFeePips = 3000

/** Computes the virtual reserves of the current range: x = L / √P, y = L · √P (Uniswap V3 white paper, 6.2.1). */
const toVirtualReserves = (liquidity: bigint, sqrtPriceX96: bigint): readonly [bigint, bigint] =>
  sqrtPriceX96 === 0n ? [0n, 0n] : [(liquidity << 96n) / sqrtPriceX96, (liquidity * sqrtPriceX96) >> 96n]

const toCalls = ({ venue, address }: Pool): readonly ContractFunctionParameters[] =>
  venue === 'uniswapV3'
    ? [
        { address, abi: tickPoolAbi, functionName: 'slot0' },
        { address, abi: tickPoolAbi, functionName: 'liquidity' },
      ]
    : [{ address, abi: pairAbi, functionName: 'getReserves' }]

const toReserves = (pool: Pool, [first, second]: readonly unknown[]): readonly [bigint, bigint] => {
  if (pool.venue !== 'uniswapV3') return first as readonly [bigint, bigint]
  return toVirtualReserves(second as bigint, (first as readonly [bigint])[0])
}

/** Reads feed prices and pool reserves in one call. Skips contracts that are not on the chain. */
export const getMarket = async (
  client: DevnetClient,
  has: (addresses: readonly Address[]) => boolean,
): Promise<Market> => {
  if (!has([multicall3])) return { tokens: [], pools: [] }
  const liveFeeds = Object.values(feeds).filter(({ address }) => has([address]))
  const livePools = pools.filter(({ address, token0, token1 }) => has([address, token0.address, token1.address]))
  const contracts: readonly ContractFunctionParameters[] = [
    ...liveFeeds.map(({ address }) => ({ address, abi: feedAbi, functionName: 'latestAnswer' })),
    ...livePools.flatMap(toCalls),
  ]
  const answers: unknown[] = await client.multicall({ multicallAddress: multicall3, allowFailure: false, contracts })
  const prices = new Map(
    liveFeeds.map(({ token }) => [tokens[token].symbol, Number(answers.shift()) / 10 ** feedDecimals]),
  )
  const toPriced = (token: Token): Token => ({ ...token, priceUsd: prices.get(token.symbol) ?? token.priceUsd })
  return {
    tokens: Object.values(tokens)
      .filter(({ address }) => has([address]))
      .map(toPriced),
    pools: livePools
      .map((pool): MarketPool => {
        const reserves = toReserves(pool, answers.splice(0, toCalls(pool).length))
        const feePips = pool.venue === 'uniswapV3' ? pool.fee : pairFeePips
        return { pool, tokens: [toPriced(pool.token0), toPriced(pool.token1)], reserves, feePips }
      })
      .filter(({ reserves: [first, second] }) => first > 0n && second > 0n),
  }
}
