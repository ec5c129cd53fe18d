import { type Address, toFunctionSelector } from 'viem'
import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { nativeToken } from '../../decoder/nativeToken.ts'
import { defineFunctions } from '../../decoder/protocol.ts'

type Given = { readonly token: Address | null; readonly amount: bigint | null }

const permit = '((address,uint256),uint256,uint256)'

/**
 * Actions that start with a recipient and the taker's permit (token, amount, nonce, deadline), in words 1 to 4.
 * @see https://github.com/0xProject/0x-settler/blob/master/src/ISettlerActions.sol
 */
const permitFirst = new Set(
  [
    `TRANSFER_FROM(address,${permit},bytes)`,
    `METATXN_TRANSFER_FROM(address,${permit})`,
    `RFQ_VIP(address,${permit},${permit},address,bytes,bytes)`,
    `METATXN_RFQ_VIP(address,${permit},${permit},address,bytes)`,
    `UNISWAPV3_VIP(address,${permit},bytes,bytes,uint256)`,
    `METATXN_UNISWAPV3_VIP(address,${permit},bytes,uint256)`,
    ...['UNISWAPV4', 'BALANCERV3', 'PANCAKE_INFINITY', 'EKUBO', 'EKUBOV3'].flatMap((name) => [
      `${name}_VIP(address,${permit},bool,uint256,uint256,bytes,bytes,uint256)`,
      `METATXN_${name}_VIP(address,${permit},bool,uint256,uint256,bytes,uint256)`,
    ]),
    `CURVE_TRICRYPTO_VIP(address,${permit},uint80,bytes,uint256)`,
    `METATXN_CURVE_TRICRYPTO_VIP(address,${permit},uint80,uint256)`,
  ].map((signature) => toFunctionSelector(`function ${signature}`).slice(2)),
)

function firstAction(args: Args, actions: number): Given {
  const list = args.list(actions)
  if (list.length === 0) return { token: null, amount: null }
  // 0x's calldata gives the first action a length beyond its end (0xffff); a Settler reads it by its offset alone.
  const start = list.tuple(0).base + 64
  if (!permitFirst.has(list.digits({ start, end: start + 8 }))) return { token: null, amount: null }
  const fields = list.inside({ start, end: list.end }, 4)
  return { token: fields.address(1), amount: fields.uint(2) }
}

/**
 * Decodes ((recipient, buyToken, minAmountOut), actions, affiliate). Without a token, only the actions check their
 * limits.
 */
function settle(call: Call, args: Args, given: Given): void {
  const isChecked = args.uint(1) !== 0n
  call.swap({
    tokenIn: given.token,
    tokenOut: isChecked ? args.address(1) : null,
    amountIn: given.amount,
    amountOut: isChecked ? args.uint(2) : null,
    recipient: isChecked ? args.address(0) : null,
  })
}

function execute(call: Call): void {
  settle(call, call, call.value > 0n ? { token: nativeToken, amount: call.value } : firstAction(call, 3))
}

/** Functions of Settlers. These contracts are replaced often, so they are recognized only by their functions. */
export const settlerFunctions = defineFunctions({
  'execute((address,address,uint256),bytes[],bytes32)': execute,
  'execute((address,address,uint256),bytes[])': execute,
  'executeMetaTxn((address,address,uint256),bytes[],bytes32,address,bytes)': (call) =>
    settle(call, call, firstAction(call, 3)),
})

const executeSelector = '1fff991f'

/** Decodes (operator, token, amount, target, data), which lets the operator take the token during one call. */
export const allowanceHolderFunctions = defineFunctions({
  'exec(address,address,uint256,address,bytes)': (call) => {
    const data = call.bytes(4)
    if (call.digits({ start: data.start, end: data.start + 8 }) !== executeSelector)
      return call.enter(call.address(3), call.value, data, call.from)
    const token = call.address(1)
    const isNative = call.value > 0n && call.isNative(token)
    settle(call, call.inside(data, 4), { token, amount: isNative ? call.value : call.uint(2) })
  },
})
