import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBlockPace } from './blockPace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('goes on when both have come to the block, whoever is first', () => {
  const onBoth = vi.fn()
  const pace = createBlockPace(onBoth)
  pace.seeTransactions(5n)
  pace.seePools(5n)
  expect(onBoth).toHaveBeenCalledTimes(1)
  pace.seePools(6n)
  pace.seePools(7n)
  pace.seeTransactions(6n)
  expect(onBoth).toHaveBeenCalledTimes(1)
  pace.seeTransactions(7n)
  expect(onBoth).toHaveBeenCalledTimes(2)
  pace.seeTransactions(8n)
  pace.seePools(8n)
  expect(onBoth).toHaveBeenCalledTimes(3)
})

it('does not wait for a watcher that tells no blocks, nor for ever for one that cannot read one', () => {
  const onBoth = vi.fn()
  const pace = createBlockPace(onBoth)
  pace.seePools(1n)
  expect(onBoth).toHaveBeenCalledTimes(1)
  pace.seeTransactions(1n)
  pace.seePools(2n)
  vi.advanceTimersByTime(5_000)
  expect(onBoth).toHaveBeenCalledTimes(2)
  pace.seePools(3n)
  pace.close()
  vi.advanceTimersByTime(5_000)
  expect(onBoth).toHaveBeenCalledTimes(2)
})
