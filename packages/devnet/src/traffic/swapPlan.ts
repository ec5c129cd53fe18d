import type { Random } from '../random.ts'
import type { SwapPlan } from './market.ts'

/** Mostly small trades, now and then one of two thirds of a percent of the pool. */
export const planSwap = (random: Random): SwapPlan => ({
  pool: random.next(),
  side: random.next(),
  sizeBps: 1 + Math.floor(65 * random.next() ** 3),
  slippageBps: random.pick([30, 50, 50, 100, 300]),
})

/** Swaps fail on a chain that is slower than this, as they do on mainnet. */
export const deadlineSeconds = 1200n
