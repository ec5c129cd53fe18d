import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineSteps, extendSteps, type Steps } from '../../decoder/plan.ts'
import { defineCommands, reportSwap, subPlan, transferFrom } from '../universalRouter/commands.ts'
import { v4Swap } from '../universalRouter/v4Commands.ts'
import { readRoutes } from './router.ts'

/** Bytes per hop: a token, and one byte that says whether the next pool is a stable pool. */
const stride = 21

/** Reads `(from, to, stable)[]`, or packed bytes in the routers after the first. No route has as many as 20 hops. */
function readSwap(call: Call): readonly Address[] {
  if (call.tuple(3).number(0) < 20) return readRoutes(call, 3, 3)
  const path = call.bytes(3)
  const hops = ((path.end - path.start) / 2 - 20) / stride
  call.source.budget -= hops
  if (hops < 1 || !Number.isInteger(hops) || call.source.budget < 0) {
    call.reject()
    return []
  }
  return Array.from({ length: hops + 1 }, (_, item) => call.packedAddress(path, item * stride))
}

/**
 * Velodrome's Universal Router.
 *
 * @see https://github.com/velodrome-finance/universal-router
 */
export function defineVelodromeCommands(id: string): Steps {
  const steps: Steps = extendSteps(
    defineCommands(id, id),
    defineSteps(
      0x3f,
      {
        7: ['TRANSFER_FROM', transferFrom],
        8: ['V2_SWAP_EXACT_IN', (call) => reportSwap(call, 'in', readSwap(call), id)],
        9: ['V2_SWAP_EXACT_OUT', (call) => reportSwap(call, 'out', readSwap(call), id)],
        16: ['V4_SWAP', v4Swap],
        17: ['V4_INITIALIZE_POOL', otherAction],
        18: ['BRIDGE_TOKEN', otherAction],
        19: ['EXECUTE_CROSS_CHAIN', otherAction],
        33: ['EXECUTE_SUB_PLAN', subPlan(() => steps)],
      },
      [17, 33],
    ),
  )
  return steps
}
