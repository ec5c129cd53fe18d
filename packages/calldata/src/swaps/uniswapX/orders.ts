import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'

/**
 * Positions in an order, in 32-byte words: the input and the list of outputs. `least` is the position of the minimum amount
 * within an output.
 */
export type OrderForm = {
  readonly input: number
  readonly outputs: number
  readonly least: number
  /** Input and outputs contain a curve, so they are encoded behind offsets. */
  readonly isCurved?: boolean
}

/** `(info, start, end, filler, override, (token, start, end), (token, start, end, recipient)[])`. */
export const dutch: OrderForm = { input: 5, outputs: 8, least: 2 }
/** `(info, cosigner, (token, start, end), (token, start, end, recipient)[], …)`. */
export const dutchV2: OrderForm = { input: 2, outputs: 5, least: 2 }
/** `(info, cosigner, baseFee, (token, start, curve, …), (token, start, curve, recipient, least, …)[], …)`. */
export const dutchV3: OrderForm = { input: 3, outputs: 4, least: 4, isCurved: true }
/** `(info, cosigner, startBlock, baselineFee, (token, amount, …), (token, amount, …, recipient)[], …)`. */
export const priority: OrderForm = { input: 4, outputs: 7, least: 1 }

const outputWords = 4

/** Words of `(reactor, swapper, …)`. Every order starts with its offset. */
const [infoWord, swapperWord] = [0, 1]

/**
 * Reports the outputs to the swapper, or to the recipient of the first output if the swapper receives none. Other
 * outputs are fees.
 */
export function reportOrder(call: Call, order: Args, form: OrderForm): void {
  const input = form.isCurved ? order.tuple(form.input) : order.inline(form.input)
  const outputs = order.list(form.outputs, form.isCurved ? 1 : outputWords)
  const outputAt = (item: number) => (form.isCurved ? outputs.tuple(item) : outputs.inline(item * outputWords))
  if (outputs.length === 0) call.reject()
  const all = Array.from({ length: outputs.length }, (_, item) => outputAt(item))
  const swapper = order.tuple(infoWord).address(swapperWord)
  const main = all.find((output) => output.address(3) === swapper) ?? outputAt(0)
  const [tokenOut, recipient] = [main.address(0), main.address(3)]
  let amountOut = 0n
  for (const output of all)
    if (output.address(0) === tokenOut && output.address(3) === recipient) amountOut += output.uint(form.least)
  const [tokenIn, amountIn] = [input.address(0), input.uint(1)]
  call.swap({ tokenIn, amountIn, tokenOut, amountOut, recipient })
}
