import type { PoolState } from '@outrigger/defi/internal'

/** What carrying out an opportunity costs, as its owner states it. */
export type ExecutionCost = {
  /** Wei per gas: the next block's base fee and the tip. */
  readonly gasPrice: bigint
  /** Of what is left after gas, what the builder is given, in ten-thousandths. */
  readonly builderBidBps: number
}

/**
 * Of a transaction through a contract that only swaps. Pairs and ticks as measured on the contracts of Uniswap, tokens with
 * plain transfers; a crossed tick costs some 20,000 more. The others are estimates that no contract here
 * was measured for.
 */
const transactionGas = 22_500n
const hopGas: { readonly [kind in PoolState['kind']]: bigint } = {
  pair: 66_600n,
  ticks: 74_500n,
  v4: 75_000n,
  solidly: 100_000n,
  stableswap: 140_000n,
  cryptoswap: 260_000n,
  weighted: 110_000n,
  balancerStable: 140_000n,
}
/** What a swap costs less in a pool that was written to before in the block: its oracle has its entry then. */
const writtenBefore = 10_500n

/** Gas of wrapping or unwrapping what a pool of the native currency is given or gives (WETH9: some 28,000 and 14,000). */
const wrapping = 28_000n

/** What swaps through pools cost more where some take the native currency. */
export const computeWrapGas = (pools: readonly Pick<PoolState, 'nativeAs'>[]): bigint =>
  BigInt(pools.filter(({ nativeAs }) => nativeAs !== undefined).length) * wrapping

/** Gas of a transaction that swaps through these pools, some of them used before in the block. */
export function computeSwapGas(kinds: readonly PoolState['kind'][], usedBefore = 0): bigint {
  return kinds.reduce((sum, kind) => sum + hopGas[kind], transactionGas) - BigInt(usedBefore) * writtenBefore
}

/** What a path costs more that ends with another token than it begins with. */
const openEnd = 10_000n

/** Gas of a front and a back through these pools, which the back finds used. */
export function computeSandwichGas(kinds: readonly PoolState['kind'][]): bigint {
  return computeSwapGas(kinds) + computeSwapGas(kinds, kinds.length) + 2n * openEnd
}

/** What is left of a gross profit in wei after gas and the builder's part. Negative where gas takes more than there is. */
export function computeNetProfit(gross: bigint, gas: bigint, { gasPrice, builderBidBps }: ExecutionCost): bigint {
  const left = gross - gas * gasPrice
  return left <= 0n ? left : left - (left * BigInt(builderBidBps)) / 10_000n
}
