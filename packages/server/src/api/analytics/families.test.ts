import { type ApiClient, createApiClient } from '@outrigger/api'
import { isLitecoindInstalled, type Litecoind, startLitecoind } from '@outrigger/devnet/litecoin'
import { leaveOut } from '@outrigger/devnet/recorded'
import { createReplayNode } from '@outrigger/devnet/replay'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type OutriggerNode, openNode } from '../../createNode.ts'

let litecoind: Litecoind
let solana: Awaited<ReturnType<typeof createReplayNode>>
let node: OutriggerNode
let api: ApiClient
const slots = 300
const startedAt = Math.floor(Date.now() / 1000) - slots

/** A Solana chain with a block a second, each with one vote. Every tenth slot is skipped. */
const answers: Readonly<Record<string, (slot: number) => unknown>> = {
  getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  getSlot: () => slots,
  getFirstAvailableBlock: () => 0,
  getVoteAccounts: () => ({ current: [{}, {}, {}], delinquent: [{}] }),
  getRecentPerformanceSamples: () => [
    { numSlots: 150, numTransactions: 240_000, numNonVoteTransactions: 60_000, samplePeriodSecs: 60 },
  ],
  getBlock: (slot) => ({
    blockhash: `block ${slot}`,
    previousBlockhash: `block ${slot - 1}`,
    parentSlot: slot - 1,
    blockHeight: slot,
    blockTime: startedAt + slot,
    rewards: [],
    transactions: [],
    signatures: [],
  }),
}

beforeEach((test) => {
  if (!isLitecoindInstalled()) leaveOut(test, 'litecoind is not installed: sh scripts/debian.sh')
})
beforeAll(async () => {
  if (!isLitecoindInstalled()) return
  litecoind = await startLitecoind()
  await litecoind.rpc('generatetoaddress', 103, await litecoind.rpc('getnewaddress'))
  await litecoind.rpc('sendtoaddress', await litecoind.rpc('getnewaddress'), 1)
  await litecoind.rpc('generatetoaddress', 1, await litecoind.rpc('getnewaddress'))
  solana = await createReplayNode({ rpc: (method, params) => answers[method]?.((params as [number])?.[0] ?? 0) })
  const chains = { litecoin: { endpoints: [litecoind.url] }, solana: { endpoints: [solana.url] } }
  node = await openNode({ chains }, {}, { counting: { maxBlocks: 200, maxMs: 20_000 } })
  const { url } = await node.listen({ port: 0, gatewayPort: 0 })
  const { secret } = await node.keys.create({ name: 'all', scopes: ['read:analytics'], tier: 'unlimited' })
  api = createApiClient({ baseUrl: url, apiKey: secret })
}, 60_000)
afterAll(async () => {
  await node?.close()
  await solana?.[Symbol.asyncDispose]()
  await litecoind?.close()
})

it('new wallets of a UTXO chain are addresses that appear for the first time, where all blocks are counted', async () => {
  const { data, metadata } = await api.analyticsChainData({
    chain: 'litecoin',
    metric: 'new_wallets',
    aggregation: 'monthly',
  })
  // A miner, another one, a receiver, and the change of the payment.
  expect(data.reduce((sum, { value }) => sum + value, 0)).toBe(4)
  expect(metadata.method).toMatch(/^first_seen: /)
  expect(metadata.standard_error).toBeCloseTo(0.01625)
  await expect(
    api.analyticsTimeseries({ chain: 'litecoin', metric: 'new_wallets', interval: '1h' }),
  ).rejects.toMatchObject({ code: 'INVALID_PARAMETER' })
})

it('they are refused where a block is missing, and a comparison says so of that chain alone', async () => {
  const chains = { litecoin: { endpoints: [litecoind.url] } }
  await using other = await openNode({ chains, analytics: { count: false } }, {}, { counting: { maxBlocks: 50 } })
  await expect(other.analytics.getSeries('litecoin', { metric: 'new_wallets', interval: '1d' })).rejects.toMatchObject({
    code: 'UNSUPPORTED_METRIC',
    message: expect.stringMatching(/every block from the first, but only blocks \d+ to 104 are counted/),
  })
  const compared = await other.analytics.compare(['litecoin', 'ethereum'], { metric: 'new_wallets' })
  expect(compared.chains).toMatchObject({
    litecoin: { error: 'UNSUPPORTED_METRIC' },
    ethereum: { error: 'UPSTREAM_UNAVAILABLE' },
  })
})

it('validators and pace are those that the chain’s own node reports', async () => {
  const { chains } = await api.analyticsChainsMetrics()
  expect(chains.find(({ name }) => name === 'solana')).toMatchObject({
    active_validators: 3,
    tps: 1000,
    block_time: 0.4,
    latest_block: slots,
    unavailable: {},
  })
  const litecoin = chains.find(({ name }) => name === 'litecoin')
  expect(litecoin).toMatchObject({ active_validators: null, latest_block: 104 })
  expect(litecoin?.unavailable['active_validators']).toMatch(/litecoin/)
})
