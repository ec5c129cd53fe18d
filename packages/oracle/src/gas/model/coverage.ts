/** How many windows a model was held against, and how many of them it met, a figure a confidence. */
export type Coverage = { readonly samples: number; readonly hits: readonly number[] }

// Beyond it both are halved, so that years do not hide what changed this week.
const mostSamples = 20_000

/** The coverage with one more window. */
export function addCoverage(coverage: Coverage = { samples: 0, hits: [] }, isHit: readonly boolean[]): Coverage {
  const kept = coverage.samples >= mostSamples ? 0.5 : 1
  return {
    samples: kept * coverage.samples + 1,
    hits: isHit.map((hit, i) => kept * (coverage.hits[i] ?? 0) + (hit ? 1 : 0)),
  }
}
