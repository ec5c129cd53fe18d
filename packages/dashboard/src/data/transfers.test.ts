import { expect, it } from 'vitest'
import { describeUnits, sumOf, toTransfer, transferTopic } from './transfers.ts'

const [token, account, pool] = [`0x${'aa'.repeat(20)}`, `0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const amount = (units: bigint) => `0x${units.toString(16).padStart(64, '0')}`

it('reads transfers of ERC-20 tokens only', () => {
  const log = { address: token.toUpperCase(), topics: [transferTopic, word(account), word(pool)], data: amount(7n) }
  expect(toTransfer(log)).toEqual({ token, from: account, to: pool, amount: 7n })
  // The third topic is the id of an ERC-721 token.
  expect(toTransfer({ ...log, topics: [...log.topics, amount(1n)], data: '0x' })).toBeUndefined()
  expect(toTransfer({ ...log, topics: [amount(1n), ...log.topics.slice(1)] })).toBeUndefined()
  expect(toTransfer({ ...log, data: '0x' })).toBeUndefined()
})

it('sums what an account paid and received, without what it passed on', () => {
  const transfers = [
    { token, from: account, to: pool, amount: 5n },
    { token: 'b', from: pool, to: account, amount: 9n },
    { token: 'c', from: pool, to: account, amount: 3n },
    { token: 'c', from: account, to: pool, amount: 3n },
  ]
  expect(sumOf(transfers, account)).toEqual([
    [token, -5n],
    ['b', 9n],
  ])
})

it('describes amounts of unknown tokens in smallest units', () => {
  expect(describeUnits(1_500_000n, token, { [token]: { symbol: 'USDC', decimals: 6 } })).toBe('1.5 USDC')
  expect(describeUnits(7n, token, {})).toBe(`7 smallest units of ${token}`)
})
