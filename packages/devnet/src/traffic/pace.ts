/** Actions that are due, a fraction of one included. */
export type Credit = { readonly actions: number; readonly atMs: number }

/** What is due at a rate after some time. After a pause the missed actions are not made up for. */
export const addCredit = ({ actions, atMs }: Credit, ratePerSecond: number, nowMs: number): Credit => ({
  actions: Math.min(actions + (ratePerSecond * (nowMs - atMs)) / 1000, Math.max(1, ratePerSecond / 4)),
  atMs: nowMs,
})
