import type { GasTierName } from './gasTierName.ts'

/** Inclusion within a time, with a probability of `confidence`. */
export type InclusionTarget = { readonly withinMs: number; readonly confidence: number }

/** Inclusion targets of the four tiers, slowest first: within 5, 3, 1 and half a minute, at 95 %. */
export const tierTargets: { readonly [tier in GasTierName]: InclusionTarget } = {
  slow: { withinMs: 300_000, confidence: 0.95 },
  standard: { withinMs: 180_000, confidence: 0.95 },
  fast: { withinMs: 60_000, confidence: 0.95 },
  instant: { withinMs: 30_000, confidence: 0.95 },
}
