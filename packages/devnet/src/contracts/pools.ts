import { type Address, encodeAbiParameters, encodePacked, getContractAddress, keccak256 } from 'viem'
import { sushiSwap, type Token, type TokenSymbol, tokens, uniswapV2, uniswapV3 } from './addresses.ts'

type PoolTokens = { readonly address: Address; readonly token0: Token; readonly token1: Token }
export type PairPool = PoolTokens & { readonly venue: 'uniswapV2' | 'sushiSwap' }
export type TickPool = PoolTokens & {
  readonly venue: 'uniswapV3'
  readonly fee: number
  /** Liquidity of each side in US dollars, for a pool with little liquidity. */
  readonly thinUsd?: number
}
export type Pool = PairPool | TickPool

/** The pools that the devnet fills, at their mainnet addresses and the prices in `tokens`. */
export const pools: readonly Pool[] = [
  pairPool('uniswapV2', 'WETH', 'USDC'),
  pairPool('uniswapV2', 'WETH', 'USDT'),
  pairPool('uniswapV2', 'WETH', 'DAI'),
  pairPool('uniswapV2', 'WETH', 'WBTC'),
  pairPool('uniswapV2', 'WETH', 'LINK'),
  pairPool('uniswapV2', 'USDC', 'USDT'),
  pairPool('sushiSwap', 'WETH', 'USDC'),
  pairPool('sushiSwap', 'WETH', 'USDT'),
  pairPool('sushiSwap', 'WETH', 'DAI'),
  pairPool('sushiSwap', 'WETH', 'WBTC'),
  pairPool('sushiSwap', 'WETH', 'LINK'),
  tickPool('WETH', 'USDC', 500),
  tickPool('WETH', 'USDC', 3_000),
  tickPool('WETH', 'USDT', 500),
  tickPool('WETH', 'USDT', 3_000),
  tickPool('WETH', 'WBTC', 500),
  tickPool('WETH', 'WBTC', 3_000),
  tickPool('WETH', 'LINK', 3_000),
  tickPool('WETH', 'DAI', 3_000),
  tickPool('DAI', 'USDC', 100),
  tickPool('USDC', 'USDT', 100),
  { ...tickPool('LINK', 'USDC', 3_000), thinUsd: 150_000 },
]

function pairPool(venue: PairPool['venue'], a: TokenSymbol, b: TokenSymbol): PairPool {
  const { factory, pairInitCodeHash } = venue === 'uniswapV2' ? uniswapV2 : sushiSwap
  const [token0, token1] = sortTokens(a, b)
  const salt = keccak256(encodePacked(['address', 'address'], [token0.address, token1.address]))
  return { venue, token0, token1, address: create2Address(factory, salt, pairInitCodeHash) }
}

function tickPool(a: TokenSymbol, b: TokenSymbol, fee: number): TickPool {
  const [token0, token1] = sortTokens(a, b)
  const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const
  const salt = keccak256(encodeAbiParameters(types, [token0.address, token1.address, fee]))
  const address = create2Address(uniswapV3.factory, salt, uniswapV3.poolInitCodeHash)
  return { venue: 'uniswapV3', token0, token1, fee, address }
}

function create2Address(from: Address, salt: `0x${string}`, bytecodeHash: `0x${string}`): Address {
  return getContractAddress({ opcode: 'CREATE2', from, salt, bytecodeHash })
}

function sortTokens(a: TokenSymbol, b: TokenSymbol): readonly [Token, Token] {
  return tokens[a].address.toLowerCase() < tokens[b].address.toLowerCase()
    ? [tokens[a], tokens[b]]
    : [tokens[b], tokens[a]]
}
