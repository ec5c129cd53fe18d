import type { Args } from '../../calldata/args.ts'
import type { Call } from '../../calldata/call.ts'

/** Where an order keeps its input, the first of `inputWords` words or a tuple of its own, and its list of outputs. */
export type OrderForm = {
  readonly input: number
  readonly isInputDynamic?: boolean
  readonly outputs: number
  /** Words of an output: token, amount at the start, amount at the end. */
  readonly outputWords: number | 'dynamic'
}

/** `(info, start, end, filler, override, (input), (outputs)[])`. */
export const dutch: OrderForm = { input: 5, outputs: 8, outputWords: 4 }
/** `(info, cosigner, (input), (outputs)[], …)`. */
export const dutchV2: OrderForm = { input: 2, outputs: 5, outputWords: 4 }
/** `(info, cosigner, startingBaseFee, (input), (outputs)[], …)`. */
export const dutchV3: OrderForm = { input: 3, isInputDynamic: true, outputs: 4, outputWords: 'dynamic' }
/** `(info, cosigner, startBlock, baselinePriorityFee, (input), (outputs)[], …)`. */
export const priority: OrderForm = { input: 4, outputs: 7, outputWords: 4 }

/** What a signed order gives its swapper. Outputs are the least: where the auction ends. Fees are outputs too. */
export function reportOrder(call: Call, order: Args, form: OrderForm): void {
  const input = form.isInputDynamic ? order.tuple(form.input) : order.inline(form.input)
  const swapper = order.tuple(0).address(1)
  const isDynamic = form.outputWords === 'dynamic'
  const words = form.outputWords === 'dynamic' ? 1 : form.outputWords
  const outputs = order.list(form.outputs, words)
  const at = (item: number) => (isDynamic ? outputs.tuple(item) : outputs.inline(item * words))
  if (outputs.length === 0) call.reject()
  const tokenOut = at(0).address(0)
  let amountOut = 0n
  for (let item = 0; item < outputs.length; item++) {
    const output = at(item)
    // In V3 the third word is the curve; `minAmount` comes fifth.
    if (output.address(0) === tokenOut) amountOut += output.uint(isDynamic ? 4 : form === priority ? 1 : 2)
  }
  call.swap({ tokenIn: input.address(0), amountIn: input.uint(1), tokenOut, amountOut, recipient: swapper })
}
