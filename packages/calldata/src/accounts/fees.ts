import { type Address, zeroAddress } from 'viem'
import type { Call } from '../decoder/call.ts'

type Fee = {
  /** Null for the native currency. */
  readonly token: Address | null
  readonly from: Address | null
  readonly to: Address | null
  /** Per gas, in smallest units. */
  readonly price: bigint
  /** The most gas that is charged; null if it is not known. */
  readonly gas: bigint | null
}

/** What an account pays for gas. Nothing at a price or a limit of 0. */
export function payFee(call: Call, { token, from, to, price, gas }: Fee): void {
  if (price > 0n && gas !== 0n) call.emit({ kind: 'fee', token, from, to, most: gas === null ? null : gas * price })
}

type RefundLayout = {
  readonly baseGas: number
  readonly price: number
  readonly token: number
  /** Left out if the sender of the transaction receives it. */
  readonly receiver?: number
}

/**
 * What a Safe refunds: its gas and `baseGas`, which the signers choose, at a price. The native currency costs no more per gas
 * than the transaction does, except in version 0.1. It pays even if the call fails. Zero stands for the native currency and
 * for the sender of the transaction.
 *
 * @see https://github.com/safe-global/safe-smart-account/blob/main/contracts/Safe.sol
 */
export function refundGas(call: Call, at: RefundLayout): void {
  const { gas } = call.state
  const [token, receiver] = [
    call.address(at.token),
    at.receiver === undefined ? zeroAddress : call.address(at.receiver),
  ]
  payFee(call, {
    token: orZero(token),
    from: call.to,
    to: orZero(receiver) ?? call.state.origin,
    price: call.uint(at.price),
    gas: gas === null ? null : gas + call.uint(at.baseGas),
  })
}

const orZero = (address: Address): Address | null => (address === zeroAddress ? null : address)

/** A sum that a Safe pays to a receiver, or to the sender of the transaction if that is zero; a zero token is the native currency. */
export function payOnce(call: Call, from: Address, sum: { token: Address; to: Address; amount: bigint }): void {
  const { token, to, amount } = sum
  if (amount === 0n) return
  call.emit({ kind: 'transfer', token: orZero(token), from, to: orZero(to) ?? call.state.origin, amount })
}
