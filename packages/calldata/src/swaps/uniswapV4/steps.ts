import type { Address } from 'viem'
import type { Args } from '../../decoder/args.ts'
import { type Call, wholeBalance } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { decodePlan, defineSteps, extendSteps, type Steps } from '../../decoder/plan.ts'
import type { Decode } from '../../decoder/protocol.ts'
import { toRecipient } from '../uniswapV3/router.ts'

const contractBalance = 2n ** 255n

/** Returns the amount. Null if it is the open delta of the pool manager (0) or the router's balance (2^255). */
function known(amount: bigint): bigint | null {
  return amount === 0n || amount === contractBalance ? null : amount
}

type V4Swap = {
  readonly exact: 'in' | 'out'
  readonly path: readonly Address[]
  readonly given: bigint
  readonly limit: bigint
  readonly hopPrices: readonly bigint[]
}

function report(call: Call, { exact, path, given, limit, hopPrices }: V4Swap): void {
  call.swap({
    exact,
    path,
    amountIn: exact === 'in' ? known(given) : limit,
    amountOut: exact === 'in' ? limit : known(given),
    payer: 'delta',
    hopPrices: hopPrices.some((price) => price > 0n) ? hopPrices : undefined,
  })
}

/**
 * Decodes a swap in one pool. Its key takes `keyWords` words, and the first two are the currencies. Since Universal
 * Router 2.1.1 the minimum price comes before the offset of the hook's data. That offset shows how long the head is.
 */
export function single(exact: 'in' | 'out', keyWords: number): Decode {
  return (call) => {
    const args = call.tuple(0)
    const [currency0, currency1] = [args.address(0), args.address(1)]
    const last = args.uint(keyWords + 3)
    report(call, {
      exact,
      path: args.bool(keyWords) ? [currency0, currency1] : [currency1, currency0],
      given: args.uint(keyWords + 1),
      limit: args.uint(keyWords + 2),
      hopPrices: last === BigInt(32 * (keyWords + 4)) ? [] : [last],
    })
  }
}

/**
 * Decodes a path whose keys contain the currencies between input and output. The keys start from the input's side,
 * also for exact outputs.
 */
export function along(exact: 'in' | 'out'): Decode {
  return (call) => {
    const args = call.tuple(0)
    const keys = args.list(1)
    const currencies = Array.from({ length: keys.length }, (_, item) => keys.tuple(item).address(0))
    if (currencies.length === 0) call.reject()
    const end = args.address(0)
    // Since Universal Router 2.1.1 the head has a word more, for the least prices of the hops.
    const hasPrices = args.number(1) > 128
    const amount = hasPrices ? 3 : 2
    report(call, {
      exact,
      path: exact === 'in' ? [end, ...currencies] : [...currencies, end],
      given: args.uint(amount),
      limit: args.uint(amount + 1),
      hopPrices: hasPrices ? args.uints(2) : [],
    })
  }
}

/** Decodes a change of a position. `amount` is the word of the first of two amounts. */
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

/** Returns the payer. The router pays native currency from its own balance, even if another account is the payer. */
const toPayer = (call: Call, currency: Address): Address | null => (call.isNative(currency) ? call.to : call.from)

/** Decodes `(currency, most)`: the sender pays everything that is owed. */
const settleAll: Decode = (call) => {
  const currency = call.address(0)
  call.pay(currency, { from: toPayer(call, currency), to: 'delta', amount: 'debt', most: call.uint(1) })
}

/** Decodes `(currency, amount, payerIsUser)`. */
const settle: Decode = (call) => {
  const [token, amount] = [call.address(0), call.uint(1)]
  call.pay(token, {
    from: call.bool(2) ? toPayer(call, token) : call.to,
    to: 'delta',
    amount: amount === 0n ? 'debt' : amount === contractBalance ? 'balance' : amount,
  })
}

function settleOwed(call: Call, currency: Address): void {
  call.pay(currency, { from: toPayer(call, currency), to: 'delta', amount: 'debt' })
}

function takeOwned(call: Call, currency: Address, to: Address | null): void {
  call.pay(currency, { from: 'delta', to })
}

/** Decodes `(currency, recipient, amount)`. */
const take: Decode = (call) => {
  const amount = call.uint(2)
  call.pay(call.address(0), {
    from: 'delta',
    to: toRecipient(call, call.address(1)),
    amount: amount === 0n ? 'balance' : amount,
  })
}

/** Decodes `(currency, least)`: pays the sender everything that is owed to the router. */
const takeAll: Decode = (call) => call.pay(call.address(0), { from: 'delta', to: call.from, least: call.uint(1) })

/** Decodes `(currency, recipient, bips)`. */
const takePortion: Decode = (call) =>
  call.pay(call.address(0), {
    from: 'delta',
    to: toRecipient(call, call.address(1)),
    share: (call.uint(2) * wholeBalance) / 10_000n,
  })

const settlePair: Decode = (call) => {
  settleOwed(call, call.address(0))
  settleOwed(call, call.address(1))
}

/** Decodes `(currency0, currency1, recipient)`. */
const takePair: Decode = (call) => {
  const to = toRecipient(call, call.address(2))
  takeOwned(call, call.address(0), to)
  takeOwned(call, call.address(1), to)
}

/** Pays or collects the open delta, whichever is due. */
const closeCurrency: Decode = (call) => {
  settleOwed(call, call.address(0))
  takeOwned(call, call.address(0), call.from)
}

/** Decodes `(currency, most)`. It leaves a balance of up to `most` at the pool manager. */
const clearOrTake: Decode = (call) => takeOwned(call, call.address(0), call.from)

/** Decodes `(currency, recipient)`. */
const sweep: Decode = (call) => call.pay(call.address(0), { from: call.to, to: toRecipient(call, call.address(1)) })

/** Decodes wrapping and unwrapping within the router. Without an amount, the router settles the debt afterwards. */
function exchange(kind: 'wrap' | 'unwrap'): Decode {
  return (call) => call.emit({ kind, token: call.wrappedNative, amount: known(call.uint(0)), recipient: call.to })
}

/** Ignores payments between the pool manager and the accounts, because they only settle positions. */
const settlement: Decode = () => {}

/**
 * Defines the actions of `modifyLiquidities`.
 *
 * @param keyWords words of a pool's key: 5, or 6 in PancakeSwap Infinity
 * @see https://github.com/Uniswap/v4-periphery/blob/main/src/libraries/Actions.sol
 */
export function definePositionActions(keyWords: number): Steps {
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
    21: ['WRAP', exchange('wrap')],
    22: ['UNWRAP', exchange('unwrap')],
    23: ['MINT_6909', settlement],
    24: ['BURN_6909', settlement],
  })
}

/** Defines the actions of a router's swaps. Their settlements contain the limits. */
export function defineSwapActions(keyWords: number): Steps {
  return extendSteps(
    definePositionActions(keyWords),
    defineSteps(0xff, {
      11: ['SETTLE', settle],
      12: ['SETTLE_ALL', settleAll],
      13: ['SETTLE_PAIR', settlePair],
      14: ['TAKE', take],
      15: ['TAKE_ALL', takeAll],
      16: ['TAKE_PORTION', takePortion],
      17: ['TAKE_PAIR', takePair],
      18: ['CLOSE_CURRENCY', closeCurrency],
      19: ['CLEAR_OR_TAKE', clearOrTake],
      20: ['SWEEP', sweep],
    }),
  )
}

/** Decodes `(bytes actions, bytes[] params)`. */
export function decodeActions(call: Call, args: Args, steps: Steps): void {
  decodePlan(call, args.bytes(0), args.list(1), steps)
}
