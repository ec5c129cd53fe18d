import type { Address } from 'viem'
import type { MinedCall } from '../minedBlock.ts'
import { argumentAddress, argumentUint } from '../parse/words.ts'
import type { Transfer } from './transfer.ts'

/** Reads token transfers from calls, for transactions without logs. Includes native currency, in execution order. */
export function toCallTransfers(calls: readonly MinedCall[], wrappedNative: Address): readonly Transfer[] {
  const transfers: Transfer[] = []
  for (let position = 0; position < calls.length; position += 1) {
    const call = calls[position]
    if (call === undefined) continue
    const { value, from, to } = call
    if (value > 0n && from !== wrappedNative && to !== wrappedNative)
      transfers.push({ token: wrappedNative, from, to, amount: value, position })
    const transfer = toTokenTransfer(call, position)
    if (transfer !== null && !isForwarded(transfer, transfers)) transfers.push(transfer)
  }
  return transfers
}

function toTokenTransfer({ selector, input, output, from, to: token }: MinedCall, position: number): Transfer | null {
  switch (selector) {
    // transfer(to, amount). A token that returns false did not move.
    case '0xa9059cbb':
      if (input.length < 138 || output === encodedFalse) return null
      return { token, from, to: argumentAddress(input, 0), amount: argumentUint(input, 1), position }
    // transferFrom(from, to, amount)
    case '0x23b872dd':
      if (input.length < 202 || output === encodedFalse) return null
      return toThreeWords(token, input, { from: 0, to: 1 }, position)
    // Compound's seize(liquidator, borrower, seizeTokens) moves the collateral without a transfer.
    case '0xb2a02ff1':
      return input.length < 202 ? null : toThreeWords(token, input, { from: 1, to: 0 }, position)
    default:
      return null
  }
}

const encodedFalse = `0x${'0'.repeat(64)}`

type Places = { readonly from: 0 | 1; readonly to: 0 | 1 }

const toThreeWords = (token: Address, input: MinedCall['input'], { from, to }: Places, position: number): Transfer => ({
  token,
  from: argumentAddress(input, from),
  to: argumentAddress(input, to),
  amount: argumentUint(input, 2),
  position,
})

/** Returns true if a token contract forwards the call to the contract that stores its balances. Both calls are one transfer. */
function isForwarded(transfer: Transfer, transfers: readonly Transfer[]): boolean {
  for (let index = transfers.length - 1; index >= Math.max(0, transfers.length - 2); index -= 1) {
    const before = transfers[index]
    if (before?.amount !== transfer.amount || before.to !== transfer.to) continue
    if (transfer.from === before.from || transfer.from === before.token)
      return before.token !== transfer.token && transfer.position - before.position < 4
  }
  return false
}
