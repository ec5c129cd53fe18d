import { expect, it } from 'vitest'
import { createMarkedAccounts } from './markedAccounts.ts'

const [first, second] = ['0x01', '0x02'] as const
const accounts = (...numbers: number[]) => numbers.map((number) => `0xa${number}` as const)

it('marks an account in one market, or in all known markets', () => {
  const known = new Set<`0x${string}`>([first, second])
  const marked = createMarkedAccounts(known)
  marked.mark(first, accounts(1, 2))
  marked.mark(undefined, accounts(2, 3))
  expect(marked.waiting).toBe(5)
  expect(marked.take(10)).toEqual(
    new Map([
      [first, accounts(1, 2, 3)],
      [second, accounts(2, 3)],
    ]),
  )
  expect(marked.waiting).toBe(0)
})

it('takes a limited number, and puts back accounts that could not be read', () => {
  const marked = createMarkedAccounts(new Set([first, second]))
  marked.mark(undefined, accounts(1, 2))
  const taken = marked.take(3)
  expect(taken.get(second)).toEqual(accounts(1))
  expect(marked.waiting).toBe(1)
  marked.putBack(taken)
  expect(marked.waiting).toBe(4)
})

it('keeps accounts of unknown markets until they are forgotten', () => {
  const known = new Set<`0x${string}`>([first])
  const marked = createMarkedAccounts(known)
  marked.mark(second, accounts(1))
  expect(marked.waiting).toBe(0)
  expect(marked.findUnknown()).toEqual([second])
  known.add(second)
  expect(marked.waiting).toBe(1)
  known.delete(second)
  marked.forget(second)
  expect(marked.findUnknown()).toEqual([])
})

it('remembers all accounts if requested', () => {
  const marked = createMarkedAccounts(new Set([first]), true)
  marked.mark(first, accounts(1, 2))
  marked.take(9)
  expect([...marked.everybody]).toEqual(accounts(1, 2))
})
