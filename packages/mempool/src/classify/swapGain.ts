import type { SwapAction } from '@outrigger/calldata'
import type { Address } from 'viem'
import { max, type Played, type SwapRoute, type SwapSender, toLeast, toLower } from './playActions.ts'
import { sum } from './sum.ts'

/** Minimum amount of the output that an account receives. `to` is null if the calldata does not name the account. */
type Receipt = {
  readonly to: string | null
  readonly least: bigint | null
  /** True for a share of the router's balance, which is a fee. */
  readonly isShare: boolean
}

/** The accounts that own the swaps: the callers of their routers, and the sender of the transaction. */
type Owners = { readonly callers: readonly string[]; readonly sender: string | null }

export function toOwners(swaps: readonly SwapAction[], { from }: SwapSender): Owners {
  return { callers: swaps.flatMap(({ caller }) => (caller === undefined ? [] : [caller])), sender: toLower(from) }
}

export function isOwn({ callers, sender }: Owners, account: string | null): boolean {
  return account !== null && (toLower(account as Address) === sender || callers.includes(account))
}

/**
 * Returns the minimum gain of a route's beneficiary, minus what they contribute of the same token. The beneficiary is the
 * account that calls the routers if it receives anything (an account contract), otherwise the sender of the transaction,
 * otherwise the only recipient that is not a fee recipient.
 *
 * @returns null if it is unknown, because several others receive the output or swaps of other inputs share it
 */
export function toGain(played: Played, sender: SwapSender, route: SwapRoute, most: bigint | null): bigint | null {
  if (!played.isSure || isShared(played, route)) return null
  const owners = toOwners(route.swaps, sender)
  const receipts = toReceipts(played, route)
  const counted = toCounted(receipts, owners, toLower(sender.to))
  if (counted === null) return null
  const gained = sum([0n, ...counted.map(({ least }) => least)])
  const given = toPutIn(played, owners, route)
  if (gained === null || given === null) return null
  // A cycle has the same token as input and output. Its input is reported separately, so only a surplus is deducted.
  const spare = route.tokenIn === route.tokenOut ? max(given - (most ?? given), 0n) : given
  return max(gained - spare, 0n)
}

/** Whether swaps outside the route add to its inputs or outputs through the same routers. */
function isShared({ actions, ledger }: Played, { swaps }: SwapRoute): boolean {
  const tokens = new Set(swaps.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))
  return actions.some(
    (action) =>
      action.kind === 'swap' && !swaps.includes(action) && ledger.receives(action) && tokens.has(action.tokenOut),
  )
}

function toReceipts({ ledger, taken }: Played, { tokenOut, exits, wrapped }: SwapRoute): readonly Receipt[] {
  const isOutput = (token: Address | 'native') => token === tokenOut || (token === 'native' && tokenOut === wrapped)
  const direct = exits
    .filter((swap) => !ledger.receives(swap))
    .map((swap) => ({ to: swap.recipient, least: toLeast(swap, taken), isShare: false }))
  const paid = ledger.payouts
    .filter(({ token }) => isOutput(token))
    .map(({ to, amount, isShare }) => ({ to: to ?? 'elsewhere', least: amount.least, isShare }))
  return [...direct, ...paid]
}

/** Ignores amounts that `target`, the called contract, keeps, unless it is the account itself. */
function toCounted(
  receipts: readonly Receipt[],
  { callers, sender }: Owners,
  target: Address | null,
): readonly Receipt[] | null {
  const toCaller = receipts.filter(({ to }) => to !== null && callers.includes(to))
  if (toCaller.length > 0) return toCaller
  const toSender = receipts.filter(({ to }) => to === null || toLower(to as Address) === sender)
  if (toSender.length > 0) return toSender
  const others = receipts.filter(({ to, isShare }) => !isShare && to !== target)
  return new Set(others.map(({ to }) => to)).size > 1 ? null : others
}

/** Returns the amount of the output token that was paid to the routers, or by the owners to others. */
function toPutIn({ actions, ledger }: Played, owners: Owners, { tokenOut, wrapped }: SwapRoute): bigint | null {
  const native = tokenOut === wrapped ? ledger.brought('native').most : 0n
  const elsewhere = actions.flatMap((action) => {
    if (action.kind !== 'transfer' || action.token !== tokenOut || !isOwn(owners, action.from)) return []
    return isOwn(owners, action.to) || ledger.counts(action.to, action) ? [] : [action.amount]
  })
  return sum([ledger.brought(tokenOut).most, native, ...elsewhere])
}
