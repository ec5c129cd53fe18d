import { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineSteps, extendSteps, type Steps } from '../../decoder/plan.ts'
import { decodeActions } from '../uniswapV4/steps.ts'
import { defineCommands, subPlan, swapThroughPairs } from '../universalRouter/commands.ts'
import { infinitySwaps } from './infinity.ts'

/** Commands of Infinity's Universal Router and of the previous one, which had another code for sub-plans. */
export const pancakeCommands: Steps = extendSteps(
  defineCommands('pancakeswap_v2', 'pancakeswap_v3'),
  defineSteps(
    0x3f,
    {
      16: [
        'INFI_SWAP',
        (call) =>
          decodeActions(new Call(call.state, { ...call.frame, protocol: 'pancakeswap_infinity' }), call, infinitySwaps),
      ],
      17: ['V3_POSITION_MANAGER_PERMIT', otherAction],
      18: ['V3_POSITION_MANAGER_CALL', (call) => call.enter(positionManager, 0n, call.frame)],
      19: ['INFI_CL_INITIALIZE_POOL', otherAction],
      20: ['INFI_BIN_INITIALIZE_POOL', otherAction],
      21: ['INFI_CL_POSITION_CALL', otherAction],
      22: ['INFI_BIN_POSITION_CALL', otherAction],
      32: ['EXECUTE_SUB_PLAN', subPlan(() => pancakeCommands)],
      33: ['EXECUTE_SUB_PLAN', subPlan(() => pancakeCommands)],
      34: ['STABLE_SWAP_EXACT_IN', swapThroughPairs('in', 'pancakeswap_stable', { payer: 5 })],
      35: ['STABLE_SWAP_EXACT_OUT', swapThroughPairs('out', 'pancakeswap_stable', { payer: 5 })],
    },
    [17, 18, 19, 20, 21, 22, 32, 33],
  ),
)

/** NonfungiblePositionManager, the same address on all chains except zkSync. */
export const positionManager = '0x46a15b0b27311cedf172ab29e4f4766fbe7f4364'
