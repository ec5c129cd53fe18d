import { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineSteps, extendSteps, type Steps } from '../../decoder/plan.ts'
import type { Contract, Decode } from '../../decoder/protocol.ts'
import { positionManagers } from '../uniswapV3/addresses.ts'
import { decodeActions } from '../uniswapV4/steps.ts'
import { uniswapV4Swaps, v4PositionManagers } from '../uniswapV4/uniswapV4.ts'
import { defineCommands, type HopPrices, subPlan } from './commands.ts'

export function v4Swap(call: Call): void {
  decodeActions(new Call(call.state, { ...call.frame, protocol: 'uniswap_v4' }), call, uniswapV4Swaps)
}

/** Decodes an input that is the calldata for the chain's position manager. */
function callManager(addresses: Contract['addresses']): Decode {
  return (call) => call.enter(addresses[call.chain]?.[0] ?? call.to, 0n, call.frame)
}

/** Decodes `depositV3` of Across, encoded as a struct or, by the SDK, as separate fields. */
function acrossDeposit(call: Call): void {
  const deposit = call.uint(0) === 32n ? call.tuple(0) : call
  const amount = deposit.uint(4)
  call.emit({
    kind: 'bridge',
    protocol: 'across',
    token: deposit.bool(12) ? null : deposit.address(2),
    amount: amount === 2n ** 255n ? null : amount,
    recipient: deposit.address(1),
    destination: deposit.uint(6),
  })
}

/** Defines the commands of 2.0 and later versions, which only add codes. */
function defineV2(hopPrices: HopPrices): Steps {
  const steps: Steps = extendSteps(
    defineCommands('uniswap_v2', 'uniswap_v3', hopPrices),
    defineSteps(
      0x7f,
      {
        16: ['V4_SWAP', v4Swap],
        17: ['V3_POSITION_MANAGER_PERMIT', otherAction],
        18: ['V3_POSITION_MANAGER_CALL', callManager(positionManagers)],
        19: ['V4_INITIALIZE_POOL', otherAction],
        20: ['V4_POSITION_MANAGER_CALL', callManager(v4PositionManagers)],
        33: ['EXECUTE_SUB_PLAN', subPlan(() => steps)],
        // 2.0 reads six bits of a code only: there it is a swap, so it stays undecoded.
        ...(hopPrices !== 'ignored' && { 64: ['ACROSS_V4_DEPOSIT_V3', acrossDeposit] }),
      },
      [17, 18, 19, 20, 33],
    ),
  )
  return steps
}

/**
 * Commands of 2.0 and 2.1, which ignore the minimum prices of hops; of the versions that check them; and of routers
 * whose version is unknown.
 */
export const [commandsV2, commandsV211, commandsOfAny] = [defineV2('ignored'), defineV2('checked'), defineV2('unknown')]
