import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { decodePlan, defineSteps, type Steps } from '../../decoder/plan.ts'
import type { Decode } from '../../decoder/protocol.ts'
import { permitBatch, permitSingle, transferBatch } from '../../tokens/permit2/permit2.ts'
import { readPath, readTiers } from '../uniswapV3/path.ts'
import { toRecipient } from '../uniswapV3/router.ts'

const contractBalance = 2n ** 255n

/** What is paid: null for all of the router's balance. */
function known(amount: bigint): bigint | null {
  return amount === contractBalance ? null : amount
}

export function reportSwap(
  call: Call,
  exact: 'in' | 'out',
  path: readonly Address[],
  protocol: string,
  tiers?: readonly number[],
): void {
  if (path.length < 2) call.reject()
  const [given, limit] = [call.uint(1), call.uint(2)]
  const [amountIn, amountOut] = exact === 'in' ? [given, limit] : [limit, given]
  call.swap({
    protocol,
    exact,
    path,
    tiers,
    amountIn: known(amountIn),
    amountOut,
    recipient: toRecipient(call, call.address(0)),
  })
}

/** `(recipient, amount, limit, path, payerIsUser)`; 2.1.1 adds the least prices of the hops at the end. */
export function swapThroughPairs(exact: 'in' | 'out', protocol: string): Decode {
  return (call) => reportSwap(call, exact, call.addresses(3), protocol)
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

function transfer(call: Call, from: Address | null): void {
  const to = toRecipient(call, call.address(1))
  const amount = call.uint(2)
  const token = call.address(0)
  if (to === null || amount === contractBalance) otherAction(call)
  else call.emit({ kind: 'transfer', token: call.isNative(token) ? null : token, from, to, amount })
}

const unwrap: Decode = (call) => call.emit({ kind: 'unwrap', token: call.wrappedNative, amount: known(call.uint(1)) })

const check: Decode = () => {}

/** Commands that all versions and forks share. @see https://docs.uniswap.org/contracts/universal-router/technical-reference */
export function defineCommands(v2: string, v3: string): Steps {
  return defineSteps(
    0x3f,
    {
      0: ['V3_SWAP_EXACT_IN', swapThroughPools('in', v3)],
      1: ['V3_SWAP_EXACT_OUT', swapThroughPools('out', v3)],
      2: ['PERMIT2_TRANSFER_FROM', (call) => transfer(call, call.from)],
      3: ['PERMIT2_PERMIT_BATCH', (call) => permitBatch(call, 0)],
      4: ['SWEEP', otherAction],
      5: ['TRANSFER', (call) => transfer(call, call.to)],
      6: ['PAY_PORTION', otherAction],
      7: ['PAY_PORTION_FULL_PRECISION', otherAction],
      8: ['V2_SWAP_EXACT_IN', swapThroughPairs('in', v2)],
      9: ['V2_SWAP_EXACT_OUT', swapThroughPairs('out', v2)],
      10: ['PERMIT2_PERMIT', (call) => permitSingle(call, 0)],
      11: ['WRAP_ETH', (call) => call.emit({ kind: 'wrap', token: call.wrappedNative, amount: known(call.uint(1)) })],
      12: ['UNWRAP_WETH', unwrap],
      13: ['PERMIT2_TRANSFER_FROM_BATCH', (call) => transferBatch(call, 0)],
      14: ['BALANCE_CHECK_ERC20', check],
      15: ['UNWRAP_WETH_EXACT', unwrap],
    },
    [3, 10, 14],
  )
}

/** `(bytes commands, bytes[] inputs)` with the table that is being read. */
export function subPlan(steps: () => Steps): Decode {
  return (call) => decodePlan(call, call.bytes(0), call.list(1), steps())
}
