import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { setFairTimeout } from './fairTimeout.ts'

function holdUp(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs; );
}

it('calls in time where nothing holds the process up', async () => {
  const call = vi.fn()
  setFairTimeout(call, 20)
  await sleep(60)
  expect(call).toHaveBeenCalledTimes(1)
})

it('leaves time for an answer where the process was busy when its time ended', async () => {
  const call = vi.fn()
  const clear = setFairTimeout(call, 100)
  holdUp(300)
  // The answer, some turns after.
  await sleep(20)
  expect(call).not.toHaveBeenCalled()
  clear()
  await sleep(200)
  expect(call).not.toHaveBeenCalled()
})

it('calls at last where there is none', async () => {
  const call = vi.fn()
  setFairTimeout(call, 100)
  holdUp(300)
  await sleep(250)
  expect(call).toHaveBeenCalledTimes(1)
})
