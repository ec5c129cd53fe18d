import { createFaultProxy } from '@outrigger/devnet/faults'
import { createReplayNode, RawJson, ReplayError } from '@outrigger/devnet/replay'
import { describe, expect, it } from 'vitest'
import { chains } from '../../chains/registry.ts'
import { AllProvidersFailedError, RpcAnswerError } from '../errors.ts'
import { createFamilyPool, WrongFamilyError } from './familyPool.ts'

const genesis = { main: chains.bitcoin.network, litecoin: chains.litecoin.network, regtest: '0f9188f1' }
type CoreOptions = { readonly network?: keyof typeof genesis; readonly blocks?: number; readonly known?: string }

/** A Bitcoin Core node that knows one transaction. */
const createCore = ({ network = 'main', blocks = 800_000, known = 'aa' }: CoreOptions = {}) =>
  createReplayNode({
    errorStatus: 500,
    rpc(method, params) {
      if (method === 'getblockchaininfo') return { chain: 'main', blocks }
      if (method === 'getblockhash') return genesis[network]
      if (method !== 'getrawtransaction') return undefined
      const [txid] = params as [string]
      if (txid === 'bad') return new ReplayError(-8, 'txid must be of length 64')
      if (txid !== known) return new ReplayError(-5, 'No such mempool or blockchain transaction.')
      return new RawJson(`{"txid":"${txid}","value":20999999.9769}`)
    },
  })
const createEsplora = () =>
  createReplayNode({
    get(path) {
      if (path === '/blocks/tip/height') return { body: 800_000 }
      if (path === '/block-height/0') return { body: genesis.main }
      return path === '/tx/aa' ? { body: { txid: 'aa', fee: 100 } } : undefined
    },
  })
const createPool = (...endpoints: readonly string[]) =>
  createFamilyPool({ chain: chains.bitcoin, endpoints, hedgeDelayMs: 1000, timeoutMs: 2000 })
const toRequest = (txid: string) => ({ interface: 'core', method: 'getrawtransaction', params: [txid, true] })

it("keeps the digits of amounts, and throws the node's own errors", async () => {
  await using node = await createCore()
  await using pool = createPool(node.url)
  const { result, provider } = await pool.send(toRequest('aa'))
  expect([result, provider]).toEqual([{ txid: 'aa', value: '20999999.9769' }, 'primary'])
  expect((await pool.send(toRequest('bb'))).result).toBeNull()
  await expect(pool.send(toRequest('bad'))).rejects.toThrow(RpcAnswerError)
  expect(pool.report()).toMatchObject({ chain: 'bitcoin', failoverActive: false, head: 800_000n })
  expect(pool.network()).toBe(genesis.main)
})

it("learns once per endpoint that it expects booleans in place of Core's numbers", async () => {
  const asked: unknown[] = []
  await using bcoin = await createReplayNode({
    rpc(method, params) {
      if (method === 'getblockchaininfo') return { blocks: 800_000 }
      if (method === 'getblockhash') return genesis.main
      if (method !== 'getblock') return new ReplayError(-3, 'Param #1 must be a boolean.')
      asked.push(params)
      const isNumber = typeof (params as readonly unknown[])[1] === 'number'
      return isNumber ? new ReplayError(-3, 'Param #1 must be a boolean.') : { hash: 'cc' }
    },
  })
  await using pool = createPool(bcoin.url)
  const getBlock = (level: number) => ({ interface: 'core', method: 'getblock', params: ['cc', level] })
  for (const level of [3, 2, 1]) expect((await pool.send(getBlock(level))).result).toEqual({ hash: 'cc' })
  expect(asked).toEqual([
    ['cc', 3],
    ['cc', true, true],
    ['cc', true, true],
    ['cc', true],
  ])
  // A request without a second form is rejected as before.
  await expect(pool.send({ interface: 'core', method: 'getmempoolentry', params: ['cc', 1] })).rejects.toThrow(
    /boolean/,
  )
})

it('calls a backup if the primary fails or has no data', async () => {
  await using primary = await createCore()
  await using backup = await createCore({ known: 'bb' })
  await using pool = createPool(primary.url, backup.url)
  expect(await pool.send(toRequest('bb'))).toMatchObject({ result: { txid: 'bb' }, provider: 'backup' })
  await primary[Symbol.asyncDispose]()
  expect(await pool.send(toRequest('bb'))).toMatchObject({ provider: 'backup' })
})

it('detects the interface of each endpoint', async () => {
  await using core = await createCore()
  await using esplora = await createEsplora()
  await using pool = createPool(core.url, esplora.url)
  expect(await pool.interfaces()).toEqual(['core', 'esplora'])
  expect(await pool.send({ interface: 'esplora', path: '/tx/aa' })).toMatchObject({
    result: { txid: 'aa', fee: 100 },
    provider: 'backup',
  })
  expect(esplora.asked).not.toContain('getrawtransaction')
  await using alone = createPool(esplora.url)
  expect(await alone.interfaces()).toEqual(['esplora'])
  await expect(alone.send(toRequest('aa'))).rejects.toThrow(/interface esplora, not core/)
})

describe('the network', () => {
  it('is known when the interfaces are, also with a slow node', async () => {
    await using node = await createCore({ network: 'regtest' })
    await using proxy = await createFaultProxy({ target: node.url })
    await proxy.setFault({ kind: 'slow', delayMs: 700 })
    await using pool = createPool(proxy.url)
    expect(await pool.interfaces()).toEqual(['core'])
    expect(pool.network()).toBe(genesis.regtest)
  })

  it('leaves out an endpoint of another chain', async () => {
    await using node = await createCore({ network: 'litecoin' })
    await using pool = createPool(node.url)
    const error = await pool.send(toRequest('aa')).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(AllProvidersFailedError)
    expect(String(error)).toMatch(/It serves litecoin, not bitcoin/)
  })

  it('may be a test network, but not together with the main network', async () => {
    await using regtest = await createCore({ network: 'regtest' })
    await using alone = createPool(regtest.url)
    expect((await alone.send(toRequest('aa'))).result).toMatchObject({ txid: 'aa' })
    expect(alone.network()).toBe(genesis.regtest)

    await using main = await createCore({ known: 'cc' })
    await using mixed = createPool(regtest.url, main.url)
    await mixed.interfaces()
    expect(await mixed.send(toRequest('cc'))).toMatchObject({ result: { txid: 'cc' }, provider: 'backup' })
    expect((await mixed.send(toRequest('aa'))).result).toBeNull()
    expect(mixed.network()).toBe(genesis.main)
  })
})

it('leaves out an endpoint that is behind', async () => {
  await using behind = await createCore({ blocks: 799_000 })
  await using backup = await createCore()
  await using pool = createPool(behind.url, backup.url)
  await pool.interfaces()
  await expect.poll(() => pool.report().endpoints[0]?.status, { timeout: 20_000 }).toBe('unavailable')
  expect(await pool.send(toRequest('aa'))).toMatchObject({ provider: 'backup' })
  expect(pool.report().endpoints[0]).toMatchObject({ status: 'unavailable', reason: expect.stringMatching(/behind/) })
})

it('uses a node that reports neither its network nor its head', async () => {
  await using node = await createReplayNode({ rpc: (method) => (method === 'getblock' ? { height: 1 } : undefined) })
  await using pool = createPool(node.url)
  expect((await pool.send({ interface: 'core', method: 'getblock', params: ['x'] })).result).toEqual({ height: 1 })
  await using paths = await createReplayNode({ get: (path) => (path === '/tx/aa' ? { body: {} } : undefined) })
  await using bare = createPool(paths.url)
  expect((await bare.send({ interface: 'blockbook', path: '/tx/aa' })).result).toEqual({})
})

it('is not for EVM chains', () => {
  expect(() => createFamilyPool({ chain: chains.base, endpoints: ['http://127.0.0.1:1'] })).toThrow(WrongFamilyError)
})
