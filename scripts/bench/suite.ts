/** One figure of a benchmark. A figure with a `bar` must be at least, or at most, that. */
export type BenchRow = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly bar?: { readonly atLeast: number } | { readonly atMost: number }
}

/** A benchmark: what `npm run bench -- <name>` runs. */
export type BenchSuite = { readonly name: string; readonly run: () => Promise<readonly BenchRow[]> }
