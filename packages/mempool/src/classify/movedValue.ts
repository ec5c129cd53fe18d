import type { Action, SwapAction } from '@outrigger/calldata'
import { takesOwn } from '@outrigger/calldata/internal'
import type { Address } from 'viem'
import type { Transaction } from '../transaction/transaction.ts'
import type { Classification } from './classification.ts'

/** Native currency that an amount of a token is worth, in wei; null where that is not known. */
export type NativeWorth = (token: Address, amount: bigint) => bigint | null

/** What a transaction moves, in native currency. */
export type MovedValue = {
  /** The known part: at least this much. */
  readonly wei: bigint
  /** False where something of unknown value is moved as well: a token without a price, calldata that is not decoded. */
  readonly isComplete: boolean
}

/** Amounts from here on mean "no limit", not a value. */
const unbounded = 1n << 127n
const isWrapping: ReadonlySet<Action['kind']> = new Set<Action['kind']>(['wrap', 'unwrap'])

/**
 * The native currency that a transaction sends, or that its actions spend, whichever is larger: they often move the same
 * money, wrapped, swapped and paid out. The wrapped token counts one to one, other tokens by `worth`. A swap spends its
 * input: the exact amount, or the most where the output is exact; the least output is a lower bound as well. A fee counts
 * with the most that it comes to.
 */
export function computeMovedValue(
  { value }: Pick<Transaction, 'value'>,
  { actions, swap, undecoded }: Pick<Classification, 'actions' | 'swap' | 'undecoded'>,
  wrapped: Address | null,
  worth: NativeWorth = () => null,
): MovedValue {
  const toWei = (token: Address | null, amount: bigint | null): bigint | null => {
    if (token === null || amount === null || amount >= unbounded) return null
    return token === wrapped ? amount : worth(token, amount)
  }
  const swaps = actions.filter((action) => action.kind === 'swap')
  const entries = toEntries(swaps)
  const given = toSum(entries.map(({ tokenIn, amountIn }) => toWei(tokenIn, amountIn)))
  // Where a swap takes all of a balance, its details contain what was wrapped or sent for it.
  const detailed = swap === null ? null : toWei(swap.tokenIn, swap.amountIn)
  const gained = swap === null ? null : toWei(swap.tokenOut, swap.amountOut)
  const others = actions
    .filter(({ kind }) => kind !== 'swap')
    .map((action) => ({ kind: action.kind, sum: toSum(toSpent(action, value, wrapped, toWei)) }))
  const byKind = new Map<string, bigint>()
  for (const { kind, sum } of others) byKind.set(kind, (byKind.get(kind) ?? 0n) + sum.wei)
  const wei = [given.wei, detailed ?? 0n, gained ?? 0n, ...byKind.values()].reduce(max, value)
  // The details are those of one input.
  const isDetailed = detailed !== null && entries.every(({ tokenIn }) => tokenIn === swap?.tokenIn)
  const isSwapKnown = swaps.length === 0 || given.isComplete || isDetailed
  // Beside a swap, wrapping moves what the swap takes or gives.
  const isOtherKnown = others.every(({ kind, sum }) => sum.isComplete || (swaps.length > 0 && isWrapping.has(kind)))
  return { wei, isComplete: isSwapKnown && isOtherKnown && undecoded.length === 0 }
}

/** Swaps that do not take what an earlier one of the transaction gives. */
function toEntries(swaps: readonly SwapAction[]): readonly SwapAction[] {
  const reached = new Set<Address | null>()
  return swaps.filter((swap) => {
    const isEntry = swap.tokenIn === null || !reached.has(swap.tokenIn) || takesOwn(swap)
    reached.add(swap.tokenOut)
    return isEntry
  })
}

/** What an action other than a swap spends; null for a part of unknown value. Borrowed tokens are not spent. */
function toSpent(
  action: Action,
  value: bigint,
  wrapped: Address | null,
  toWei: (token: Address | null, amount: bigint | null) => bigint | null,
): readonly (bigint | null)[] {
  switch (action.kind) {
    case 'transfer':
      return [action.token === null ? action.amount : toWei(action.token, action.amount)]
    case 'other':
      return action.value === undefined ? [] : [toWei(wrapped, action.value)]
    case 'fee':
      return [toWei(action.token ?? wrapped, action.most)]
    case 'wrap':
    case 'unwrap':
      return [toWei(action.token, action.amount)]
    case 'bridge':
      return [action.token === null ? (action.amount ?? value) : toWei(action.token, action.amount)]
    case 'lending':
      return action.event === 'supply' || action.event === 'repay' ? [toWei(action.asset, action.amount)] : []
    case 'liquidation':
      return [toWei(action.debtToken, action.debtToCover)]
    case 'liquidity':
      return action.event === 'add'
        ? action.tokens.map((token, index) => toWei(token, action.amounts[index] ?? null))
        : []
    case 'nft':
      // Placing an order moves nothing, and a paid trade sends its price along; other NFT transfers have no known value.
      return action.event === 'order' || (action.event === 'trade' && value > 0n) ? [] : [null]
    default:
      return []
  }
}

function toSum(parts: readonly (bigint | null)[]): MovedValue {
  return {
    wei: parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n),
    isComplete: !parts.includes(null),
  }
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
