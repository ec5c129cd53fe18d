import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chains } from '../chains/registry.ts'
import { createProviderPool, createRestPool, type Head, RpcAnswerError } from '../index.ts'
import { sleep } from '../time/sleep.ts'
import { createProvider, type Script } from './fixtures/provider.ts'

let liar: Awaited<ReturnType<typeof createProvider>>
let honest: Awaited<ReturnType<typeof createProvider>>
let pool: ReturnType<typeof createProviderPool>
beforeEach(async () => {
  liar = await createProvider('liar')
  honest = await createProvider('honest')
  pool = create()
})
afterEach(async () => {
  await pool.close()
  await Promise.all([liar.close(), honest.close()])
})
const create = (wsUrl: string | false = false) =>
  createProviderPool({
    chain: chains.ethereum,
    endpoints: [
      {
        url: `${liar.url}/v2/ECHOEDSECRET`,
        wsUrl,
        headers: { 'x-api-key': 'HEADERSECRET', authorization: 'Bearer TOKENSECRET' },
      },
      { url: honest.url, wsUrl: false },
    ],
    probeIntervalMs: 200,
    hedgeDelayMs: 2000,
  })
const balance = { method: 'eth_getBalance', params: [`0x${'11'.repeat(20)}`, 'latest'] }

describe('an impossible answer fails over', () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20))
  const scripts: Record<string, Script> = {
    'null for a quantity': ({ id }) => ({ id, result: null }),
    'a negative quantity': ({ id }) => ({ id, result: '-0x5' }),
    'an object for a quantity': ({ id }) => ({ id, result: { evil: 1 } }),
    'another id': ({ id }) => ({ id: id + 1, result: '0xbad' }),
    'neither result nor error': ({ id }) => ({ id }),
    'an error without a code': ({ id }) => ({ id, error: 'no' }),
    '401 dressed up as invalid request': ({ id }, response) => {
      response.statusCode = 401
      return { id, error: { code: -32600, message: 'Must be authenticated!' } }
    },
    'authentication in a 200': ({ id }) => ({ id, error: { code: -32600, message: 'Must be authenticated!' } }),
    '503 dressed up as invalid params': ({ id }, response) => {
      response.statusCode = 503
      return { id, error: { code: -32602, message: 'bad' } }
    },
    'a body that inflates without end': (_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(bomb)
    },
    'a redirect': (_, response) => {
      response.writeHead(307, { location: `${honest.url}/elsewhere` })
      return ''
    },
  }
  it.each(Object.entries(scripts))('%s', async (_, script) => {
    await pool.send({ method: 'eth_blockNumber' })
    liar.scripts['eth_getBalance'] = script
    expect(await pool.send(balance)).toMatchObject({ result: '0x2', role: 'backup' })
    expect(honest.state.headers.some((headers) => headers['x-api-key'] === 'HEADERSECRET')).toBe(false)
  })

  it.each(['finalized', 'safe'])('a %s block below an earlier one, from a node that has fallen behind', async (tag) => {
    const request = { method: 'eth_getBlockByNumber', params: [tag, false] }
    const known = { number: '0x384', hash: `0x${'3'.repeat(64)}`, timestamp: '0x1' }
    for (const provider of [liar, honest])
      provider.scripts['eth_getBlockByNumber'] = ({ id }) => ({ id, result: known })
    expect(await pool.send(request)).toMatchObject({ result: known })
    await pool.send({ method: 'eth_blockNumber' })
    // An endpoint that is only a little slow is believed.
    const slower = { ...known, number: '0x383' }
    liar.scripts['eth_getBlockByNumber'] = ({ id }) => ({ id, result: slower })
    expect(await pool.send(request, { fresh: true })).toMatchObject({ result: slower, role: 'primary' })
    liar.scripts['eth_getBlockByNumber'] = ({ id }) => ({ id, result: { ...known, number: '0x64' } })
    liar.scripts['eth_blockNumber'] = ({ id }) => ({ id, result: '0x65' })
    expect(await pool.send(request, { fresh: true })).toMatchObject({ result: known, role: 'backup' })
  })

  it('a latest block that is null or has no hash, and a fee history without arrays', async () => {
    liar.scripts['eth_getBlockByNumber'] = ({ id }) => ({ id, result: null })
    const latest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
    expect(await pool.send(latest)).toMatchObject({ role: 'backup' })
    liar.scripts['eth_getBlockByNumber'] = ({ id }) => ({ id, result: { number: '0x3e8', hash: null } })
    expect(await pool.send(latest)).toMatchObject({ role: 'backup' })
    const history = { oldestBlock: '0x3e8', baseFeePerGas: ['0x1', '0x1'], gasUsedRatio: [0.5], reward: [['0x1']] }
    honest.scripts['eth_feeHistory'] = ({ id }) => ({ id, result: history })
    liar.scripts['eth_feeHistory'] = ({ id }) => ({ id, result: { ...history, reward: null } })
    const ask = (newest: string) => pool.send({ method: 'eth_feeHistory', params: ['0x1', newest, [50]] })
    expect(await ask('latest')).toMatchObject({ role: 'backup' })
    const empty = { ...history, baseFeePerGas: [], gasUsedRatio: [], reward: [] }
    liar.scripts['eth_feeHistory'] = ({ id }) => ({ id, result: empty })
    expect(await ask('latest')).toMatchObject({ role: 'backup' })
    // For a block that does not exist yet, null is right and no endpoint is blamed.
    honest.scripts['eth_feeHistory'] = ({ id }) => ({ id, result: empty })
    expect(await ask('0xffffff')).toMatchObject({ result: empty })
  })
})

describe('a block with an impossible timestamp', () => {
  const absurd = {
    'none for a block that is mined': '0x0',
    milliseconds: `0x${Date.UTC(2026, 0, 1).toString(16)}`,
    nanoseconds: `0x${(BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n).toString(16)}`,
    'the largest of 32 bits': '0xffffffff',
    '2^63': '0x8000000000000000',
    '2^256 - 1': `0x${'f'.repeat(64)}`,
    'a number': 1_767_225_600,
    'no time at all': null,
  }
  const hash = `0x${'3e8'.padStart(64, '0')}`
  const requests = [
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_getBlockByNumber', params: ['finalized', false] },
    { method: 'eth_getBlockByNumber', params: ['0x3e8', true] },
    { method: 'eth_getBlockByHash', params: [hash, false] },
  ]

  it.each(Object.entries(absurd))('fails over: %s', async (_, timestamp) => {
    const block = {
      number: '0x3e8',
      hash,
      parentHash: hash,
      gasUsed: '0x0',
      gasLimit: '0x1c9c380',
      timestamp: '0x65920080',
    }
    for (const method of ['eth_getBlockByNumber', 'eth_getBlockByHash']) {
      honest.scripts[method] = ({ id }) => ({ id, result: block })
      liar.scripts[method] = ({ id }) => ({ id, result: { ...block, timestamp } })
    }
    for (const request of requests)
      expect(await pool.send(request, { fresh: true })).toMatchObject({ result: block, role: 'backup' })
  })

  it('accepts a genesis block of 1970 and a devnet whose clock is ahead', async () => {
    for (const [number, timestamp] of [
      ['0x0', '0x0'],
      ['0x3e8', '0x1'],
      ['0x3e8', '0xf0000000'],
    ]) {
      const result = { number, hash, parentHash: hash, gasUsed: '0x0', gasLimit: '0x1c9c380', timestamp }
      liar.scripts['eth_getBlockByNumber'] = ({ id }) => ({ id, result })
      for (const block of number === '0x0' ? [number] : [number, 'latest'])
        expect(
          await pool.send({ method: 'eth_getBlockByNumber', params: [block, false] }, { fresh: true }),
        ).toMatchObject({ result, role: 'primary' })
    }
  })

  it('is not reported as a head', async () => {
    const heads: Head[] = []
    liar.scripts['eth_getBlockByNumber'] = ({ id, params }) => ({
      id,
      result: {
        number: params[0] === 'latest' ? '0x3e9' : params[0],
        hash,
        parentHash: hash,
        gasUsed: '0x0',
        gasLimit: '0x1',
        timestamp: '0x19b76f90a80',
      },
    })
    pool.watchHeads((head: Head) => heads.push(head))
    await expect.poll(() => heads.map(({ number }) => number)).toEqual([1000n])
    honest.state.head = 1001
    await expect.poll(() => heads.at(-1)?.number, { timeout: 20_000 }).toBe(1001n)
    expect(heads.map(({ timestamp }) => timestamp)).toEqual([1n, 1n])
  })
})

it('keys that a provider echoes are redacted, and long messages are shortened', async () => {
  const message = `project ECHOEDSECRET with HEADERSECRET and TOKENSECRET is over its plan ${'x'.repeat(100_000)}`
  for (const provider of [liar, honest])
    provider.scripts['eth_getBalance'] = ({ id }) => ({ id, error: { code: -32603, message } })
  const error = await pool.send(balance).catch((cause) => cause)
  const shown = `${error.message} ${error.stack} ${JSON.stringify(pool.report(), (_, v) => (typeof v === 'bigint' ? 0 : v))}`
  expect(shown).toContain('over its plan')
  // The honest endpoint has no such secrets. It repeats the message of the other.
  expect(error.failures[0].message).not.toMatch(/SECRET/)
  expect(pool.report().endpoints[0]?.reason).not.toMatch(/SECRET/)
  expect(shown.length).toBeLessThan(10_000)
})

it('a range that is too wide for every provider is an answer, and no provider is blamed', async () => {
  for (const provider of [liar, honest])
    provider.scripts['eth_getLogs'] = ({ id }) => ({
      id,
      error: { code: -32005, message: 'query returned more than 10000 results' },
    })
  await expect(pool.send({ method: 'eth_getLogs', params: [{}] })).rejects.toThrow(RpcAnswerError)
  expect(await pool.send(balance)).toMatchObject({ role: 'primary' })
})

it('an endpoint that changes to another chain gets no more requests, whatever its head is', async () => {
  await pool.send({ method: 'eth_blockNumber' })
  Object.assign(liar.state, { chainId: 137, head: 80_000_000 })
  for (let i = 0; i < 3; i += 1)
    expect(await pool.send({ method: 'eth_blockNumber' })).toMatchObject({ result: '0x3e8', role: 'backup' })
  await expect.poll(() => pool.report().endpoints[0]?.reason).toMatch(/serves chain id 137/)
  expect(pool.report().endpoints[1]?.status).toBe('healthy')
})

it('heads continue after a false one', async () => {
  const heads: bigint[] = []
  pool.watchHeads(({ number }: Head) => heads.push(number))
  await expect.poll(() => heads).toContain(1000n)
  liar.state.head = 10_000_000
  await sleep(300)
  for (const head of [1001, 1002, 1003]) {
    honest.state.head = head
    await expect.poll(() => heads.at(-1), { timeout: 20_000 }).toBe(BigInt(head))
  }
  expect(heads).not.toContain(10_000_000n)
})

it('a REST pool calls the next endpoint if a body is not accepted, and keeps the key in the URL', async () => {
  await using beacon = createRestPool({
    name: 'beacon',
    endpoints: [`${liar.url}/base/?key=K`, honest.url],
    probePath: '/probe',
  })
  for (const [provider, data] of [
    [liar, null],
    [honest, 7],
  ] as const)
    provider.scripts['*'] = () => ({ data })
  const accept = ({ data }: { data: unknown }) => {
    if (data === null) throw new TypeError('no data')
  }
  expect(await beacon.get<{ data: unknown }>('/eth/v1/x?id=1,2', { accept })).toMatchObject({
    result: { data: 7 },
    role: 'backup',
  })
  expect(liar.state.calls).toContain('/base/eth/v1/x?key=K&id=1%2C2')
})

it.each([
  ['wsUrl', { url: 'http://a.example', wsUrl: 'not a url WSSECRET' }],
  ['header', { url: 'http://a.example', headers: { 'x-key': 'line\nHDRSECRET' } }],
  ['user info', { url: 'http://p%zzSECRET@a.example' }],
])('a wrong %s is said clearly and without its secret', (_, endpoint) => {
  const make = () => createProviderPool({ chain: chains.ethereum, endpoints: [endpoint] })
  expect(make).toThrow(
    expect.objectContaining({ code: 'INVALID_ENDPOINT', message: expect.not.stringContaining('SECRET') }),
  )
})
