import type { PoolState } from '@outrigger/defi/internal'

/** What carrying out an opportunity costs, as its owner states it. */
export type ExecutionCost = {
  /** Wei per gas: the next block's base fee and the tip. */
  readonly gasPrice: bigint
  /** Of what is left after gas, what the builder is given, in ten-thousandths. */
  readonly builderBidBps: number
}

/**
 * Of a transaction through a contract that only swaps, of tokens with plain transfers, as measured on the contracts: Uniswap's,
 * Balancer's Vault with two tokens a pool, and one of Curve's form, without the oracles of StableSwap-NG (some 15,000 more). A
 * crossed tick costs some 20,000 more. Solidly's and CryptoSwap's are estimates that no contract here was measured for.
 */
const transactionGas = 22_500n
const hopGas: { readonly [kind in PoolState['kind']]: bigint } = {
  pair: 66_600n,
  ticks: 74_500n,
  v4: 75_000n,
  solidly: 100_000n,
  stableswap: 81_000n,
  cryptoswap: 260_000n,
  weighted: 75_500n,
  balancerStable: 93_000n,
}
/** What a swap costs less in a pool that was written to before in the block: its oracle has its entry then. */
const writtenBefore = 10_500n
/** The kinds of pools that keep such an oracle. */
const hasOracle: { readonly [kind in PoolState['kind']]?: true } = { pair: true, ticks: true, solidly: true }

/** Gas of wrapping or unwrapping what a pool of the native currency is given or gives (WETH9: some 28,000 and 14,000). */
const wrapping = 28_000n

/** What swaps through pools cost more where some take the native currency. */
export const computeWrapGas = (pools: readonly Pick<PoolState, 'nativeAs'>[]): bigint =>
  BigInt(pools.filter(({ nativeAs }) => nativeAs !== undefined).length) * wrapping

/**
 * Gas of a transaction that swaps through pools of these kinds.
 *
 * @param usedBefore kinds of those among them that were used before in the block
 */
export function computeSwapGas(
  kinds: readonly PoolState['kind'][],
  usedBefore: readonly PoolState['kind'][] = [],
): bigint {
  const saved = BigInt(usedBefore.filter((kind) => hasOracle[kind]).length) * writtenBefore
  return kinds.reduce((sum, kind) => sum + hopGas[kind], transactionGas) - saved
}

/** The least that swaps through so many pools cost: pairs, all of them used before in the block. */
export function computeLeastSwapGas(hops: number): bigint {
  const kinds = Array.from({ length: hops }, () => 'pair' as const)
  return computeSwapGas(kinds, kinds)
}

/** What a path costs more that ends with another token than it begins with. */
const openEnd = 10_000n

/** Gas of a front and a back through these pools, which the back finds used. */
export function computeSandwichGas(kinds: readonly PoolState['kind'][]): bigint {
  return computeSwapGas(kinds) + computeSwapGas(kinds, kinds) + 2n * openEnd
}

/** What is left of a gross profit in wei after gas and the builder's part. Negative where gas takes more than there is. */
export function computeNetProfit(gross: bigint, gas: bigint, { gasPrice, builderBidBps }: ExecutionCost): bigint {
  const left = gross - gas * gasPrice
  return left <= 0n ? left : left - (left * BigInt(builderBidBps)) / 10_000n
}
