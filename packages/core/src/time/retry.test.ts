import { expect, it } from 'vitest'
import { Canceller } from './cancel.ts'
import { retry } from './retry.ts'

const failing = (times: number, error: unknown = new RangeError('not yet')) => {
  const attempts: number[] = []
  const run = (attempt: number) => {
    attempts.push(attempt)
    if (attempt <= times) throw error
    return 'done'
  }
  return { run, attempts }
}

it('retries after any failure until it succeeds', async () => {
  for (const error of [new RangeError('x'), new TypeError('x'), 'text', undefined]) {
    const { run, attempts } = failing(2, error)
    expect(await retry(run, { minDelayMs: 1 })).toBe('done')
    expect(attempts).toEqual([1, 2, 3])
  }
})

it('rejects with the last failure after the maximum number of tries, or if it may not be retried', async () => {
  const { run, attempts } = failing(9)
  await expect(retry(run, { minDelayMs: 1, tries: 3 })).rejects.toThrow('not yet')
  expect(attempts).toEqual([1, 2, 3])
  const shouldRetry = (error: unknown) => !(error instanceof TypeError)
  await expect(retry(failing(1, new TypeError('no')).run, { minDelayMs: 1, shouldRetry })).rejects.toThrow('no')
  await expect(retry(failing(9).run, { minDelayMs: 1, maxTimeMs: -1 })).rejects.toThrow('not yet')
})

it('doubles the pause up to the maximum', async () => {
  const startedAt = performance.now()
  await retry(failing(4).run, { minDelayMs: 10, maxDelayMs: 20 })
  // 10 + 20 + 20 + 20
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(65)
})

it("rejects with the signal's reason, of any type", async () => {
  for (const reason of [new RangeError('gone'), 'gone', new TypeError('gone')]) {
    const signal = new Canceller()
    const running = retry(failing(9).run, { minDelayMs: 10_000, signal })
    setTimeout(() => signal.abort(reason), 5)
    expect(await running.catch((error) => error)).toBe(reason)
    expect(await retry(() => 1, { minDelayMs: 1, signal }).catch((error) => error)).toBe(reason)
  }
})
