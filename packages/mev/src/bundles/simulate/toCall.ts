import { toHex } from 'viem'
import type { SignedTransaction } from '../transaction.ts'

/** Converts a transaction to the call object of simulation methods. */
export function toCall(transaction: SignedTransaction): { readonly [name: string]: unknown } {
  const { from, to, nonce, value, gas, data, maxFeePerGas, maxPriorityFeePerGas, more } = transaction
  return {
    from,
    nonce: toHex(nonce),
    value: toHex(value),
    gas: toHex(gas),
    input: data,
    ...(to !== null && { to }),
    maxFeePerGas: toHex(maxFeePerGas),
    maxPriorityFeePerGas: toHex(maxPriorityFeePerGas),
    ...encode(more),
  }
}

const encode = (fields: SignedTransaction['more']) => JSON.parse(JSON.stringify(fields, toQuantity)) as object

function toQuantity(key: string, value: unknown): unknown {
  const isNumber = typeof value === 'bigint' || (typeof value === 'number' && key !== '')
  return isNumber ? toHex(value) : value
}
