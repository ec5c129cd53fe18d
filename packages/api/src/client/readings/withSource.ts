/** Adds the source that the wire leaves out: a stale answer is from the cache. */
export const withSource = <answer extends { readonly stale: boolean }>(answer: answer) => ({
  ...answer,
  source: answer.stale ? ('cache' as const) : ('primary' as const),
})
