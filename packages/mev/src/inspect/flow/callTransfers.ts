import type { Address } from 'viem'
import type { MinedCall } from '../minedBlock.ts'
import { argumentAddress, argumentUint } from '../parse/words.ts'
import type { Transfer } from './transfer.ts'

/** Token movements by the calls, for transactions whose logs are not known; native currency is among them, in order. */
export function toCallTransfers(calls: readonly MinedCall[], wrappedNative: Address): readonly Transfer[] {
  const transfers: Transfer[] = []
  for (let position = 0; position < calls.length; position += 1) {
    const call = calls[position] as MinedCall
    if (call.value > 0n && call.from !== wrappedNative && call.to !== wrappedNative)
      transfers.push({ token: wrappedNative, from: call.from, to: call.to, amount: call.value, position })
    if (call.kind !== 'call' || call.input.length < 138) continue
    const transfer = toTokenTransfer(call, position)
    if (transfer !== null && !isForwarded(transfer, transfers)) transfers.push(transfer)
  }
  return transfers
}

function toTokenTransfer(call: MinedCall, position: number): Transfer | null {
  const { input, to: token } = call
  // A token that answers false moved nothing.
  if (input.startsWith('0xa9059cbb')) {
    if (isFalse(call.output)) return null
    return { token, from: call.from, to: argumentAddress(input, 0), amount: argumentUint(input, 1), position }
  }
  if (!input.startsWith('0x23b872dd') || input.length < 202 || isFalse(call.output)) return null
  const [from, to] = [argumentAddress(input, 0), argumentAddress(input, 1)]
  return { token, from, to, amount: argumentUint(input, 2), position }
}

const isFalse = (output: string): boolean => output.length === 66 && /^0x0{64}$/.test(output)

/** Whether a token's contract hands the call on to the one that keeps its balances: that is one movement. */
function isForwarded(transfer: Transfer, transfers: readonly Transfer[]): boolean {
  for (let index = transfers.length - 1; index >= Math.max(0, transfers.length - 2); index -= 1) {
    const before = transfers[index] as Transfer
    if (before.amount === transfer.amount && before.to === transfer.to && before.from === transfer.from)
      return before.token !== transfer.token && transfer.position - before.position < 4
  }
  return false
}
