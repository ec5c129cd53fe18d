import type { PoolOutage } from '@outrigger/core/internal'
import type { GasOracle } from '@outrigger/oracle'
import { expect, it } from 'vitest'
import { computeReadiness } from './readiness.ts'

const toGas = (known: readonly string[]) =>
  ({
    chains: ['ethereum', 'base'],
    peek: (chain: string) => (known.includes(chain) ? {} : undefined),
  }) as unknown as GasOracle
const toReports = (kinds: Readonly<Record<string, PoolOutage['kind'] | null>>) =>
  Object.entries(kinds).map(([chain, kind]) => ({
    chain,
    outage: kind && { kind, sinceMs: 0, reason: 'primary: id 61' },
  }))
const readinessOf = (known: readonly string[], kinds: Parameters<typeof toReports>[0], isStoreFailing = false) =>
  computeReadiness({ gas: toGas(known), reports: toReports(kinds), isStoreFailing, nowMs: 300_000 })

it('is ready with a price of each chain', () => {
  const kinds = { ethereum: null, base: null }
  expect(readinessOf(['ethereum', 'base'], kinds)).toEqual({ ready: true, reasons: [] })
  expect(readinessOf(['base'], kinds)).toMatchObject({
    ready: false,
    reasons: [expect.stringContaining('ethereum: no gas price yet')],
  })
})

it('names a chain without providers, and is not ready without any provider', () => {
  const stale = (chain: string) => `${chain}: no provider responds, answers are stale`
  expect(readinessOf(['ethereum', 'base'], { ethereum: 'unavailable', base: null })).toEqual({
    ready: true,
    reasons: [stale('ethereum')],
  })
  expect(readinessOf(['ethereum', 'base'], { ethereum: 'unavailable', base: 'unavailable' })).toEqual({
    ready: false,
    reasons: [stale('ethereum'), stale('base')],
  })
})

it('names a store that fails, and stays ready', () => {
  expect(readinessOf(['ethereum', 'base'], { ethereum: null, base: null }, true)).toEqual({
    ready: true,
    reasons: [expect.stringMatching(/^store: it cannot be read or written/)],
  })
})

it('says how old the newest block is, and that providers serve another chain', () => {
  expect(readinessOf(['ethereum', 'base'], { ethereum: 'lateHead', base: 'lateHead' })).toEqual({
    ready: true,
    reasons: ['ethereum', 'base'].map((chain) => `${chain}: the newest block is 5 min old, answers are stale`),
  })
  expect(readinessOf(['base'], { ethereum: 'wrongChain', base: null })).toEqual({
    ready: false,
    reasons: ['ethereum: no provider serves this chain (primary: id 61), answers are stale'],
  })
})
