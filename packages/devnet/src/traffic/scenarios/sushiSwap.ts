import { sushiSwap as sushi } from '../../contracts/addresses.ts'
import { defineScenario } from '../scenario.ts'
import { planSwap } from '../swapPlan.ts'
import { buildV2Swap } from '../v2Swap.ts'

/** A swap through SushiSwap's router, with ether or with tokens. */
export const sushiSwap = defineScenario({
  weight: 5,
  needs: [sushi.router],
  plan: () => (random) => ({ ...planSwap(random), isNative: random.next() < 0.6 }),
  build: (plan, from, world) => buildV2Swap({ router: sushi.router, venue: 'sushiSwap' }, plan, from, world),
})
