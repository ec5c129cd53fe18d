import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BundleChain, startBundleChain } from './fixtures/bundleChain.ts'
import { fates, runTruth } from './fixtures/truth.ts'

let chain: BundleChain
beforeAll(async () => {
  chain = await startBundleChain(['flashbots', 'rsync'], {}, { timeoutMs: 1_200 })
}, 60_000)
afterAll(() => chain?.[Symbol.asyncDispose]())

it('reports the builder’s outcome and cause of every bundle', async () => {
  const truth = await runTruth(chain, 7)
  expect([...truth.counts.keys()].sort()).toEqual([...new Set(fates)].sort())
  expect({ status: truth.wrongStatus, why: truth.wrongWhy }).toEqual({ status: [], why: [] })
}, 80_000)
