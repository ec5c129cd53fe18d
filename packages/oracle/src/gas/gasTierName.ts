/** Confirmation targets: `slow` about 5 minutes, `standard` 3 minutes, `fast` 1 minute, `instant` under 30 seconds. */
export type GasTierName = 'slow' | 'standard' | 'fast' | 'instant'

/** Returns one value per tier, computed from the name of the tier. */
export function mapTiers<value>(toValue: (tier: GasTierName) => value): { readonly [tier in GasTierName]: value } {
  return { slow: toValue('slow'), standard: toValue('standard'), fast: toValue('fast'), instant: toValue('instant') }
}
