/** Confirmation targets: about 5 minutes, 3 minutes, 1 minute, under 30 seconds. */
export type GasTierName = 'slow' | 'standard' | 'fast' | 'instant'

/** One value per tier, computed from the name of the tier. */
export function mapTiers<value>(toValue: (tier: GasTierName) => value): { readonly [tier in GasTierName]: value } {
  return { slow: toValue('slow'), standard: toValue('standard'), fast: toValue('fast'), instant: toValue('instant') }
}
