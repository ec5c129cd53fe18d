import { expect, it } from 'vitest'
import { toProcessSettings } from './processSettings.ts'

it('divides the rate of an endpoint among the processes of a node', () => {
  const one = {
    chains: { base: { endpoints: ['https://a.example', { url: 'https://b.example', requestsPerSecond: 30 }] } },
  }
  expect(toProcessSettings(one)).toBe(one)
  expect(toProcessSettings({ ...one, gateway: { workers: 2 } }).chains).toEqual({
    base: { endpoints: ['https://a.example', { url: 'https://b.example', requestsPerSecond: 10 }] },
  })
})
