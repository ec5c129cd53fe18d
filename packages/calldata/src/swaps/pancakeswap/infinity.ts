import { multicallFunctions } from '../../accounts/selfMulticall.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { defineSteps, extendSteps, type Steps } from '../../decoder/plan.ts'
import { defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { allowanceFunctions } from '../../tokens/permit2/permit2.ts'
import { along, decodeActions, definePositionActions, defineSwapActions, single } from '../uniswapV4/steps.ts'

/** Words of a pool's key: currencies, hooks, manager, fee, parameters. */
const keyWords = 6

/** Actions of bin pools. */
const binActions = defineSteps(0xff, {
  25: ['BIN_ADD_LIQUIDITY', otherAction],
  26: ['BIN_REMOVE_LIQUIDITY', otherAction],
  27: ['BIN_ADD_LIQUIDITY_FROM_DELTAS', otherAction],
  28: ['BIN_SWAP_EXACT_IN_SINGLE', single('in', keyWords)],
  29: ['BIN_SWAP_EXACT_IN', along('in')],
  30: ['BIN_SWAP_EXACT_OUT_SINGLE', single('out', keyWords)],
  31: ['BIN_SWAP_EXACT_OUT', along('out')],
  32: ['BIN_DONATE', otherAction],
})

/** Uniswap V4's actions with a key of another length, and the actions of bin pools. */
const positionActions: Steps = extendSteps(definePositionActions(keyWords), binActions)
export const infinitySwaps: Steps = extendSteps(defineSwapActions(keyWords), binActions)

export const pancakeswapInfinity = defineProtocol({
  id: 'pancakeswap_infinity',
  name: 'PancakeSwap Infinity',
  source: 'https://developer.pancakeswap.finance/contracts/infinity/resources/addresses',
  contracts: [
    {
      name: 'CLPositionManager',
      addresses: { bsc: ['0x55f4c8aba71a1e923edc303eb4feff14608cc226'] },
      functions: joinFunctions(
        multicallFunctions,
        allowanceFunctions,
        defineFunctions({
          'modifyLiquidities(bytes,uint256)': (call) =>
            decodeActions(call, call.inside(call.bytes(0)), positionActions),
          'modifyLiquiditiesWithoutLock(bytes,bytes[])': (call) => decodeActions(call, call, positionActions),
        }),
      ),
    },
  ],
})
