import { defineFunctions } from '../../decoder/protocol.ts'

/**
 * Functions of the pair itself. If `swap` has data, it is a flash swap, and the pair calls the recipient before it
 * has paid.
 *
 * @see https://docs.uniswap.org/contracts/v2/guides/smart-contract-integration/using-flash-swaps
 */
export const pairFunctions = defineFunctions({
  'swap(uint256,uint256,address,bytes)': (call) => {
    const [amount0, amount1] = [call.uint(0), call.uint(1)]
    const recipient = call.address(2)
    const { start, end } = call.bytes(3)
    if (end > start) call.emit({ kind: 'flashloan', assets: [], amounts: [amount0, amount1], receiver: recipient })
    else
      call.swap({
        exact: 'out',
        amountOut: amount0 === 0n ? amount1 : amount0,
        pools: [call.to],
        recipient,
      })
  },
})
