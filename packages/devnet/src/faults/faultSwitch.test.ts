import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { FaultBehaviour } from './fault.ts'
import { createFaultSwitch } from './faultSwitch.ts'

it('applies one behavior at a time', async () => {
  const log: string[] = []
  const faults = createFaultSwitch(async (behaviour) => {
    log.push(`begin ${Object.keys(behaviour)}`)
    await sleep(5)
    log.push('end')
  })
  await Promise.all([faults.set({ kind: 'hang' }), faults.set({ kind: 'refuse' })])
  expect(log).toEqual(['begin silent', 'end', 'begin closed', 'end'])
  expect(faults).toMatchObject({ fault: { kind: 'refuse' }, behaviour: { closed: true }, isFaulty: true })
})

it('alternates each period of a flap, starting faulty', async () => {
  const seen: FaultBehaviour[] = []
  const faults = createFaultSwitch(async (behaviour) => void seen.push(behaviour))
  await faults.set({ kind: 'flap', periodMs: 5, fault: { kind: 'hang' } })
  await expect.poll(() => seen.length).toBeGreaterThanOrEqual(3)
  expect(seen.slice(0, 3)).toEqual([{ silent: true }, {}, { silent: true }])
  await faults.set({ kind: 'none' })
  const { length } = seen
  await sleep(20)
  expect(seen).toHaveLength(length)
})

it('continues after a behavior that could not be applied, and ends when closed', async () => {
  let isBroken = true
  const seen: FaultBehaviour[] = []
  const faults = createFaultSwitch(async (behaviour) => {
    if (isBroken) throw new RangeError('port taken')
    seen.push(behaviour)
  })
  await expect(faults.set({ kind: 'hang' })).rejects.toThrow('port taken')
  isBroken = false
  await faults.set({ kind: 'none' })
  await faults.close()
  await faults.set({ kind: 'hang' })
  expect(seen).toEqual([{}])
})
