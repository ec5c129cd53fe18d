import type { PoolState } from '@outrigger/defi/internal'

/** What carrying out an opportunity costs, as its owner states it. */
export type ExecutionCost = {
  /** Wei per gas: the next block's base fee and the tip. */
  readonly gasPrice: bigint
  /** Of what is left after gas, what the builder is given, in ten-thousandths. */
  readonly builderBidBps: number
}

/** Of a transaction through a contract that only swaps: measured on the contracts of Uniswap. */
const transactionGas = 32_000n
const hopGas: { readonly [kind in PoolState['kind']]: bigint } = {
  pair: 74_000n,
  ticks: 105_000n,
  v4: 95_000n,
  solidly: 110_000n,
  stableswap: 160_000n,
  cryptoswap: 280_000n,
  weighted: 120_000n,
  balancerStable: 150_000n,
}

/** Gas of a transaction that swaps through these pools. */
export function computeSwapGas(kinds: readonly PoolState['kind'][]): bigint {
  return kinds.reduce((sum, kind) => sum + hopGas[kind], transactionGas)
}

/** What is left of a gross profit in wei after gas and the builder's part. Negative where gas takes more than there is. */
export function computeNetProfit(gross: bigint, gas: bigint, { gasPrice, builderBidBps }: ExecutionCost): bigint {
  const left = gross - gas * gasPrice
  return left <= 0n ? left : left - (left * BigInt(builderBidBps)) / 10_000n
}
