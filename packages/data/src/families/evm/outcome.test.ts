import { formatTransaction, formatTransactionReceipt, type RpcTransaction, type RpcTransactionReceipt } from 'viem'
import { expect, it } from 'vitest'
import { toGasPrice, toStatus } from './outcome.ts'

const receipt = (fields: object) => formatTransactionReceipt(fields as RpcTransactionReceipt)
const transaction = (fields: object) => formatTransaction(fields as RpcTransaction)

it.each([
  [{ status: '0x1' }, 'success'],
  [{ status: '0x0' }, 'failed'],
  [{ root: `0x${'05'.repeat(32)}` }, 'unknown'],
  [{ status: null }, 'unknown'],
])('a receipt with %j says: %s', (fields, status) => {
  expect(toStatus(receipt(fields))).toBe(status)
})

it('a transaction without a receipt is pending', () => {
  expect(toStatus(null)).toBe('pending')
})

const legacy = { type: '0x0', gasPrice: '0x5' }
const capped = { type: '0x2', gasPrice: '0x5', maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x1' }
it.each([
  ['the price of the receipt', capped, { effectiveGasPrice: '0x7' }, 7n],
  ['the price of a legacy transaction', legacy, {}, 5n],
  ['the price that the node puts into a mined transaction', capped, { effectiveGasPrice: null }, 5n],
  ['unknown where that is the cap', { ...capped, gasPrice: '0x9' }, {}, null],
  ['unknown where there is only the cap', { ...capped, gasPrice: null }, { effectiveGasPrice: null }, null],
])('what was paid is %s', (_, fields, mined, price) => {
  expect(toGasPrice(transaction(fields), receipt(mined))).toBe(price)
})

it('a pending transaction offers its cap', () => {
  expect(toGasPrice(transaction(capped), null)).toBe(9n)
  expect(toGasPrice(transaction(legacy), null)).toBe(5n)
})
