import type { Address } from 'viem'
import { type Call, wholeBalance } from '../../decoder/call.ts'
import { decodePlan, defineSteps, type Steps } from '../../decoder/plan.ts'
import type { Decode } from '../../decoder/protocol.ts'
import { permitBatch, permitSingle, transferBatch } from '../../tokens/permit2/permit2.ts'
import { readPath, readTiers } from '../uniswapV3/path.ts'
import { toRecipient, unwrapAll } from '../uniswapV3/router.ts'

const contractBalance = 2n ** 255n

/** What is paid: null for all of the router's balance. */
function known(amount: bigint): bigint | null {
  return amount === contractBalance ? null : amount
}

/** The offset of a list behind six words or more. A word that is not one belongs to a router without such a list. */
function readHopPrices(call: Call, word: number, hops: number): readonly bigint[] | undefined {
  const words = (call.end - call.base) / 64
  if (words <= word) return undefined
  const offset = call.uint(word)
  if (offset < 192n || offset % 32n !== 0n || offset > BigInt(32 * (words - 1))) return undefined
  const prices = call.uints(word)
  return prices.length === hops && prices.some((price) => price > 0n) ? prices : undefined
}

/** `payer` is the word that says whether the sender pays; 2.1.1 adds the least prices of the hops behind it. */
export function reportSwap(
  call: Call,
  exact: 'in' | 'out',
  path: readonly Address[],
  protocol: string,
  tiers?: readonly number[],
  payer = 4,
): void {
  if (path.length < 2) call.reject()
  const [given, limit] = [call.uint(1), call.uint(2)]
  const [amountIn, amountOut] = exact === 'in' ? [given, limit] : [limit, given]
  // Of a pair: the swap before it has paid the pair already.
  const isPaid = exact === 'in' && amountIn === 0n
  call.swap({
    protocol,
    exact,
    path,
    tiers,
    amountIn: isPaid ? null : known(amountIn),
    amountOut,
    recipient: toRecipient(call, call.address(0)),
    payer: isPaid ? null : call.bool(payer) ? call.from : call.to,
    hopPrices: readHopPrices(call, payer + 1, path.length - 1),
  })
}

/** `(recipient, amount, limit, path, payerIsUser)`; `payer` is the word of the last. */
export function swapThroughPairs(exact: 'in' | 'out', protocol: string, payer?: number): Decode {
  return (call) => reportSwap(call, exact, call.addresses(3), protocol, undefined, payer)
}

/** As through pairs, along a packed path that starts with the output where it is exact. */
export function swapThroughPools(exact: 'in' | 'out', protocol: string): Decode {
  return (call) => {
    const path = readPath(call, call.bytes(3))
    const tiers = readTiers(call, call.bytes(3), path)
    if (exact === 'out') {
      path.reverse()
      tiers?.reverse()
    }
    reportSwap(call, exact, path, protocol, tiers)
  }
}

/** `(token, recipient, amount)`: an amount that is stated, or all that the router holds. */
export function transfer(call: Call, from: Address | null): void {
  const token = call.address(0)
  const to = toRecipient(call, call.address(1))
  const amount = call.uint(2)
  if (amount === contractBalance) call.pay(token, { from, to })
  else call.emit({ kind: 'transfer', token: call.isNative(token) ? null : token, from, to, amount })
}

/** `(token, recipient, least)`. */
const sweep: Decode = (call) =>
  call.pay(call.address(0), { from: call.to, to: toRecipient(call, call.address(1)), least: call.uint(2) })

/** `(token, recipient, share)`, the share in parts of `whole`. */
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

/** `(recipient, least)`: all of it. */
const unwrap: Decode = (call) => unwrapAll(call, call.uint(1), toRecipient(call, call.address(0)))

const unwrapExact: Decode = (call) =>
  call.emit({
    kind: 'unwrap',
    token: call.wrappedNative,
    amount: call.uint(1),
    recipient: toRecipient(call, call.address(0)),
  })

/** `(owner, token, least)`. */
const checkBalance: Decode = (call) =>
  call.pay(call.address(1), { from: call.address(0), to: call.address(0), amount: 'none', least: call.uint(2) })

/** Commands that all versions and forks share. @see https://docs.uniswap.org/contracts/universal-router/technical-reference */
export function defineCommands(v2: string, v3: string): Steps {
  return defineSteps(
    0x3f,
    {
      0: ['V3_SWAP_EXACT_IN', swapThroughPools('in', v3)],
      1: ['V3_SWAP_EXACT_OUT', swapThroughPools('out', v3)],
      2: ['PERMIT2_TRANSFER_FROM', (call) => transfer(call, call.from)],
      3: ['PERMIT2_PERMIT_BATCH', (call) => permitBatch(call, 0)],
      4: ['SWEEP', sweep],
      5: ['TRANSFER', (call) => transfer(call, call.to)],
      6: ['PAY_PORTION', payPortion(10_000n)],
      7: ['PAY_PORTION_FULL_PRECISION', payPortion(wholeBalance)],
      8: ['V2_SWAP_EXACT_IN', swapThroughPairs('in', v2)],
      9: ['V2_SWAP_EXACT_OUT', swapThroughPairs('out', v2)],
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

/** `(bytes commands, bytes[] inputs)` with the table that is being read. */
export function subPlan(steps: () => Steps): Decode {
  return (call) => decodePlan(call, call.bytes(0), call.list(1), steps())
}
