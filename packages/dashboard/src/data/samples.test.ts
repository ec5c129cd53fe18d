import { expect, it } from 'vitest'
import { toRates, toRuns } from './samples.ts'

const sample = (atMs: number, value: number) => ({ atMs, value })

it('computes a rate between two totals, and none over a restart', () => {
  const totals = [sample(0, 10), sample(2000, 16), sample(4000, 16), sample(6000, 2), sample(7000, 5)]
  expect(toRates(totals)).toEqual([sample(2000, 3), sample(4000, 0), sample(7000, 3)])
})

it('has no rate of one total, nor of two at the same time', () => {
  expect(toRates([sample(0, 1)])).toEqual([])
  expect(toRates([sample(5, 1), sample(5, 9)])).toEqual([])
})

it('splits samples at a gap', () => {
  const samples = [sample(0, 1), sample(3000, 2), sample(20_000, 3)]
  expect(toRuns(samples, 5000)).toEqual([samples.slice(0, 2), samples.slice(2)])
  expect(toRuns([], 5000)).toEqual([])
})
