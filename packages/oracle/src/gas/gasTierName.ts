/** Confirmation targets: about 5 minutes, 3 minutes, 1 minute, under 30 seconds. */
export type GasTierName = 'slow' | 'standard' | 'fast' | 'instant'
