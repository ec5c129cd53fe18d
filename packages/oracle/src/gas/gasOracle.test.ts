import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { chains, createProviderPool, sleep } from '@outrigger/core'
import { type Anvil, createAnvil } from '@outrigger/devnet'
import { createFaultProxy, type Fault } from '@outrigger/devnet/faults'
import { createPublicClient, createTestClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChainNotServedError, GasUnavailableError } from './gasErrors.ts'
import { createGasOracle, type GasOracle, type GasOracleOptions } from './gasOracle.ts'
import type { GasPrice } from './gasPrice.ts'
import { getGasPrice } from './getGasPrice.ts'

const blockTimeMs = 1000
let anvil: Anvil
const none: Fault = { kind: 'none' }

beforeAll(async () => {
  anvil = await createAnvil({ chainId: 1, blockTimeMs })
  await createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) }).mine({ blocks: 70 })
})
afterAll(() => anvil.close())

/** An oracle with two faulty providers for one test. Slow tests run concurrently, so each has its own. */
async function start(options: Partial<GasOracleOptions> = {}, { isAlone = false, fault = none } = {}) {
  const primary = await createFaultProxy({ target: anvil.rpcUrl })
  const backup = await createFaultProxy({ target: anvil.rpcUrl })
  const breakBoth = (fault: Fault) => Promise.all([primary.setFault(fault), backup.setFault(fault)])
  await breakBoth(fault)
  const endpoints = isAlone ? [primary.url] : [primary.url, backup.url]
  const pool = createProviderPool({ chain: chains.ethereum, endpoints })
  const oracle = createGasOracle({ pools: [pool], ttlMs: 1500, ...options })
  return {
    primary,
    pool,
    oracle,
    breakBoth,
    async [Symbol.asyncDispose]() {
      await oracle.close()
      await pool.close()
      await Promise.all([primary.close(), backup.close()])
    },
  }
}

async function until(oracle: GasOracle, done: (price: GasPrice) => boolean, timeoutMs = 8000): Promise<GasPrice> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const price = await oracle.get('ethereum')
    if (done(price) || Date.now() > end) {
      expect(price).toSatisfy(done)
      return price
    }
    await sleep(10)
  }
}

/** Reads once, and reports whether the value came without waiting for a timer, socket or disk. */
async function readNow(oracle: GasOracle): Promise<{ readonly price: GasPrice; readonly isImmediate: boolean }> {
  let isImmediate = false
  const reading = oracle.get('ethereum').finally(() => {
    isImmediate = true
  })
  await new Promise(setImmediate)
  const before = isImmediate
  return { price: await reading, isImmediate: before }
}

test('getGasPrice works with any viem client', async () => {
  const price = await getGasPrice(createPublicClient({ chain: mainnet, transport: http(anvil.rpcUrl) }))
  expect(price).toMatchObject({
    chain: 'ethereum',
    source: 'primary',
    stale: false,
    ttlMs: 3000,
    providerStatus: 'healthy',
    failoverActive: false,
    baseFeeMismatch: null,
  })
  expect(price.tiers.fast.maxFeePerGas).toBe(price.nextBaseFeePerGas + price.tiers.fast.maxPriorityFeePerGas)
})

test('getGasPrice finds the client’s chain, and throws for unsupported ones', async () => {
  const unnamed = createPublicClient({ transport: http(anvil.rpcUrl) })
  expect(await getGasPrice(unnamed)).toMatchObject({ chain: 'ethereum' })
  const unknown = createPublicClient({ chain: { ...mainnet, id: 424242 }, transport: http(anvil.rpcUrl) })
  await expect(getGasPrice(unknown)).rejects.toThrow(ChainNotServedError)
})

describe('healthy', () => {
  test('a thousand concurrent cold requests cause one read', async () => {
    await using site = await start({ pendingPool: false }, { isAlone: true })
    const { primary, oracle } = site
    const before = primary.stats.byMethod
    const prices = await Promise.all(Array.from({ length: 1000 }, () => oracle.get('ethereum')))
    expect(new Set(prices).size).toBe(1)
    const asked = (method: string) => (primary.stats.byMethod[method] ?? 0) - (before[method] ?? 0)
    expect(asked('eth_feeHistory')).toBe(1)
  })

  test('reads each block when it arrives, whenever the oracle started', async () => {
    await using site = await start({ ttlMs: 3000 })
    const { pool } = site
    const headsAt = new Map<bigint, number>()
    const unwatch = pool.watchHeads(({ number }) => void headsAt.set(number, performance.now()))
    await until(site.oracle, () => headsAt.size > 1)
    await sleep(0.6 * blockTimeMs)
    await site.oracle.close()
    await using oracle = createGasOracle({ pools: [pool], ttlMs: 3000 })
    const readAt = new Map<bigint, number>()
    oracle.on('update', ({ blockNumber }) => void readAt.set(blockNumber, readAt.get(blockNumber) ?? performance.now()))
    const begun = headsAt.size
    await until(oracle, () => headsAt.size > begun + 6, 15_000)
    unwatch()
    // Only blocks that arrived after the start.
    const lags = [...headsAt].slice(begun, -1).map(([number, at]) => (readAt.get(number) ?? Infinity) - at)
    // A fixed interval that began between two blocks would read each block 600 ms late.
    expect(lags.sort((a, b) => a - b)[Math.floor(lags.length / 2)]).toBeLessThan(0.4 * blockTimeMs)
  })

  test('follows the heads, never expires, and never makes a caller wait', async () => {
    await using site = await start({}, { isAlone: true })
    const { oracle } = site
    const seen: bigint[] = []
    oracle.on('update', ({ blockNumber }) => seen.push(blockNumber))
    await oracle.get('ethereum')
    const end = Date.now() + 3300
    while (Date.now() < end) {
      const { price, isImmediate } = await readNow(oracle)
      expect(price).toMatchObject({ stale: false, source: 'primary', providerStatus: 'healthy' })
      expect(Object.isFrozen(price)).toBe(true)
      expect(isImmediate).toBe(true)
      await sleep(5)
    }
    expect(seen.length).toBeGreaterThanOrEqual(3)
    expect(seen).toEqual([...seen].sort((a, b) => Number(a - b)))
  })

  test('follows the heads after the clock was set back repeatedly', async () => {
    let backMs = 0
    await using site = await start({ clock: { now: () => Date.now() - backMs } })
    const { oracle } = site
    const { blockNumber } = await oracle.get('ethereum')
    for (let i = 0; i < 15; i++) {
      backMs += 3_600_000
      await sleep(100)
    }
    await sleep(1500)
    const price = oracle.peek('ethereum')
    expect(price).toMatchObject({ stale: false, source: 'primary' })
    expect(price?.blockNumber).toBeGreaterThan(blockNumber)
  })

  test('peek returns the cached object, and undefined for an unknown chain', async () => {
    await using site = await start()
    const { oracle } = site
    expect(oracle.peek('ethereum')).toBeUndefined()
    const price = await oracle.get('ethereum')
    expect(oracle.peek('ethereum')).toBe(price)
    expect(oracle.chains).toEqual(['ethereum'])
    expect(oracle.peek('polygon')).toBeUndefined()
    await expect(oracle.get('polygon')).rejects.toThrow(ChainNotServedError)
    expect(() => oracle.clear('polygon')).toThrow(ChainNotServedError)
  })

  test('clear drops the value, and the next call reads', async () => {
    await using site = await start()
    const { oracle } = site
    const { timestampMs } = await oracle.get('ethereum')
    expect(oracle.clear()).toEqual(['ethereum'])
    expect(oracle.peek('ethereum')).toBeUndefined()
    expect(oracle.clear('ethereum')).toEqual([])
    expect((await oracle.get('ethereum')).timestampMs).toBeGreaterThan(timestampMs)
  })

  test('reads the pending block unless it is disabled', async () => {
    const tagsAsked = async (pendingPool: boolean) => {
      const tags: unknown[] = []
      const target = createServer((request, response) => {
        void text(request).then(async (body) => {
          for (const { method, params } of [JSON.parse(body)].flat())
            if (method === 'eth_getBlockByNumber') tags.push(params[0])
          const headers = { 'content-type': 'application/json' }
          response
            .writeHead(200, headers)
            .end(await (await fetch(anvil.rpcUrl, { method: 'POST', headers, body })).text())
        })
      })
      await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
      const endpoints = [{ url, wsUrl: false as const }]
      await using pool = createProviderPool({ chain: chains.ethereum, endpoints, probeIntervalMs: 0 })
      await using oracle = createGasOracle({ pools: [pool], pendingPool })
      await oracle.get('ethereum')
      target.close()
      return tags
    }
    expect(await tagsAsked(true)).toContain('pending')
    expect(await tagsAsked(false)).not.toContain('pending')
  })
})

describe.concurrent('an outage', () => {
  describe.each<[string, Fault]>([
    ['hangs', { kind: 'hang' }],
    ['refuses', { kind: 'refuse' }],
    ['answers 503', { kind: 'status', status: 503 }],
  ])('primary %s', (_, fault) => {
    test('uses the backup, then the primary again', async () => {
      await using site = await start()
      const { primary, oracle } = site
      await oracle.get('ethereum')
      const events: string[] = []
      oracle.on('update', ({ source }) => events.push(source))
      await primary.setFault(fault)
      const price = await until(oracle, ({ source }) => source === 'backup')
      expect(price).toMatchObject({ failoverActive: true, providerStatus: 'degraded', stale: false })
      const reads = await Promise.all(
        Array.from({ length: 100 }, (_, index) => sleep(index * 20).then(() => readNow(oracle))),
      )
      expect(reads.filter(({ isImmediate }) => isImmediate).length).toBeGreaterThan(50)
      await primary.setFault(none)
      const back = await until(oracle, ({ source }) => source === 'primary')
      expect(back).toMatchObject({ failoverActive: false, stale: false })
      expect(events).toContain('backup')
    })
  })

  describe('every provider dead', () => {
    test.each<[string, Fault]>([
      ['hang', { kind: 'hang' }],
      ['refuse', { kind: 'refuse' }],
    ])('%s: the last value, at once, with its age; back without being asked', async (_, fault) => {
      await using site = await start()
      const { oracle, breakBoth } = site
      await oracle.get('ethereum')
      const failures: unknown[] = []
      const recoveries: unknown[] = []
      oracle.on('failure', (event) => failures.push(event))
      oracle.on('recovery', (event) => recoveries.push(event))
      await breakBoth(fault)
      await sleep(1600)
      const end = Date.now() + 3500
      let stale = 0
      while (Date.now() < end) {
        const { price, isImmediate } = await readNow(oracle)
        if (price.stale) {
          stale += 1
          expect(isImmediate).toBe(true)
          expect(price).toMatchObject({ source: 'cache', providerStatus: 'unavailable', failoverActive: false })
          expect(Date.now() - price.timestampMs).toBeGreaterThan(1500)
        }
        await sleep(10)
      }
      expect(stale).toBeGreaterThan(20)
      expect(failures.length).toBeGreaterThan(0)

      await breakBoth(none)
      await until(oracle, ({ stale }) => !stale)
      await until(oracle, ({ source }) => source === 'primary')
      expect(recoveries).toMatchObject([{ chain: 'ethereum' }])
    })

    test.each<[string, Fault]>([
      ['hang', { kind: 'hang' }],
      ['refuse', { kind: 'refuse' }],
    ])('%s with nothing cached: an error, not a wait without end', async (_, fault) => {
      await using site = await start({}, { fault })
      const { oracle } = site
      for (let i = 0; i < 3; i++) {
        await expect(oracle.get('ethereum')).rejects.toBeInstanceOf(GasUnavailableError)
      }
    })
  })
})

test('closes with its signal', async () => {
  const controller = new AbortController()
  await using site = await start({ signal: controller.signal })
  const { primary, oracle } = site
  await oracle.get('ethereum')
  controller.abort()
  await sleep(200)
  const { requests } = primary.stats
  await sleep(1500)
  // The pool still probes, but the oracle sends no requests.
  expect(primary.stats.byMethod['eth_feeHistory']).toBeDefined()
  expect(primary.stats.requests - requests).toBeLessThanOrEqual(4)
})
