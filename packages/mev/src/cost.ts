import type { PoolState } from '@outrigger/defi/internal'

/** Execution cost of an opportunity, as configured by the searcher. */
export type ExecutionCost = {
  /** Price per gas in wei: the next block's base fee plus the tip. */
  readonly gasPrice: bigint
  /** Share of the profit after gas that is paid to the builder, in ten-thousandths. */
  readonly builderBidBps: number
}

/**
 * Gas of a transaction through a contract that only swaps, for tokens with plain transfers. Measured on the contracts of Uniswap,
 * on Balancer's Vault with two tokens per pool, and on a contract with Curve's math. StableSwap-NG oracles add about 15,000 gas.
 * Each crossed tick adds about 20,000. The values of Solidly and CryptoSwap are estimates without a measurement.
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
/** Gas saved by a swap in a pool that was already used in the block, because its oracle entry exists. */
const oracleSaving = 10_500n
/** Kinds of pools that have such an oracle. */
const hasOracle: { readonly [kind in PoolState['kind']]?: true } = { pair: true, ticks: true, solidly: true }

/** Gas of wrapping or unwrapping native currency for a pool (WETH9: about 28,000 and 14,000). */
const wrapGas = 28_000n

/** Returns the extra gas of swaps through pools that trade native currency. */
export const computeWrapGas = (pools: readonly Pick<PoolState, 'nativeAs'>[]): bigint =>
  BigInt(pools.filter(({ nativeAs }) => nativeAs !== undefined).length) * wrapGas

/**
 * Estimates the gas of a transaction that swaps through pools of these kinds.
 *
 * @param usedBefore kinds of the pools that were already used in the block
 */
export function computeSwapGas(
  kinds: readonly PoolState['kind'][],
  usedBefore: readonly PoolState['kind'][] = [],
): bigint {
  const saved = BigInt(usedBefore.filter((kind) => hasOracle[kind]).length) * oracleSaving
  return kinds.reduce((sum, kind) => sum + hopGas[kind], transactionGas) - saved
}

/** Extra gas of a path whose last token is not its first token. */
const openPathGas = 10_000n

/** Estimates the gas of a front and a back through these pools. The back finds the pools already used. */
export function computeSandwichGas(kinds: readonly PoolState['kind'][]): bigint {
  return computeSwapGas(kinds) + computeSwapGas(kinds, kinds) + 2n * openPathGas
}

/** Returns the profit in wei after gas and the builder's share. Negative if the gas costs more than the gross profit. */
export function computeNetProfit(gross: bigint, gas: bigint, { gasPrice, builderBidBps }: ExecutionCost): bigint {
  const afterGas = gross - gas * gasPrice
  return afterGas <= 0n ? afterGas : afterGas - (afterGas * BigInt(builderBidBps)) / 10_000n
}
