import { createFaultProxy, type Fault, type FaultProxy } from '@outrigger/devnet/faults'
import { createPublicClient, createTestClient, http, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Anvil, createAnvil } from '../../../devnet/src/chain/anvil.ts'
import { chains } from '../chains/registry.ts'
import { sleep } from '../time/sleep.ts'
import { AllProvidersFailedError, RpcAnswerError, UncertainWriteError } from './errors.ts'
import { createProviderPool } from './pool.ts'
import type { PoolOptions, ProviderPool } from './poolTypes.ts'
import { createSite } from './streams/fixtures/site.ts'

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
let anvil: Anvil
let primary: FaultProxy
let backup: FaultProxy
let pool: ProviderPool
const none: Fault = { kind: 'none' }

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1 })
  primary = await createFaultProxy({ target: anvil.rpcUrl })
  backup = await createFaultProxy({ target: anvil.rpcUrl })
  await createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).mine({ blocks: 600 })
})
afterAll(async () => {
  await Promise.all([primary.close(), backup.close()])
  await anvil.close()
})
const create = (options: Partial<PoolOptions> = {}) =>
  createProviderPool({
    chain: chains.ethereum,
    endpoints: [`${primary.url}/?key=SECRET`, backup.url],
    probeIntervalMs: 300,
    ...options,
  })
beforeEach(() => {
  pool = create()
})
afterEach(async () => {
  await pool.close()
  await Promise.all([primary.setFault(none), backup.setFault(none)])
})

/** Providers and a pool for one test, so that slow tests can run concurrently. */
const createBreakable = (options: Partial<PoolOptions> = {}) =>
  createSite({ anvil }, (primary, backup) =>
    createProviderPool({
      chain: chains.ethereum,
      endpoints: [primary.url, backup.url],
      probeIntervalMs: 300,
      ...options,
    }),
  )

const blockNumber = { method: 'eth_blockNumber' }

async function until(done: () => boolean, timeoutMs = 5000) {
  const end = Date.now() + timeoutMs
  while (!done() && Date.now() < end) await sleep(20)
  expect(done()).toBe(true)
}

describe('a healthy pool', () => {
  // The long delay prevents hedges even on a busy machine.
  beforeEach(async () => {
    await pool.close()
    pool = create({ hedgeDelayMs: 4000 })
  })

  it('calls only the primary and reports it', async () => {
    const heads = await Promise.all(Array.from({ length: 20 }, () => pool.send(blockNumber)))
    expect(heads.every(({ role, attempts, hedged }) => role === 'primary' && attempts === 1 && !hedged)).toBe(true)
    const { status, failoverActive, endpoints } = pool.report()
    expect({ status, failoverActive }).toEqual({ status: 'healthy', failoverActive: false })
    expect(endpoints[0]).toMatchObject({
      role: 'primary',
      status: 'healthy',
      successRate: 1,
      head: 600n,
      lastError: null,
    })
    expect(endpoints[0]?.latencyMs).toBeGreaterThan(0)
    expect(endpoints[1]).toMatchObject({ role: 'backup', status: 'healthy', head: 600n })
  })

  it('is a viem transport, including reverts', async () => {
    const client = createPublicClient({ chain: mainnet, transport: pool.transport })
    expect(await client.getBlockNumber()).toBe(600n)
    expect(await client.getChainId()).toBe(1)
    // Creation code that reverts with the four bytes deadbeef.
    const data = '0x63deadbeef6000526004601cfd'
    const error = await client.call({ data }).catch((cause) => cause)
    expect(error.walk((cause: { data?: unknown }) => cause.data !== undefined)?.data).toBe('0xdeadbeef')
    expect(pool.report().endpoints[0]).toMatchObject({ status: 'healthy', successRate: 1 })
  })

  it('throws an error of the chain unchanged and calls no other endpoint', async () => {
    const before = backup.stats.requests
    const bad = pool.send({ method: 'eth_getBalance', params: ['not an address', 'latest'] })
    await expect(bad).rejects.toThrow(RpcAnswerError)
    await expect(bad).rejects.toMatchObject({ rpcCode: -32602, retryable: false, endpoint: 'primary' })
    // At most two of these calls are probes.
    expect(backup.stats.requests - before).toBeLessThanOrEqual(4)
    expect(backup.stats.byMethod['eth_getBalance']).toBeUndefined()
  })

  it('stops when the caller aborts', async () => {
    await pool.send(blockNumber)
    await primary.setFault({ kind: 'hang' })
    await backup.setFault({ kind: 'hang' })
    const reason = new DOMException('enough', 'AbortError')
    await expect(pool.send(blockNumber, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const call = pool.send(blockNumber, { signal: controller.signal })
    setTimeout(() => controller.abort(reason), 50)
    await expect(call).rejects.toBe(reason)
  })
})

describe.concurrent('faults', () => {
  describe.each<[string, Fault]>([
    ['hung', { kind: 'hang' }],
    ['refused', { kind: 'refuse' }],
    ['reset', { kind: 'reset' }],
    ['503', { kind: 'status', status: 503 }],
    ['429', { kind: 'status', status: 429, retryAfterSeconds: 2 }],
    ['slow', { kind: 'slow', delayMs: 3000 }],
    ['-32603', { kind: 'rpcError' }],
    ['stale head', { kind: 'staleHead', blocks: 500 }],
    ['wrong chain', { kind: 'wrongChainId', chainId: 5 }],
    ['truncated', { kind: 'truncatedJson' }],
  ])('primary %s', (_, fault) => {
    const correct = { result: '0x258' }

    it('is skipped from the first request on', async () => {
      await using site = await createBreakable()
      const { primary, pool } = site
      await primary.setFault(fault)
      expect(await pool.send(blockNumber)).toMatchObject({ ...correct, role: 'backup' })
    })

    it('takes the endpoint out of service after a few requests, until it is well again', async () => {
      await using site = await createBreakable()
      const { primary, pool } = site
      for (let i = 0; i < 10; i += 1) await pool.send(blockNumber)
      const failovers: boolean[] = []
      pool.on('failover', ({ active }) => failovers.push(active))
      await primary.setFault(fault)
      for (let i = 0; i < 30; i += 1) {
        expect(
          await pool.send(i % 2 ? blockNumber : { method: 'eth_getBlockByNumber', params: ['latest', false] }),
        ).toMatchObject(i % 2 ? correct : { result: { number: '0x258' } })
        expect(await pool.send({ method: 'eth_chainId' })).toMatchObject({ result: '0x1' })
      }
      await until(() => pool.report().failoverActive)
      expect(pool.report().status).toBe('degraded')
      expect(pool.report().endpoints[0]?.status).toBe('unavailable')
      await primary.setFault(none)
      await until(() => !pool.report().failoverActive)
      await until(() => failovers.length >= 2)
      expect(failovers.slice(0, 2)).toEqual([true, false])
      await until(() => pool.report().endpoints[0]?.status !== 'unavailable')
      expect(await pool.send(blockNumber)).toMatchObject({ ...correct, role: 'primary' })
    })
  })

  describe('one fault after another', () => {
    it('a recovered provider is used as soon as the other one fails, and every request is answered', async () => {
      // No probe is scheduled in time. The request itself triggers a probe of the other provider.
      await using site = await createBreakable({ maxProbeDelayMs: 60_000, probeIntervalMs: 60_000 })
      const { primary, backup, pool } = site
      await pool.send(blockNumber)
      const faults: readonly Fault[] = [
        { kind: 'hang' },
        { kind: 'reset' },
        { kind: 'status', status: 503 },
        { kind: 'refuse' },
      ]
      const limits: Fault = { kind: 'status', status: 429, retryAfterSeconds: 30 }
      for (const [index, fault] of [...faults, limits, ...faults].entries()) {
        const [broken, well] = index % 2 === 0 ? [primary, backup] : [backup, primary]
        await well.setFault(none)
        await broken.setFault(fault)
        for (let i = 0; i < 5; i += 1) expect(await pool.send(blockNumber)).toMatchObject({ result: '0x258' })
      }
    }, 60_000)

    it('a provider slower than the usual probe timeout is probed again until the request times out', async () => {
      await using site = await createBreakable()
      const { primary, backup, pool } = site
      await pool.send(blockNumber)
      await Promise.all([primary.setFault({ kind: 'refuse' }), backup.setFault({ kind: 'hang' })])
      for (let i = 0; i < 3; i += 1) await pool.send(blockNumber, { signal: AbortSignal.timeout(1500) }).catch(() => {})
      await until(() => pool.report().status === 'unavailable')
      await backup.setFault({ kind: 'slow', delayMs: 1300 })
      expect(await pool.send(blockNumber)).toMatchObject({ result: '0x258', role: 'backup' })
    }, 30_000)
  })
})

describe('all providers dead', () => {
  it('fails with every reason and no secret, and only after each endpoint was called again', async () => {
    await pool.send(blockNumber)
    await Promise.all([primary.setFault({ kind: 'rpcError' }), backup.setFault({ kind: 'status', status: 503 })])
    for (let i = 0; i < 4; i += 1) await expect(pool.send(blockNumber)).rejects.toThrow(AllProvidersFailedError)
    await until(() => pool.report().status === 'unavailable')
    const before = [primary, backup].map(({ stats }) => stats.requests)
    await expect(pool.send(blockNumber)).rejects.toThrow(AllProvidersFailedError)
    for (const [index, { stats }] of [primary, backup].entries())
      expect(stats.requests).toBeGreaterThan(before[index] as number)
    await primary.setFault({ kind: 'refuse' })
    const error: AllProvidersFailedError = await pool.send(blockNumber).catch((cause) => cause)
    expect(error.failures.map(({ endpoint }) => endpoint)).toEqual(['primary', 'backup'])
    expect(error.message).toMatch(/ECONNREFUSED|ECONNRESET|SOCKET/)
    expect(error.message).toContain('503')
    expect(
      JSON.stringify([error, error.message, pool.report()], (_, v) => (typeof v === 'bigint' ? `${v}` : v)),
    ).not.toContain('SECRET')
    expect(pool.report().status).toBe('unavailable')
    await backup.setFault(none)
    await until(() => pool.report().status !== 'unavailable')
    expect(await pool.send(blockNumber)).toMatchObject({ result: '0x258', role: 'backup' })
  })

  it('leaves nothing running after close', async () => {
    await primary.setFault({ kind: 'hang' })
    await backup.setFault({ kind: 'hang' })
    const call = pool.send(blockNumber)
    await sleep(50)
    await Promise.all([pool.close(), expect(call).rejects.toMatchObject({ code: 'POOL_CLOSED' })])
    await expect(pool.send(blockNumber)).rejects.toMatchObject({ code: 'POOL_CLOSED' })
  })
})

describe('all providers away', () => {
  it('answers the chain id, genesis and cached final blocks from memory', async () => {
    await pool.send(blockNumber)
    const known = [
      { method: 'eth_chainId' },
      { method: 'net_version' },
      { method: 'eth_getBlockByNumber', params: ['earliest', false] },
      { method: 'eth_getBlockByNumber', params: ['0x64', false] },
      { method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: '0x64' }] },
    ]
    const read = () => Promise.all(known.map((request) => pool.send(request)))
    const before = (await read()).map(({ result }) => result)
    await until(() => pool.report().endpoints.every(({ status }) => status === 'healthy'))
    await sleep(200)
    await Promise.all([primary.setFault({ kind: 'hang' }), backup.setFault({ kind: 'refuse' })])
    const after = await read()
    expect(after.map(({ result }) => result)).toEqual(before)
    expect(after.every(({ cached, attempts }) => cached && attempts === 0)).toBe(true)
  })
})

describe('writes', () => {
  const sign = async () => {
    const client = createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) })
    const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'pending' })
    const fees = { maxFeePerGas: parseEther('1', 'gwei') * 100n, maxPriorityFeePerGas: 1n }
    return account.signTransaction({ chainId: 1, type: 'eip1559', nonce, gas: 21000n, to: account.address, ...fees })
  }
  const sent = () =>
    (primary.stats.byMethod['eth_sendRawTransaction'] ?? 0) + (backup.stats.byMethod['eth_sendRawTransaction'] ?? 0)

  it.each<[string, Fault]>([
    ['refuses', { kind: 'refuse' }],
    ['is rate limited', { kind: 'status', status: 429, retryAfterSeconds: 1 }],
  ])('goes to the backup when the primary %s', async (_, fault) => {
    await pool.send(blockNumber)
    await primary.setFault(fault)
    const raw = await sign()
    expect(await pool.send({ method: 'eth_sendRawTransaction', params: [raw] })).toMatchObject({ role: 'backup' })
  })

  it.each<[string, Fault]>([
    ['hangs', { kind: 'hang' }],
    ['answers 503', { kind: 'status', status: 503 }],
    ['resets', { kind: 'reset' }],
  ])('is sent once when the primary %s, and the outcome is told', async (_, fault) => {
    await pool.close()
    pool = create({ timeoutMs: 300 })
    await pool.send(blockNumber)
    await primary.setFault(fault)
    const raw = await sign()
    const before = sent()
    const result = await pool.send({ method: 'eth_sendRawTransaction', params: [raw] }).catch((error) => error)
    expect(sent() - before).toBe(1)
    // The reset cuts off the answer, not the request. The transaction is on the chain and is found there.
    if (fault.kind === 'reset')
      expect(result).toMatchObject({ role: 'backup', result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    else expect(result).toBeInstanceOf(UncertainWriteError)
  })

  it('a write goes to a recovered provider although its circuit is open', async () => {
    await using site = await createBreakable({ maxProbeDelayMs: 60_000, probeIntervalMs: 60_000 })
    const { primary, backup, pool } = site
    await pool.send(blockNumber)
    await backup.setFault({ kind: 'status', status: 503 })
    await primary.setFault({ kind: 'refuse' })
    for (let i = 0; i < 3; i += 1) await pool.send(blockNumber).catch(() => {})
    await until(() => pool.report().endpoints[1]?.status === 'unavailable')
    await backup.setFault(none)
    const write = { method: 'eth_sendTransaction', params: [{ from: account.address, to: account.address }] }
    expect(await pool.send(write)).toMatchObject({ role: 'backup' })
  })

  it('does not resend a transaction that the chain rejects', async () => {
    const raw = await sign()
    await pool.send({ method: 'eth_sendRawTransaction', params: [raw] })
    const before = sent()
    await expect(pool.send({ method: 'eth_sendRawTransaction', params: [raw] })).rejects.toThrow(RpcAnswerError)
    expect(sent() - before).toBe(1)
  })
})

describe('heads', () => {
  it('come once each from sockets and polling, also when the primary is lost', async () => {
    const test = createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })
    const heads: bigint[] = []
    const unwatch = pool.watchHeads(({ number }) => heads.push(number))
    await until(() => pool.report().endpoints.every(({ socket }) => socket) && heads.length > 0)
    const start = heads.at(-1) ?? 0n
    for (let i = 0; i < 3; i += 1) {
      await test.mine({ blocks: 1 })
      await sleep(100)
    }
    await primary.setFault({ kind: 'hang' })
    for (let i = 0; i < 3; i += 1) {
      await test.mine({ blocks: 1 })
      await sleep(100)
    }
    await until(() => heads.at(-1) === start + 6n)
    expect(heads.slice(heads.indexOf(start))).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n].map((i) => start + i))
    unwatch()
    expect(pool.report().endpoints.some(({ socket }) => socket)).toBe(false)
  })
})
