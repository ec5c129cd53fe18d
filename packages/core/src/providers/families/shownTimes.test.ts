import { createReplayNode } from '@outrigger/devnet/replay'
import { describe, expect, it } from 'vitest'
import { createFamilyPool } from './familyPool.ts'
import type { FamilyRequest } from './familyTypes.ts'
import { type FamilyNode, familyNodes } from './fixtures/familyNodes.ts'

type Case = {
  readonly node: string
  readonly request: FamilyRequest
  /** The answer with a time in seconds. */
  readonly answer: (seconds: number) => object
}

const toRfc3339 = (seconds: number) => new Date(seconds * 1000).toISOString().replace('Z', '123456Z')
const rpc = (method: string, ...params: unknown[]) => ({ interface: 'rpc', method, params })
const cases: { readonly [name: string]: Case } = {
  'block of Bitcoin Core': {
    node: 'Bitcoin Core',
    request: { interface: 'core', method: 'getblock', params: ['aa', 2] },
    answer: (time) => ({ hash: 'aa', height: 800_000, time }),
  },
  'statistic of Bitcoin Core': {
    node: 'Bitcoin Core',
    request: { interface: 'core', method: 'getblockstats', params: [5] },
    answer: (time) => ({ height: 5, time }),
  },
  'transaction of Bitcoin Core': {
    node: 'Bitcoin Core',
    request: { interface: 'core', method: 'getrawtransaction', params: ['aa', 1] },
    answer: (blocktime) => ({ txid: 'aa', height: 5, blocktime }),
  },
  'blocks of Esplora': {
    node: 'Esplora',
    request: { interface: 'esplora', path: '/blocks/5' },
    answer: (timestamp) => [{ id: 'aa', height: 800_000, timestamp }],
  },
  'transaction of Esplora': {
    node: 'Esplora',
    request: { interface: 'esplora', path: '/address/aa/txs' },
    answer: (block_time) => [{ txid: 'bb', status: { confirmed: false } }, { txid: 'aa', status: { block_time, block_height: 5 } }], // biome-ignore format: one answer
  },
  'block of Blockbook': {
    node: 'Blockbook',
    request: { interface: 'blockbook', path: '/api/block/5' },
    answer: (time) => ({ hash: 'aa', height: 5, time, txs: [] }),
  },
  'history of Blockbook': {
    node: 'Blockbook',
    request: { interface: 'blockbook', path: '/api/address/aa' },
    answer: (blockTime) => ({ address: 'aa', transactions: [{ txid: 'aa', blockHeight: 5, blockTime }] }),
  },
  'block of Solana': {
    node: 'Solana',
    request: rpc('getBlock', 5),
    answer: (blockTime) => ({ blockhash: 'aa', blockHeight: 4, blockTime }),
  },
  'signatures of Solana': {
    node: 'Solana',
    request: rpc('getSignaturesForAddress', 'aa'),
    answer: (blockTime) => [
      { signature: 'bb', slot: 6, blockTime: null },
      { signature: 'aa', slot: 5, blockTime },
    ],
  },
  'block of Starknet': {
    node: 'Starknet',
    request: rpc('starknet_getBlockWithTxHashes', { block_number: 5 }),
    answer: (timestamp) => ({ block_number: 5, timestamp, transactions: [] }),
  },
  'block of the Cosmos SDK': {
    node: 'Cosmos SDK',
    request: { interface: 'lcd', path: '/blocks/5' },
    answer: (time) => ({ block: { header: { height: '5', time: toRfc3339(time) } } }),
  },
  'transactions of the Cosmos SDK': {
    node: 'Cosmos SDK',
    request: { interface: 'lcd', path: '/txs' },
    answer: (time) => ({ tx_responses: [{ height: '5', timestamp: toRfc3339(time) }] }),
  },
}

function findNode({ node }: Pick<Case, 'node'>): FamilyNode {
  const found = familyNodes[node]
  if (found === undefined) throw new TypeError(node)
  return found
}

/** A node of the family that also gives this answer. */
function createNode({ node, request }: Pick<Case, 'node' | 'request'>, answer: object) {
  const kind = findNode({ node })
  const state = { head: () => 900_000, network: () => kind.chain.network ?? null, isEmpty: () => false }
  const { rpc: answerRpc, get, ...rest } = kind.toAnswers(state)
  return createReplayNode({
    ...rest,
    ...(answerRpc && {
      rpc: (method, params) => ('method' in request && request.method === method ? answer : answerRpc(method, params)),
    }),
    ...(get && { get: (path) => ('path' in request && request.path === path ? { body: answer } : get(path)) }),
  })
}

describe.each(Object.entries(cases))('a %s', (_, one) => {
  const seconds = 1_700_000_000
  const wrong = { milliseconds: seconds * 1000, 'the year 2100': 4_102_444_800, '1970': 0, 'before 1970': -1 }

  it.each(Object.entries(wrong))('with a time of %s fails over', async (_name, time) => {
    await using liar = await createNode(one, one.answer(time))
    await using honest = await createNode(one, one.answer(seconds))
    await using pool = createFamilyPool({
      chain: findNode(one).chain,
      endpoints: [liar.url, honest.url],
      hedgeDelayMs: 5000,
    })
    expect(await pool.send(one.request)).toMatchObject({ role: 'backup', result: one.answer(seconds) })
  })

  it('with a valid time is accepted', async () => {
    await using node = await createNode(one, one.answer(seconds))
    await using pool = createFamilyPool({ chain: findNode(one).chain, endpoints: [node.url] })
    expect(await pool.send(one.request)).toMatchObject({ role: 'primary' })
  })
})

it('a genesis block may have the time 0', async () => {
  const { node, request } = cases['block of Starknet'] as Case
  const genesis = { block_number: 0, timestamp: 0, transactions: [] }
  await using one = await createNode({ node, request }, genesis)
  await using pool = createFamilyPool({ chain: findNode({ node }).chain, endpoints: [one.url] })
  expect((await pool.send(request)).result).toEqual(genesis)
})
