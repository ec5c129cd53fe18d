import type { PoolReport } from '@outrigger/core'
import type { GasOracle } from '@outrigger/oracle'
import { expect, it } from 'vitest'
import { computeReadiness } from './readiness.ts'

const toGas = (known: readonly string[]) =>
  ({
    chains: ['ethereum', 'base'],
    peek: (chain: string) => (known.includes(chain) ? {} : undefined),
  }) as unknown as GasOracle
const toReports = (statuses: Readonly<Record<string, PoolReport['status']>>) =>
  Object.entries(statuses).map(([chain, status]) => ({ chain, status }))

it('is ready with a price of each chain', () => {
  const reports = toReports({ ethereum: 'healthy', base: 'degraded' })
  expect(computeReadiness(toGas(['ethereum', 'base']), reports)).toEqual({ ready: true, reasons: [] })
  expect(computeReadiness(toGas(['base']), reports)).toMatchObject({
    ready: false,
    reasons: [expect.stringContaining('ethereum: no gas price yet')],
  })
})

it('names a chain without providers, and is not ready without any provider', () => {
  const gas = toGas(['ethereum', 'base'])
  const stale = (chain: string) => `${chain}: no provider responds, answers are stale`
  expect(computeReadiness(gas, toReports({ ethereum: 'unavailable', base: 'healthy' }))).toEqual({
    ready: true,
    reasons: [stale('ethereum')],
  })
  expect(computeReadiness(gas, toReports({ ethereum: 'unavailable', base: 'unavailable' }))).toEqual({
    ready: false,
    reasons: [stale('ethereum'), stale('base')],
  })
})
