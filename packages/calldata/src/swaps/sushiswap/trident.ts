import { multicallFunctions } from '../../accounts/selfMulticall.ts'
import { each } from '../../decoder/each.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, joinFunctions } from '../../decoder/protocol.ts'

/** Decodes a swap in one pool. The calldata does not contain the pool's other token. */
const single: Decode = (call) => {
  const swap = call.tuple(0)
  call.swap({
    tokenIn: swap.address(3),
    amountIn: swap.uint(0),
    amountOut: swap.uint(1),
    pools: [swap.address(2)],
  })
}

const along: Decode = (call) => {
  const swap = call.tuple(0)
  const hops = swap.list(3)
  call.swap({
    tokenIn: swap.address(0),
    amountIn: swap.uint(1),
    amountOut: swap.uint(2),
    pools: Array.from({ length: hops.length }, (_, item) => hops.tuple(item).address(0)),
  })
}

/**
 * Decodes `((tokenIn, pool, native, amount, data)[], …, (token, to, unwrap, minimum)[])`. All inputs together buy all
 * outputs, which are paid at the end.
 */
const complex: Decode = (call) => {
  const swap = call.tuple(0)
  const [inputs, outputs] = [swap.list(0), swap.list(2, 4)]
  if (outputs.length === 0) call.reject()
  for (let item = 0; item < inputs.length; item++) {
    const input = inputs.tuple(item)
    call.swap({
      tokenIn: input.address(0),
      amountIn: input.uint(3),
      tokenOut: outputs.address(0),
      amountOut: 0n,
      pools: [input.address(1)],
      recipient: call.to,
    })
  }
  for (let item = 0; item < outputs.length; item++) {
    const [token, to, least] = [outputs.address(item * 4), outputs.address(item * 4 + 1), outputs.uint(item * 4 + 3)]
    call.pay(token, { from: call.to, to, least })
  }
}

/** Functions of Trident's router, and of BentoBox, which keeps its balances. */
export const tridentFunctions = joinFunctions(
  multicallFunctions,
  defineFunctions({
    ...each(
      single,
      'exactInputSingle((uint256,uint256,address,address,bytes))',
      'exactInputSingleWithNativeToken((uint256,uint256,address,address,bytes))',
    ),
    ...each(
      along,
      'exactInput((address,uint256,uint256,(address,bytes)[]))',
      'exactInputWithNativeToken((address,uint256,uint256,(address,bytes)[]))',
    ),
    'complexPath(((address,address,bool,uint256,bytes)[],(address,address,uint64,bytes)[],(address,address,bool,uint256)[]))':
      complex,
    'batch(bytes[],bool)': (call) => {
      const calls = call.list(0)
      for (let item = 0; item < calls.length; item++) call.enterSelf(calls.bytes(item))
    },
    ...each(
      otherAction,
      'deposit(address,address,address,uint256,uint256)',
      'withdraw(address,address,address,uint256,uint256)',
      'setMasterContractApproval(address,address,bool,uint8,bytes32,bytes32)',
    ),
  }),
)
