import { expect, it } from 'vitest'
import { playLifecycle } from './fixtures/lifecycle.ts'

it('reports every transition once and in order while sockets are cut', { timeout: 60_000 }, async () => {
  const { transitions, lost, surplus, disordered, differences, disconnects } = await playLifecycle(15)
  expect(differences).toEqual([])
  expect({ lost, surplus, disordered }).toEqual({ lost: 0, surplus: 0, disordered: 0 })
  expect(disconnects).toBeGreaterThanOrEqual(15)
  expect(transitions).toBeGreaterThan(30)
})
