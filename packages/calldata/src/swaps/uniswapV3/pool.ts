import { defineFunctions } from '../../decoder/protocol.ts'

/** Functions of the pool itself. They identify its tokens only by their order. */
export const poolFunctions = defineFunctions({
  'swap(address,bool,int256,uint160,bytes)': (call) => {
    const amount = call.int(2)
    const exact = amount > 0n ? 'in' : 'out'
    call.swap({
      exact,
      amountIn: exact === 'in' ? amount : null,
      amountOut: exact === 'out' ? -amount : null,
      pools: [call.to],
      recipient: call.address(0),
    })
  },
  'flash(address,uint256,uint256,bytes)': (call) =>
    call.emit({
      kind: 'flashloan',
      assets: [],
      amounts: [call.uint(1), call.uint(2)],
      receiver: call.address(0),
    }),
})
