import type { Address } from 'viem'
import type { LendingAction } from '../decoder/action.ts'
import { type AddressAt, addressAt } from '../decoder/addressAt.ts'
import type { Call } from '../decoder/call.ts'
import type { Decode } from '../decoder/protocol.ts'

export type LendingEvent = LendingAction['event']

const most = 2n ** 256n - 1n

/**
 * Source of an address: a word of the arguments, the called contract, the caller, the native currency, or a lookup
 * function.
 */
type LendingAddressAt = AddressAt | 'native' | ((call: Call) => Address | null)
/** Source of an amount: a word of the arguments, or the native currency sent along. */
type AmountAt = number | 'value'

function lendingAddressAt(call: Call, at: LendingAddressAt | undefined): Address | null {
  if (typeof at === 'function') return at(call)
  return at === 'native' ? call.wrappedNative : addressAt(call, at)
}

/** Returns null for the largest number, which means the whole balance or debt. */
export const toLimit = (amount: bigint, all = most): bigint | null => (amount === all ? null : amount)

function limitAt(call: Call, at: AmountAt | undefined): bigint | null {
  if (at === undefined) return null
  return at === 'value' ? call.value : toLimit(call.uint(at))
}

const tokenAt = (call: Call, at: LendingAddressAt | undefined) => {
  const token = lendingAddressAt(call, at)
  return token === null ? null : call.toToken(token)
}

/** Decodes a lending function from its arguments. The account is by default the caller. */
export function lending(
  event: LendingEvent,
  at: { readonly asset?: LendingAddressAt; readonly amount?: AmountAt; readonly account?: LendingAddressAt } = {},
): Decode {
  return (call) =>
    call.emit({
      kind: 'lending',
      event,
      asset: tokenAt(call, at.asset),
      amount: limitAt(call, at.amount),
      account: lendingAddressAt(call, at.account ?? 'sender'),
    })
}

/** Decodes a liquidation from its arguments. The liquidator is the caller. */
export function liquidation(at: {
  readonly borrower?: LendingAddressAt
  readonly collateral?: LendingAddressAt
  readonly debt?: LendingAddressAt
  readonly amount?: AmountAt
}): Decode {
  return (call) =>
    call.emit({
      kind: 'liquidation',
      borrower: lendingAddressAt(call, at.borrower),
      liquidator: call.from,
      collateralToken: tokenAt(call, at.collateral),
      debtToken: tokenAt(call, at.debt),
      debtToCover: limitAt(call, at.amount),
    })
}

/** Decodes a liquidation of several borrowers. */
export function liquidations(
  borrowers: number,
  tokens: { collateral?: LendingAddressAt; debt?: LendingAddressAt } = {},
): Decode {
  return (call) => {
    for (const borrower of call.addresses(borrowers)) liquidation({ ...tokens, borrower: () => borrower })(call)
  }
}

/** Decodes a flash loan of one asset. The asset is unknown if the calldata does not contain it. */
export function flashLoan(at: {
  readonly asset?: LendingAddressAt
  readonly amount?: number
  readonly receiver?: LendingAddressAt
}): Decode {
  return (call) => {
    const asset = tokenAt(call, at.asset)
    call.emit({
      kind: 'flashloan',
      assets: asset === null ? [] : [asset],
      amounts: at.amount === undefined ? [] : [call.uint(at.amount)],
      receiver: lendingAddressAt(call, at.receiver ?? 'sender'),
    })
  }
}

/** Decodes a flash loan of several assets: (receiver, assets, amounts, …). */
export const flashLoans: Decode = (call) =>
  call.emit({
    kind: 'flashloan',
    assets: call.addresses(1),
    amounts: call.uints(2),
    receiver: call.address(0),
  })
