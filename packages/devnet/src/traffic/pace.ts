/** Number of due actions, including fractions. */
export type Credit = { readonly actions: number; readonly atMs: number }

/** Adds the actions that are due after some time. Actions missed during a pause are not caught up. */
export const addCredit = ({ actions, atMs }: Credit, ratePerSecond: number, nowMs: number): Credit => ({
  actions: Math.min(actions + (ratePerSecond * (nowMs - atMs)) / 1000, Math.max(1, ratePerSecond / 4)),
  atMs: nowMs,
})
