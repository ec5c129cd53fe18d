import type { Action, SwapAction } from '@outrigger/calldata'
import { takesOwn } from '@outrigger/calldata/internal'
import type { Address } from 'viem'
import type { Transaction } from '../transaction/transaction.ts'
import type { Classification } from './classification.ts'
import { max } from './playActions.ts'

/** Returns the value of a token amount in native currency, in wei, or null if unknown. */
export type NativeWorth = (token: Address, amount: bigint) => bigint | null

/** Value that a transaction moves, in native currency. */
export type MovedValue = {
  /** The known part, a lower bound. */
  readonly wei: bigint
  /** False if something of unknown value is moved as well: a token without a price, or calldata that is not decoded. */
  readonly isComplete: boolean
}

/** Amounts of this size or larger mean "no limit". */
const unbounded = 1n << 127n
const isWrapping: ReadonlySet<Action['kind']> = new Set<Action['kind']>(['wrap', 'unwrap'])

/**
 * Computes the native currency that a transaction sends, or that its actions spend, whichever is larger. They are not added,
 * because the same money is often wrapped, swapped and paid out. The wrapped token counts one to one, other tokens by
 * `worth`. A swap counts its input, which is the maximum if the output is exact. Its minimum output is a lower bound as well.
 * A fee counts with its maximum.
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
  // If a swap spends a whole balance, its details have the amount that was wrapped or sent for it.
  const detailed = swap === null ? null : toWei(swap.tokenIn, swap.amountIn)
  const gained = swap === null ? null : toWei(swap.tokenOut, swap.amountOut)
  const others = actions
    .filter(({ kind }) => kind !== 'swap')
    .map((action) => ({ kind: action.kind, sum: toSum(toSpent(action, value, wrapped, toWei)) }))
  const byKind = new Map<string, bigint>()
  for (const { kind, sum } of others) byKind.set(kind, (byKind.get(kind) ?? 0n) + sum.wei)
  const wei = [given.wei, detailed ?? 0n, gained ?? 0n, ...byKind.values()].reduce(max, value)
  // The details cover one input token only.
  const isDetailed = detailed !== null && entries.every(({ tokenIn }) => tokenIn === swap?.tokenIn)
  const isSwapKnown = swaps.length === 0 || given.isComplete || isDetailed
  // Wrapping beside a swap moves the input or output of the swap, so it does not count separately.
  const isOtherKnown = others.every(({ kind, sum }) => sum.isComplete || (swaps.length > 0 && isWrapping.has(kind)))
  return { wei, isComplete: isSwapKnown && isOtherKnown && undecoded.length === 0 }
}

/** Returns the swaps whose input is not the output of an earlier swap of the transaction. */
function toEntries(swaps: readonly SwapAction[]): readonly SwapAction[] {
  const reached = new Set<Address | null>()
  return swaps.filter((swap) => {
    const isEntry = swap.tokenIn === null || !reached.has(swap.tokenIn) || takesOwn(swap)
    reached.add(swap.tokenOut)
    return isEntry
  })
}

/** Returns the amounts that an action other than a swap spends, null for unknown values. Borrowed tokens do not count. */
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
      return ['supply', 'repay'].includes(action.event) ? [toWei(action.asset, action.amount)] : []
    case 'liquidation':
      return [toWei(action.debtToken, action.debtToCover)]
    case 'liquidity':
      if (action.event !== 'add') return []
      return action.tokens.map((token, index) => toWei(token, action.amounts[index] ?? null))
    case 'nft':
      return isNftPriced(action, value) ? [] : [null]
    default:
      return []
  }
}

/**
 * Returns true if the value of an NFT action is known. An order moves nothing, and the price of a paid trade is part of
 * `value`. Other NFT actions have no known value.
 */
function isNftPriced({ event }: Extract<Action, { kind: 'nft' }>, value: bigint): boolean {
  return event === 'order' || (event === 'trade' && value > 0n)
}

function toSum(parts: readonly (bigint | null)[]): MovedValue {
  return {
    wei: parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n),
    isComplete: !parts.includes(null),
  }
}
