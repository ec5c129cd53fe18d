import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { setFairTimeout } from './fairTimeout.ts'

function holdUp(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs; );
}

it('fires on time if the process is not busy', async () => {
  const call = vi.fn()
  setFairTimeout(call, 20)
  await sleep(60)
  expect(call).toHaveBeenCalledTimes(1)
})

it('waits longer if the process was busy when the timeout ended', async () => {
  const call = vi.fn()
  const clear = setFairTimeout(call, 100)
  holdUp(300)
  // The answer arrives a few turns later.
  await sleep(20)
  expect(call).not.toHaveBeenCalled()
  clear()
  await sleep(200)
  expect(call).not.toHaveBeenCalled()
})

it('fires in the end if there is no answer', async () => {
  const call = vi.fn()
  setFairTimeout(call, 100)
  holdUp(300)
  await sleep(250)
  expect(call).toHaveBeenCalledTimes(1)
})
