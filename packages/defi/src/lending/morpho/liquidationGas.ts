import type { MorphoMarket } from './market.ts'

/**
 * Gas of `liquidate`: an account has one collateral and one debt. Measured on the devnet, with an oracle of two feeds and a
 * rate model that stores nothing, `npm run bench -- "liquidation gas"`.
 */
const measured = 140_300n
/** Estimated: what mainnet's AdaptiveCurveIrm reads, computes and stores beside that. */
const adaptive = 20_000n

export function computeLiquidationGas({ rate }: MorphoMarket): bigint {
  return rate.kind === 'adaptive' ? measured + adaptive : measured
}
