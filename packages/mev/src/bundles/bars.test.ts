import { builderRelays } from '@outrigger/devnet/builder'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BundleChain, startBundleChain } from './fixtures/bundleChain.ts'
import { compareSimulations } from './fixtures/equality.ts'
import { measureFanOut } from './fixtures/fanOutSpread.ts'
import { runKills } from './fixtures/runKills.ts'

let chain: BundleChain
beforeAll(async () => {
  chain = await startBundleChain(builderRelays)
}, 60_000)
afterAll(() => chain?.[Symbol.asyncDispose]())

it('predicts the gas, coinbase difference, logs and storage of the execution', async () => {
  expect(await compareSimulations(chain, 25, { called: 8 })).toEqual([])
}, 60_000)

it('reaches every relay and does not wait for a hanging one', async () => {
  const { reached, waitP99Ms } = await measureFanOut(chain, 5, { hangs: true })
  expect(reached).toBe(5)
  // The caller would otherwise wait for the hanging relay until its timeout.
  expect(waitP99Ms).toBeLessThan(1_900)
})

it('sends no bundle twice and loses none if the process is killed', async () => {
  const { bundles, submissions, ...rest } = await runKills(1)
  expect(bundles).toBeGreaterThan(0)
  expect(submissions).toBeGreaterThan(0)
  expect(rest).toMatchObject({ kills: 1, sentTwice: 0, lost: 0, undecided: 0 })
}, 60_000)
