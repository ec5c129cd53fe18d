import type { MorphoMarket } from './market.ts'

/**
 * Gas of `liquidate`. Measured on the devnet, with an oracle of two feeds and a rate model that stores nothing (see
 * `npm run bench -- "liquidation gas"`).
 */
const measured = 140_300n
/** Estimated additional gas of mainnet's AdaptiveCurveIrm. */
const adaptive = 20_000n

export function computeLiquidationGas({ rate }: MorphoMarket): bigint {
  return rate.kind === 'adaptive' ? measured + adaptive : measured
}
