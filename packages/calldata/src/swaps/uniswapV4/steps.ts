import type { Address } from 'viem'
import type { Args } from '../../decoder/args.ts'
import type { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { decodePlan, defineSteps, type Steps } from '../../decoder/plan.ts'
import type { Decode } from '../../decoder/protocol.ts'

/** Amount left to the open delta of the pool manager (0) or to the router's balance (2^255). */
function known(amount: bigint): bigint | null {
  return amount === 0n || amount === 2n ** 255n ? null : amount
}

function report(call: Call, exact: 'in' | 'out', path: readonly Address[], args: Args, amount: number): void {
  const [given, limit] = [args.uint(amount), args.uint(amount + 1)]
  call.swap({
    exact,
    path,
    amountIn: exact === 'in' ? known(given) : limit,
    amountOut: exact === 'in' ? limit : known(given),
  })
}

/** One pool; its key takes `keyWords` words, of which the first two are the currencies. */
export function single(exact: 'in' | 'out', keyWords: number): Decode {
  return (call) => {
    const args = call.tuple(0)
    const [currency0, currency1] = [args.address(0), args.address(1)]
    const isZeroForOne = args.bool(keyWords)
    report(call, exact, isZeroForOne ? [currency0, currency1] : [currency1, currency0], args, keyWords + 1)
  }
}

/** A path whose keys name the currencies on the way, from the input's side in both directions. */
export function along(exact: 'in' | 'out'): Decode {
  return (call) => {
    const args = call.tuple(0)
    const keys = args.list(1)
    const currencies = Array.from({ length: keys.length }, (_, item) => keys.tuple(item).address(0))
    if (currencies.length === 0) call.reject()
    const end = args.address(0)
    // Since Universal Router 2.1.1 the head has a word more, for the least prices of the hops.
    const amount = args.number(1) > 128 ? 3 : 2
    report(call, exact, exact === 'in' ? [end, ...currencies] : [...currencies, end], args, amount)
  }
}

/** `amount` is the word of the first of two amounts. */
function position(event: 'add' | 'remove', amount: number): Decode {
  return (call) =>
    call.emit({ kind: 'liquidity', event, tokens: [], amounts: [call.uint(amount), call.uint(amount + 1)] })
}

function mint(amount: number): Decode {
  return (call) =>
    call.emit({
      kind: 'liquidity',
      event: 'add',
      tokens: [call.toToken(call.address(0)), call.toToken(call.address(1))],
      amounts: [call.uint(amount), call.uint(amount + 1)],
    })
}

/** Moves between the pool manager and the accounts: how swaps and positions are paid, nothing of their own. */
const settlement: Decode = () => {}

/**
 * Actions of `modifyLiquidities` and of the routers' swaps.
 *
 * @param keyWords words of a pool's key: 5, or 6 in PancakeSwap Infinity
 * @see https://github.com/Uniswap/v4-periphery/blob/main/src/libraries/Actions.sol
 */
export function defineActions(keyWords: number): Steps {
  return defineSteps(0xff, {
    0: ['INCREASE_LIQUIDITY', position('add', 2)],
    1: ['DECREASE_LIQUIDITY', position('remove', 2)],
    2: ['MINT_POSITION', mint(keyWords + 3)],
    3: ['BURN_POSITION', position('remove', 1)],
    4: ['INCREASE_LIQUIDITY_FROM_DELTAS', position('add', 1)],
    5: ['MINT_POSITION_FROM_DELTAS', mint(keyWords + 2)],
    6: ['SWAP_EXACT_IN_SINGLE', single('in', keyWords)],
    7: ['SWAP_EXACT_IN', along('in')],
    8: ['SWAP_EXACT_OUT_SINGLE', single('out', keyWords)],
    9: ['SWAP_EXACT_OUT', along('out')],
    10: ['DONATE', otherAction],
    11: ['SETTLE', settlement],
    12: ['SETTLE_ALL', settlement],
    13: ['SETTLE_PAIR', settlement],
    14: ['TAKE', settlement],
    15: ['TAKE_ALL', settlement],
    16: ['TAKE_PORTION', settlement],
    17: ['TAKE_PAIR', settlement],
    18: ['CLOSE_CURRENCY', settlement],
    19: ['CLEAR_OR_TAKE', settlement],
    20: ['SWEEP', settlement],
    21: ['WRAP', (call) => call.emit({ kind: 'wrap', token: call.wrappedNative, amount: known(call.uint(0)) })],
    22: ['UNWRAP', (call) => call.emit({ kind: 'unwrap', token: call.wrappedNative, amount: known(call.uint(0)) })],
    23: ['MINT_6909', settlement],
    24: ['BURN_6909', settlement],
  })
}

/** Reads `(bytes actions, bytes[] params)`. */
export function decodeActions(call: Call, args: Args, steps: Steps): void {
  decodePlan(call, args.bytes(0), args.list(1), steps)
}
