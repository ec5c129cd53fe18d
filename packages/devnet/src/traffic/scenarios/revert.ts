import { uniswapV2 } from '../../contracts/addresses.ts'
import { defineScenario } from '../scenario.ts'
import { planSwap } from '../swapPlan.ts'
import { buildV2Swap } from '../v2Swap.ts'

/** A swap that requires ten times the possible output. It is mined and reverts with INSUFFICIENT_OUTPUT_AMOUNT. */
export const revert = defineScenario({
  weight: 2,
  needs: [uniswapV2.router],
  plan: () => (random) => ({ ...planSwap(random), isNative: random.next() < 0.5 }),
  build: (plan, from, world) =>
    buildV2Swap({ router: uniswapV2.router, venue: 'uniswapV2', minOutFactor: 10n }, plan, from, world),
})
