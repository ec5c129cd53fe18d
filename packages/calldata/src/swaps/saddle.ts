import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { swapAt } from './swapFunctions.ts'

const swap = swapAt({ amountIn: 2, amountOut: 3 })

/** Saddle's pool and its many forks (Nerve, Synapse, …). The calldata contains indices of coins instead of tokens. */
export const saddle = defineProtocol({
  id: 'saddle_fork',
  name: 'Saddle and forks',
  source: 'https://github.com/saddle-finance/saddle-contract',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(swap, 'swap(uint8,uint8,uint256,uint256,uint256)', 'swapUnderlying(uint8,uint8,uint256,uint256,uint256)'),
    'addLiquidity(uint256[],uint256,uint256)': (call) =>
      call.emit({ kind: 'liquidity', event: 'add', tokens: [], amounts: call.uints(0) }),
    'removeLiquidity(uint256,uint256[],uint256)': (call) =>
      call.emit({ kind: 'liquidity', event: 'remove', tokens: [], amounts: call.uints(1) }),
    'removeLiquidityOneToken(uint256,uint8,uint256,uint256)': (call) =>
      call.emit({ kind: 'liquidity', event: 'remove', tokens: [], amounts: [call.uint(2)] }),
    'removeLiquidityImbalance(uint256[],uint256,uint256)': (call) =>
      call.emit({ kind: 'liquidity', event: 'remove', tokens: [], amounts: call.uints(0) }),
  }),
})
