/** Adds the source, which the wire omits: `cache` for a stale response. */
export const withSource = <answer extends { readonly stale: boolean }>(answer: answer) => ({
  ...answer,
  source: answer.stale ? ('cache' as const) : ('primary' as const),
})
