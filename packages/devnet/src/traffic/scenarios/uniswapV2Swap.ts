import { uniswapV2 } from '../../contracts/addresses.ts'
import { defineScenario } from '../scenario.ts'
import { planSwap } from '../swapPlan.ts'
import { buildV2Swap } from '../v2Swap.ts'

/** A swap through Uniswap V2's Router02, with ether or with tokens. */
export const uniswapV2Swap = defineScenario({
  weight: 12,
  needs: [uniswapV2.router],
  plan: () => (random) => ({ ...planSwap(random), isNative: random.next() < 0.6 }),
  build: (plan, from, world) => buildV2Swap({ router: uniswapV2.router, venue: 'uniswapV2' }, plan, from, world),
})
