import { toHex } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBlockPace } from './collect.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const toBlock = (number: number, branch = 0) => ({ number: BigInt(number), hash: toHex(`${branch} ${number}`) })

it('goes on when both have come to the block, whoever is first', () => {
  const onBoth = vi.fn()
  const pace = createBlockPace(onBoth)
  pace.seeTransactions(toBlock(5))
  pace.seePools(toBlock(5))
  expect(onBoth).toHaveBeenCalledTimes(1)
  pace.seePools(toBlock(6))
  pace.seePools(toBlock(7))
  pace.seeTransactions(toBlock(6))
  expect(onBoth).toHaveBeenCalledTimes(1)
  pace.seeTransactions(toBlock(7))
  expect(onBoth).toHaveBeenCalledTimes(2)
  pace.seeTransactions(toBlock(8))
  pace.seePools(toBlock(8))
  expect(onBoth).toHaveBeenCalledTimes(3)
})

it('waits for the block that replaces one of the same height', () => {
  const onBoth = vi.fn()
  const pace = createBlockPace(onBoth)
  pace.seeTransactions(toBlock(5))
  pace.seePools(toBlock(5))
  pace.seePools(toBlock(5, 1))
  expect(onBoth).toHaveBeenCalledTimes(1)
  pace.seeTransactions(toBlock(5, 1))
  expect(onBoth).toHaveBeenCalledTimes(2)
})

it('does not wait for a watcher that tells no blocks, nor for ever for one that cannot read one', () => {
  const onBoth = vi.fn()
  const pace = createBlockPace(onBoth)
  pace.seePools(toBlock(1))
  expect(onBoth).toHaveBeenCalledTimes(1)
  pace.seeTransactions(toBlock(1))
  pace.seePools(toBlock(2))
  vi.advanceTimersByTime(5_000)
  expect(onBoth).toHaveBeenCalledTimes(2)
  pace.seeTransactions(toBlock(2))
  expect(onBoth).toHaveBeenCalledTimes(3)
  pace.seePools(toBlock(3))
  vi.advanceTimersByTime(5_000)
  pace.seePools(toBlock(4))
  vi.advanceTimersByTime(5_000)
  expect(onBoth).toHaveBeenCalledTimes(5)
  pace.seePools(toBlock(5))
  pace.close()
  vi.advanceTimersByTime(5_000)
  expect(onBoth).toHaveBeenCalledTimes(5)
})
