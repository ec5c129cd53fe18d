import type { MempoolTransactionType } from './transactionType.ts'

/** Inputs of the priority score. Fees and stake are in wei. */
export type PriorityInputs = {
  /** Wei. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Base fee of the next block; 0 on chains without one. */
  readonly nextBaseFeePerGas: bigint
  /** Tip that is expected to be just enough for the next block, wei. */
  readonly cutoffTip: bigint
  /** Native currency that is sent or swapped, wei. */
  readonly stake: bigint
  readonly type: MempoolTransactionType
}

/** Points of each part of the score. */
const weights = { fee: 60, stake: 25, type: 15 }

/** How much a type affects other transactions, 0-1. */
const typeWeights: { readonly [type in MempoolTransactionType]: number } = {
  liquidation: 1,
  flashloan: 0.9,
  swap: 0.7,
  bridge: 0.5,
  nft: 0.4,
  contract_deploy: 0.3,
  transfer: 0.2,
  other: 0.1,
}

/**
 * Returns how urgent a pending transaction is, 0-100, rounded to one decimal:
 *
 * `60 · tip / (tip + cutoff) + 25 · clamp(log10(stake / 0.01) / 5, 0, 1) + 15 · weight of the type`
 *
 * `tip` is the effective tip `min(maxPriorityFeePerGas, maxFeePerGas − nextBaseFee)` of EIP-1559, so a transaction at the
 * cutoff gets half of the fee's points. Stakes of 0.01 to 1,000 units of native currency span the stake's points. A
 * transaction that cannot pay the next base fee gets no points for its fee. This is our own formula. It stays the same within
 * a major version.
 *
 * @example
 * computePriorityScore({ maxFeePerGas: 30n, maxPriorityFeePerGas: 2n, nextBaseFeePerGas: 20n, cutoffTip: 2n, stake: 0n, type: 'swap' })
 * // 40.5
 */
export function computePriorityScore(inputs: PriorityInputs): number {
  const tip = computeEffectiveTip(inputs)
  const cutoff = Number(inputs.cutoffTip)
  const fee = tip < 0n ? 0 : tip === 0n && cutoff === 0 ? 0.5 : Number(tip) / (Number(tip) + cutoff)
  const stake = inputs.stake <= 0n ? 0 : Math.min(1, Math.max(0, Math.log10(Number(inputs.stake) / 1e16) / 5))
  const score = weights.fee * fee + weights.stake * stake + weights.type * typeWeights[inputs.type]
  return Math.round(score * 10) / 10
}

/** Returns the tip that the block producer gets per gas (EIP-1559). It is negative if the fee cap is below the base fee. */
export function computeEffectiveTip({
  maxFeePerGas,
  maxPriorityFeePerGas,
  nextBaseFeePerGas,
}: Pick<PriorityInputs, 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'nextBaseFeePerGas'>): bigint {
  const room = maxFeePerGas - nextBaseFeePerGas
  return room < maxPriorityFeePerGas ? room : maxPriorityFeePerGas
}
