import { type Address, zeroAddress } from 'viem'
import type { Call } from '../decoder/call.ts'

type Fee = {
  /** The fee token. Null for the native currency. */
  readonly token: Address | null
  readonly from: Address | null
  readonly to: Address | null
  /** Price per gas, in smallest units. */
  readonly price: bigint
  /** The most gas that is charged. Null if it is unknown. */
  readonly gas: bigint | null
}

/** Emits the gas fee of an account, unless the price or the limit is 0. */
export function payFee(call: Call, { token, from, to, price, gas }: Fee): void {
  if (price > 0n && gas !== 0n) call.emit({ kind: 'fee', token, from, to, most: gas === null ? null : gas * price })
}

type RefundLayout = {
  readonly baseGas: number
  readonly price: number
  readonly token: number
  /** Word of the receiver. Absent if the sender of the transaction receives the payment. */
  readonly receiver?: number
}

/**
 * Emits the refund of a Safe: the gas used plus `baseGas`, which the signers choose, at their price. In native currency, the
 * price per gas is at most that of the transaction, except in version 0.1. The Safe pays even if its call fails. A zero token
 * means the native currency, and a zero receiver means the sender of the transaction.
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

/**
 * Emits a payment of a Safe. A zero receiver means the sender of the transaction. A zero token means the native
 * currency.
 */
export function payOnce(call: Call, from: Address, sum: { token: Address; to: Address; amount: bigint }): void {
  const { token, to, amount } = sum
  if (amount === 0n) return
  call.emit({ kind: 'transfer', token: orZero(token), from, to: orZero(to) ?? call.state.origin, amount })
}
