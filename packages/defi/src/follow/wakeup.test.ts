import { expect, it } from 'vitest'
import { createWakeup } from './wakeup.ts'

const endless = 1_000_000
const outcome = (promise: Promise<void>) =>
  Promise.race([promise.then(() => 'awake'), new Promise((resolve) => setTimeout(resolve, 30, 'asleep'))])

it('sleeps until it is woken', async () => {
  const wakeup = createWakeup(new AbortController().signal)
  const sleeping = wakeup.sleep(endless)
  expect(await outcome(sleeping)).toBe('asleep')
  wakeup.wake()
  expect(await outcome(sleeping)).toBe('awake')
})

it('does not sleep after it was woken, until it is reset', async () => {
  const wakeup = createWakeup(new AbortController().signal)
  wakeup.wake()
  expect(await outcome(wakeup.sleep(endless))).toBe('awake')
  wakeup.reset()
  expect(await outcome(wakeup.sleep(endless))).toBe('asleep')
  expect(await outcome(wakeup.sleep(1))).toBe('awake')
})

it('ends with its signal', async () => {
  const lifetime = new AbortController()
  const wakeup = createWakeup(lifetime.signal)
  const sleeping = wakeup.sleep(endless)
  lifetime.abort()
  expect(await outcome(sleeping)).toBe('awake')
  wakeup.reset()
  expect(await outcome(wakeup.sleep(endless))).toBe('awake')
})
