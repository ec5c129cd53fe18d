import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BundleChain, startBundleChain } from './fixtures/bundleChain.ts'
import type { BundleRecord } from './record.ts'

let chain: BundleChain
/** Next nonces, by account. */
const nonces: number[] = []
let count = 0

beforeAll(async () => {
  chain = await startBundleChain(['flashbots', 'titan'])
}, 60_000)
afterAll(() => chain?.[Symbol.asyncDispose]())

const nonceOf = (account: number) => {
  const nonce = nonces[account] ?? 0
  nonces[account] = nonce + 1
  return nonce
}
/** The record once the chain has decided. */
const settled = (hash: string): Promise<BundleRecord | undefined> =>
  expect
    .poll(() => chain.bundler.get(hash), { timeout: 5_000, interval: 20 })
    .toSatisfy((record: BundleRecord) => record.status !== 'pending')
    .then(() => chain.bundler.get(hash))

it('sends a bundle, and says that it is included', async () => {
  const transactions = [
    { signed: await chain.sign(0, { nonce: nonceOf(0), expect: count }) },
    { signed: await chain.sign(1, { nonce: nonceOf(1), expect: count + 1, value: 7n }) },
  ]
  const simulation = await chain.bundler.simulateBundle({ transactions })
  expect(simulation).toMatchObject({ success: true, method: 'eth_simulateV1' })
  const record = await chain.bundler.sendBundle({ transactions })
  expect(record.submissions.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
  const block = await chain.builder.build()
  expect(block.included).toEqual([record.hash])
  expect(await settled(record.hash)).toMatchObject({ status: 'included', includedBlock: block.number })
  count += 2
})
