import type { Random } from '../random.ts'
import type { SwapPlan } from './market.ts'

/** Plans mostly small trades, and sometimes one of about 0.67 % of the pool. */
export const planSwap = (random: Random): SwapPlan => ({
  pool: random.next(),
  side: random.next(),
  sizeBps: 1 + Math.floor(65 * random.next() ** 3),
  slippageBps: random.pick([30, 50, 50, 100, 300]),
})

/** Swaps fail if they are mined later than this, like on mainnet. */
export const deadlineSeconds = 1200n
