/**
 * Number of windows that a model was tested on, and for each confidence the number of windows in which its tip was
 * enough.
 */
export type Coverage = { readonly samples: number; readonly hits: readonly number[] }

// Above this both counts are halved, so that old windows do not hide recent changes.
const mostSamples = 20_000

/** Adds one window to the coverage. */
export function addCoverage(coverage: Coverage = { samples: 0, hits: [] }, isHit: readonly boolean[]): Coverage {
  const kept = coverage.samples >= mostSamples ? 0.5 : 1
  return {
    samples: kept * coverage.samples + 1,
    hits: isHit.map((hit, i) => kept * (coverage.hits[i] ?? 0) + (hit ? 1 : 0)),
  }
}
