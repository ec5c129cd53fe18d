import type { Response } from '@outrigger/api/contract'

type Estimate = Extract<Response<'gasEstimate'>, { readonly data: unknown }>['data']

/** What a transaction costs beside its fee per gas. */
export type GasCost = {
  readonly gas: number
  /** Fee of a rollup for data on its parent chain, in the native currency. 0 elsewhere. */
  readonly dataFee: number
  /** Price of the native currency in US dollars. Undefined if it is unknown. */
  readonly priceUsd: number | undefined
}

/** Returns the parts of an estimate that do not depend on the fee per gas, which changes with each block. */
export function toGasCost({ gas_limit: gas, estimated_cost: costs }: Estimate): GasCost {
  const { gas_gwei: gwei = 0, total_eth: total = '0', total_usd: usd = '0' } = costs['instant'] ?? {}
  const dataFee = Number(total) - (gas * gwei) / 1e9
  // Rounding leaves a difference on chains without a data fee.
  const isRounding = dataFee < 1e-6 * Number(total)
  const priceUsd = Number(usd) / Number(total)
  return {
    gas,
    dataFee: isRounding ? 0 : dataFee,
    priceUsd: priceUsd > 0 && Number.isFinite(priceUsd) ? priceUsd : undefined,
  }
}

/** Returns the total of a transaction in the native currency at a fee per gas. */
export const computeTotal = ({ gas, dataFee }: GasCost, feeGwei: number): number => (gas * feeGwei) / 1e9 + dataFee

type Fees = { readonly priority_fee_gwei: number; readonly max_fee_gwei: number }

/**
 * Names the tiers whose fees are equal, slowest first.
 *
 * @example listEqualTiers([['slow', one], ['standard', one], ['fast', two]]) // [['slow', 'standard']]
 */
export function listEqualTiers(
  tiers: readonly (readonly [name: string, fees: Fees])[],
): readonly (readonly string[])[] {
  const byFees = new Map<string, readonly string[]>()
  for (const [name, { priority_fee_gwei, max_fee_gwei }] of tiers) {
    const key = `${priority_fee_gwei} ${max_fee_gwei}`
    byFees.set(key, [...(byFees.get(key) ?? []), name])
  }
  return [...byFees.values()].filter((names) => names.length > 1)
}
