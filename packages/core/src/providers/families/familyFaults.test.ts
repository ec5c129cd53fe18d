import { createFaultProxy, type Fault } from '@outrigger/devnet/faults'
import { createReplayNode, type ReplayAnswers } from '@outrigger/devnet/replay'
import { describe, expect, it } from 'vitest'
import type { ChainProfile } from '../../chains/chain.ts'
import { chains } from '../../chains/registry.ts'
import { createFamilyPool } from './familyPool.ts'
import type { FamilyRequest } from './familyTypes.ts'
import { type FamilyNode, familyNodes } from './fixtures/familyNodes.ts'

type Family = {
  readonly chain: ChainProfile
  readonly answers: (head: number, network: string | null) => ReplayAnswers
  readonly request: FamilyRequest
}
const balance = { balance: '12345678901234567890' }

const toBlock = (head: number, network: string | null) => ({
  block: { header: { height: String(head), chain_id: network } },
})
const byMethod = (results: Readonly<Record<string, unknown>>, errorStatus?: number): ReplayAnswers => ({
  rpc: (method) => results[method],
  ...(errorStatus && { errorStatus }),
})

const families: Readonly<Record<string, Family>> = {
  'Bitcoin Core': {
    chain: chains.bitcoin,
    answers: (blocks, network) =>
      byMethod({ getblockchaininfo: { blocks }, getblockhash: network, gettxout: balance }, 500),
    request: { interface: 'core', method: 'gettxout', params: [] },
  },
  Esplora: {
    chain: chains.bitcoin,
    answers: (head, network) => ({
      get: (path) => ({ body: path.endsWith('height') ? head : path === '/block-height/0' ? network : balance }),
    }),
    request: { interface: 'esplora', path: '/address/x' },
  },
  Solana: {
    chain: chains.solana,
    answers: (head, network) => byMethod({ getSlot: head, getGenesisHash: network, getBalance: balance }),
    request: { interface: 'rpc', method: 'getBalance', params: ['x'] },
  },
  Starknet: {
    chain: chains.starknet,
    answers: (head, network) =>
      byMethod({ starknet_blockNumber: head, starknet_chainId: network, starknet_call: balance }),
    request: { interface: 'rpc', method: 'starknet_call', params: [] },
  },
  'Cosmos SDK': {
    chain: chains.osmosis,
    answers: (head, network) => ({
      get: (path) => ({ body: path.includes('blocks/latest') ? toBlock(head, network) : balance }),
    }),
    request: { interface: 'lcd', path: '/cosmos/bank/v1beta1/balances/x' },
  },
  CometBFT: {
    chain: chains.osmosis,
    answers: (head, network) =>
      byMethod({
        status: { node_info: { network }, sync_info: { latest_block_height: String(head) } },
        abci_query: balance,
      }),
    request: { interface: 'cometbft', method: 'abci_query', params: {} },
  },
}

const faults: Readonly<Record<string, Fault>> = {
  hung: { kind: 'hang' },
  refused: { kind: 'refuse' },
  reset: { kind: 'reset' },
  '503': { kind: 'status', status: 503 },
  '429': { kind: 'status', status: 429, retryAfterSeconds: 5 },
  slow: { kind: 'slow', delayMs: 3000 },
  '-32603': { kind: 'rpcError', code: -32603 },
  truncated: { kind: 'truncatedJson' },
  flapping: { kind: 'flap', periodMs: 300, fault: { kind: 'hang' } },
}
const head = 10_000

describe.each(Object.entries(families))('%s', (_, { chain, answers, request }) => {
  it.each(Object.entries(faults))('answers correctly while the primary is %s', async (_, fault) => {
    await using node = await createReplayNode(answers(head, chain.network))
    await using primary = await createFaultProxy({ target: node.url })
    await using pool = createFamilyPool({ chain, endpoints: [primary.url, node.url] })
    expect((await pool.send(request)).result).toEqual(balance)
    await primary.setFault(fault)
    for (let round = 0; round < 5; round += 1) {
      const all = await Promise.all(Array.from({ length: 8 }, () => pool.send(request)))
      expect(all.map(({ result }) => result)).toEqual(all.map(() => balance))
    }
  })

  it.each([
    ['behind', head - 500, chain.network],
    ['on another chain', head, chains.cosmoshub.network],
  ] as const)('leaves out a primary that is %s', async (_, primaryHead, network) => {
    await using wrong = await createReplayNode(answers(primaryHead, network))
    await using right = await createReplayNode(answers(head, chain.network))
    await using pool = createFamilyPool({ chain, endpoints: [wrong.url, right.url], probeIntervalMs: 100 })
    // The lag is visible once both have reported their heads.
    const isJudged = () => pool.report().endpoints[0]?.status === 'unavailable'
    await pool.interfaces()
    await expect.poll(isJudged, { timeout: 20_000 }).toBe(true)
    expect(await pool.send(request)).toMatchObject({ result: balance, provider: 'backup' })
    expect(pool.report().endpoints[0]).toMatchObject({ status: 'unavailable' })
  })
})

/** A primary that stops at a block, and a backup that advances. */
async function createTwo({ chain, toAnswers }: FamilyNode) {
  const heads = { primary: 5000, backup: 5000 }
  const create = (name: keyof typeof heads) =>
    createReplayNode(toAnswers({ head: () => heads[name], network: () => chain.network, isEmpty: () => false }))
  const [primary, backup] = await Promise.all([create('primary'), create('backup')])
  // Probes run only at the start, so later lag shows only in answers.
  const rules = { probeIntervalMs: 3_600_000, hedgeDelayMs: 60_000, timeoutMs: 60_000 }
  const pool = createFamilyPool({ chain, endpoints: [primary.url, backup.url], ...rules })
  const isProbed = () => pool.report().endpoints.every(({ head }) => head === 5000n)
  await pool.interfaces()
  await expect.poll(isProbed, { timeout: 30_000 }).toBe(true)
  return {
    pool,
    heads,
    async [Symbol.asyncDispose]() {
      await pool.close()
      await Promise.all([primary, backup].map((node) => node[Symbol.asyncDispose]()))
    },
  }
}

describe.each(Object.entries(familyNodes))('%s', (_, node) => {
  it('skips the primary from the first answer that shows it to be behind', async () => {
    await using two = await createTwo(node)
    expect(await two.pool.send(node.headRequest)).toMatchObject({ provider: 'primary' })
    two.heads.backup = 5200
    // Nothing shows yet that the primary is behind, because the highest known head is its own.
    await two.pool.send(node.headRequest, { prefer: 'backup' })
    const { result, provider } = await two.pool.send(node.headRequest)
    expect([node.readHead(result), provider]).toEqual([5200, 'backup'])
    expect(two.pool.report().endpoints[0]).toMatchObject({ reason: expect.stringMatching(/behind/) })
  })
})

it.each([
  ['a block', 'getblock', { height: 4000, confirmations: 1001 }],
  ['a header', 'getblockheader', { height: 4000, confirmations: 1001 }],
] as const)('takes the head of Bitcoin Core from the confirmations of %s', async (_, method, answer) => {
  const toNode = (blocks: number, confirmations: number): ReplayAnswers =>
    byMethod({
      getblockchaininfo: { blocks },
      getblockhash: chains.bitcoin.network,
      [method]: { ...answer, confirmations },
    })
  await using primary = await createReplayNode(toNode(5000, 901))
  await using backup = await createReplayNode(toNode(5000, 1001))
  const rules = { probeIntervalMs: 3_600_000, hedgeDelayMs: 60_000, timeoutMs: 60_000 }
  await using pool = createFamilyPool({ chain: chains.bitcoin, endpoints: [primary.url, backup.url], ...rules })
  await pool.interfaces()
  await expect.poll(() => pool.report().endpoints.map(({ head }) => head), { timeout: 30_000 }).toEqual([5000n, 5000n])
  expect(await pool.send({ interface: 'core', method, params: ['x'] })).toMatchObject({ provider: 'backup' })
})
