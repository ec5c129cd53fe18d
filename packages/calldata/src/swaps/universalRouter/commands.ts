import type { Address } from 'viem'
import { type Call, wholeBalance } from '../../decoder/call.ts'
import { decodePlan, defineSteps, type Steps } from '../../decoder/plan.ts'
import type { Decode } from '../../decoder/protocol.ts'
import { permitBatch, permitSingle, transferBatch } from '../../tokens/permit2/permit2.ts'
import { readPath, readTiers } from '../uniswapV3/path.ts'
import { toRecipient, unwrapAll } from '../uniswapV3/router.ts'

const contractBalance = 2n ** 255n

/** Returns the amount paid. Null for the router's whole balance. */
function known(amount: bigint): bigint | null {
  return amount === contractBalance ? null : amount
}

/** Whether a router checks the minimum prices of hops. `unknown` if its version is unknown. */
export type HopPrices = 'checked' | 'ignored' | 'unknown'

/**
 * Reads the minimum prices of hops from a list that is encoded behind six or more words. If the word is not an
 * offset, the router has no such list.
 */
function readHopPrices(call: Call, word: number, hops: number): readonly bigint[] | undefined {
  const words = (call.end - call.base) / 64
  if (words <= word) return undefined
  const offset = call.uint(word)
  if (offset < 192n || offset % 32n !== 0n || offset > BigInt(32 * (words - 1))) return undefined
  const prices = call.uints(word)
  return prices.length === hops && prices.some((price) => price > 0n) ? prices : undefined
}

/**
 * How a fork's swap commands differ: the word that says whether the sender pays, and whether minimum prices of hops
 * follow it.
 */
type SwapForm = { readonly payer?: number; readonly hopPrices?: HopPrices }

export function reportSwap(
  call: Call,
  exact: 'in' | 'out',
  path: readonly Address[],
  protocol: string,
  tiers?: readonly number[],
  { payer = 4, hopPrices = 'ignored' }: SwapForm = {},
): void {
  if (path.length < 2) call.reject()
  const [given, limit] = [call.uint(1), call.uint(2)]
  const [amountIn, amountOut] = exact === 'in' ? [given, limit] : [limit, given]
  // For a pair: the previous swap has already paid it.
  const isPaid = exact === 'in' && amountIn === 0n
  const prices = hopPrices === 'ignored' ? undefined : readHopPrices(call, payer + 1, path.length - 1)
  call.swap({
    protocol,
    exact,
    path,
    tiers,
    amountIn: isPaid ? null : known(amountIn),
    amountOut,
    recipient: toRecipient(call, call.address(0)),
    payer: isPaid ? null : call.bool(payer) ? call.from : call.to,
    hopPrices: hopPrices === 'checked' ? prices : undefined,
    hasPriceLimit: hopPrices === 'unknown' && prices !== undefined,
  })
}

/** Decodes `(recipient, amount, limit, path, payerIsUser[, minimum prices])`. */
export function swapThroughPairs(exact: 'in' | 'out', protocol: string, form?: SwapForm): Decode {
  return (call) => {
    const path = call.addresses(3)
    // Pairs pay no token to its own contract. Of a user, Permit2 takes no amount above 160 bits, nor all that the router holds.
    const isTooMuch = exact === 'in' && call.bool(form?.payer ?? 4) && call.uint(1) >= 2n ** 160n
    const isRefused = isTooMuch || path.slice(-2).includes(call.address(0))
    reportSwap(call.refusedIf(isRefused), exact, path, protocol, undefined, form)
  }
}

/** Like `swapThroughPairs`, with a packed path. The path starts with the output token if the output is exact. */
export function swapThroughPools(exact: 'in' | 'out', protocol: string, form?: SwapForm): Decode {
  return (call) => {
    const path = readPath(call, call.bytes(3))
    const tiers = readTiers(call, call.bytes(3), path)
    if (exact === 'out') {
      path.reverse()
      tiers?.reverse()
    }
    reportSwap(call, exact, path, protocol, tiers, form)
  }
}

/** Decodes `(token, recipient, amount)`. The amount is exact or means the router's whole balance. */
export const transfer: Decode = (call) => {
  const token = call.address(0)
  const [from, to, amount] = [call.to, toRecipient(call, call.address(1)), call.uint(2)]
  const isNative = call.isNative(token)
  // Of the native currency the router takes the number as it stands.
  if (amount === contractBalance && !isNative) call.pay(token, { from, to })
  else
    call
      .refusedIf(amount === contractBalance)
      .emit({ kind: 'transfer', token: isNative ? null : token, from, to, amount })
}

/** Decodes `(token, recipient, amount)`. The routers read the low 160 bits of the amount. */
export const transferFrom: Decode = (call) =>
  call.emit({
    kind: 'transfer',
    token: call.address(0),
    from: call.from,
    to: toRecipient(call, call.address(1)),
    amount: BigInt.asUintN(160, call.uint(2)),
  })

/**
 * Decodes `(token, recipient, least)`. Since 1.2 the routers read only the low 160 bits of `least`.
 *
 * @see https://github.com/Uniswap/universal-router/blob/2.1.1/contracts/base/Dispatcher.sol
 */
export function sweep(bits: 160 | 256): Decode {
  return (call) =>
    call.pay(call.address(0), {
      from: call.to,
      to: toRecipient(call, call.address(1)),
      least: BigInt.asUintN(bits, call.uint(2)),
    })
}

/** Decodes `(token, recipient, share)`. `whole` is the share that means 100 %. */
function payPortion(whole: bigint): Decode {
  return (call) =>
    call.pay(call.address(0), {
      from: call.to,
      to: toRecipient(call, call.address(1)),
      share: (call.uint(2) * wholeBalance) / whole,
    })
}

const wrap: Decode = (call) =>
  call.emit({
    kind: 'wrap',
    token: call.wrappedNative,
    amount: known(call.uint(1)),
    recipient: toRecipient(call, call.address(0)),
  })

/** Decodes `(recipient, least)`: unwraps the whole balance. */
const unwrap: Decode = (call) => unwrapAll(call, call.uint(1), toRecipient(call, call.address(0)))

const unwrapExact: Decode = (call) =>
  call.emit({
    kind: 'unwrap',
    token: call.wrappedNative,
    amount: call.uint(1),
    recipient: toRecipient(call, call.address(0)),
  })

/** Decodes `(owner, token, least)`. */
const checkBalance: Decode = (call) =>
  call.pay(call.address(1), { from: call.address(0), to: call.address(0), amount: 'none', least: call.uint(2) })

/**
 * Defines the commands that all versions and forks share. @see
 * https://docs.uniswap.org/contracts/universal-router/technical-reference
 */
export function defineCommands(v2: string, v3: string, hopPrices?: HopPrices): Steps {
  const form = hopPrices && { hopPrices }
  return defineSteps(
    0x3f,
    {
      0: ['V3_SWAP_EXACT_IN', swapThroughPools('in', v3, form)],
      1: ['V3_SWAP_EXACT_OUT', swapThroughPools('out', v3, form)],
      2: ['PERMIT2_TRANSFER_FROM', transferFrom],
      3: ['PERMIT2_PERMIT_BATCH', (call) => permitBatch(call, 0)],
      4: ['SWEEP', sweep(160)],
      5: ['TRANSFER', transfer],
      6: ['PAY_PORTION', payPortion(10_000n)],
      7: ['PAY_PORTION_FULL_PRECISION', payPortion(wholeBalance)],
      8: ['V2_SWAP_EXACT_IN', swapThroughPairs('in', v2, form)],
      9: ['V2_SWAP_EXACT_OUT', swapThroughPairs('out', v2, form)],
      10: ['PERMIT2_PERMIT', (call) => permitSingle(call, 0)],
      11: ['WRAP_ETH', wrap],
      12: ['UNWRAP_WETH', unwrap],
      13: ['PERMIT2_TRANSFER_FROM_BATCH', (call) => transferBatch(call, 0)],
      14: ['BALANCE_CHECK_ERC20', checkBalance],
      15: ['UNWRAP_WETH_EXACT', unwrapExact],
    },
    [3, 10, 14],
  )
}

/** Decodes `(bytes commands, bytes[] inputs)` with the same table of steps. */
export function subPlan(steps: () => Steps): Decode {
  return (call) => decodePlan(call, call.bytes(0), call.list(1), steps())
}
