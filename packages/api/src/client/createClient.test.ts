import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { contract, type Response } from '../contract/contract.ts'
import { exampleTransaction } from '../contract/mempool.ts'
import { createClient, type OutriggerClient } from './createClient.ts'
import type { WebSocketClass } from './stream/webSocket.ts'

const key = 'secret-key-of-a-test'

let server: Server
let sockets: WebSocketServer
let url: string
let client: OutriggerClient
let requests: IncomingMessage[]
let upgrades: IncomingMessage[]
let messages: unknown[]
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  requests = []
  upgrades = []
  messages = []
  answer = (request, response) => response.end(JSON.stringify(exampleOf(request)))
  server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => {
    upgrades.push(request)
    socket.send('{"type":"connected"}')
    socket.on('message', (text) => {
      messages.push(JSON.parse(String(text)))
      socket.send('{"type":"subscribed","subscription_id":"sub_1","filter":{}}')
      socket.send(JSON.stringify({ type: 'transaction', subscription_id: 'sub_1', data: exampleTransaction }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createClient({ url, apiKey: key })
})

afterEach(async () => {
  await client.close()
  for (const socket of sockets.clients) socket.terminate()
  sockets.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** The example of the contract that stands at the path of a request. */
function exampleOf({ url = '' }: IncomingMessage): unknown {
  const path = url.replace(/\?.*/, '').replace(/^\/api/, '')
  const found = Object.values(contract).find(
    (one) => one.state === 'served' && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return found?.state === 'served' ? found.example : undefined
}

describe('the client', () => {
  it('gives gas in wei, exactly, and times in ms', async () => {
    const gas = await client.gas.get('ethereum')
    expect(gas).toMatchObject({ blockNumber: 23_850_000n, baseFeePerGas: 1_250_000_000n, ttlMs: 3000 })
    expect(gas.nextBaseFeePerGas).toBe(1_200_000_000n)
    expect(gas.tiers.fast).toEqual({
      baseFeePerGas: 1_200_000_000n,
      maxPriorityFeePerGas: 500_000_000n,
      maxFeePerGas: 1_700_000_000n,
    })
    expect(gas.timestampMs).toBe(Date.parse('2026-11-21T12:00:00Z'))
  })

  it('gives amounts in smallest units', async () => {
    const { rates } = await client.lrt.get({ tokens: ['weETH', 'ezETH'] })
    expect(rates['weETH']?.rateWei).toBe(1_080_000_000_000_000_000n)
    expect(requests[0]?.url).toBe('/api/v1/oracle/lrt/rates?tokens=weETH%2CezETH')

    const { positions } = await client.positions.get('ethereum', { address: `0x${'b0'.repeat(20)}`, protocol: 'spark' })
    expect(requests[1]?.url).toMatch(/\/positions\/0x(?:b0){20}\/health\?protocol=spark$/)
    expect(positions[0]).toMatchObject({ healthFactor: 1_245_000_000_000_000_000n, status: 'WARNING' })
    expect(positions[0]?.collateral[0]).toMatchObject({ amount: 2n * 10n ** 18n, valueUsd: 6000, ltv: 0.805 })

    const { opportunities } = await client.liquidations.get('ethereum', { minProfitUsd: 5 })
    expect(requests[2]?.url).toBe('/api/v1/defi/ethereum/liquidations/opportunities?min_profit_usd=5')
    expect(opportunities[0]?.debtToRepay).toMatchObject({ symbol: 'USDC', amount: 4_000_000_000n })
  })

  it('asks for the mempool in wei', async () => {
    const { transactions } = await client.mempool.get('ethereum', {
      minValue: 15n * 10n ** 17n,
      minGasPrice: 10n ** 8n,
    })
    expect(requests[0]?.url).toBe('/api/v1/mempool/ethereum/pending?min_value_eth=1.5&min_gas_price_gwei=0.1')
    expect(transactions[0]?.transaction).toMatchObject({ value: 15n * 10n ** 17n, maxFeePerGas: 2_500_000_000n })
    expect(transactions[0]?.classification.swap).toMatchObject({
      amountIn: 15n * 10n ** 17n,
      amountOut: 4_650_000_000n,
    })
    expect((await client.mempool.stats('ethereum')).gasPrice?.average).toBe(1_500_000_000n)
    expect(await client.mempool.status('ethereum')).toMatchObject({ isConnected: true, isStale: false, asOfMs: null })
  })

  it('gives analytics in ms, ratios and base units', async () => {
    const series = await client.analytics.getSeries('ethereum', {
      metric: 'transaction_volume',
      interval: '1d',
      fromMs: 1_700_000_000_000,
    })
    expect(requests[0]?.url).toBe(
      '/api/v1/analytics/timeseries?chain=ethereum&metric=transaction_volume&interval=1d&start_date=2023-11-14T22%3A13%3A20.000Z',
    )
    const { data_points, metadata } = contract.analyticsTimeseries.example as Response<'analyticsTimeseries'>
    expect(series.points.map(({ startMs }) => startMs)).toEqual(data_points.map((one) => Date.parse(one.timestamp)))
    expect(series.points.map(({ value }) => value)).toEqual(data_points.map(({ value }) => value))
    expect(series.coverage).toMatchObject({ share: metadata.coverage.share, blocks: metadata.coverage.blocks })
    await client.analytics.getSeries('ethereum', { metric: 'active_addresses', interval: '1w' })
    expect(requests[1]?.url).toBe('/api/v1/analytics/ethereum/data?metric=active_addresses&aggregation=weekly')
    const { tokens } = await client.analytics.getTrendingTokens('ethereum', { limit: 3 })
    const [token] = (contract.analyticsTrendingTokens.example as Response<'analyticsTrendingTokens'>).tokens
    expect(tokens[0]?.change24h).toBe((token?.change_24h ?? Number.NaN) / 100)
    const { chains } = await client.analytics.getChains()
    const [first] = (contract.analyticsChainsMetrics.example as Response<'analyticsChainsMetrics'>).chains
    expect(chains[0]?.blockTimeMs).toBe((first?.block_time ?? Number.NaN) * 1000)
    const compared = await client.analytics.compare(['ethereum', 'bitcoin'], { metric: 'gas_usage' })
    expect(requests.at(-1)?.url).toMatch(/compare\?chains=ethereum&chains=bitcoin&metric=gas_usage$/)
    expect(Object.keys(compared.chains)).toEqual(
      Object.keys((contract.analyticsCompare.example as Response<'analyticsCompare'>).comparison),
    )
  })

  it('takes addresses with and without the base path', async () => {
    for (const given of [`${url}/`, `${url}/api`, `${url}/api/`]) await createClient({ url: given }).beacon.get()
    expect(requests.map((request) => request.url)).toEqual(Array(3).fill('/api/v1/oracle/beacon/status'))
    for (const given of ['ws://127.0.0.1', 'localhost:8787', '', 'http://'])
      expect(() => createClient({ url: given })).toThrow(/http or https URL/)
  })

  it('throws what the node says, or that it says nothing, and never the key', async () => {
    answer = (_, response) =>
      response.writeHead(503).end('{"error":"service_unavailable","message":"No ethereum provider answers."}')
    const said = await client.gas.get('ethereum').catch((error: unknown) => error)
    expect(said).toMatchObject({ name: 'ApiAnswerError', code: 'service_unavailable', status: 503, retryable: true })
    answer = (request) => request.socket.destroy()
    const silent = await client.gas.get('ethereum').catch((error: unknown) => error)
    expect(silent).toMatchObject({ name: 'ServiceUnreachableError', retryable: true })
    for (const error of [said, silent]) expect(JSON.stringify(error) + String(error)).not.toContain(key)
  })

  it('says which scope the key lacks, in each shape of errors that has it', async () => {
    const [code, message] = ['INSUFFICIENT_PERMISSIONS', 'Insufficient permissions']
    const details = { required_scope: 'read:blockchain' }
    for (const body of [{ error: { code, message, details } }, { success: false, error: code, message, details }]) {
      answer = (_, response) => response.writeHead(403).end(JSON.stringify(body))
      const error = await client.gas.get('ethereum').catch((error: unknown) => error)
      expect(error).toMatchObject({
        code,
        details,
        message: expect.stringContaining('needs the scope read:blockchain'),
      })
    }
  })
})

describe('a watch of the mempool', () => {
  it('subscribes with the key in a header and tells transactions in the units of the library', async () => {
    const seen: unknown[] = []
    client.mempool.watch('ethereum', {
      types: ['swap'],
      minValue: 10n ** 17n,
      onTransaction: (one) => seen.push(one),
      onError: (error) => seen.push(error),
    })
    await expect.poll(() => seen.length).toBe(1)
    expect(seen[0]).toMatchObject({ chain: 'ethereum', transaction: { value: 15n * 10n ** 17n } })
    expect(upgrades[0]?.url).toBe('/api/v1/mempool/ethereum/stream')
    expect(upgrades[0]?.headers['x-api-key']).toBe(key)
    expect(messages[0]).toEqual({
      action: 'subscribe',
      stream: 'mempool',
      chain: 'ethereum',
      filter: { tx_types: ['swap'], min_value_eth: 0.1 },
    })
  })

  it('comes back by itself, and tells that something may be missing', async () => {
    const reported: unknown[] = []
    client.mempool.watch('ethereum', {
      onTransaction: () => reported.push('transaction'),
      onGap: (gap) => reported.push(gap),
      onError: (error) => reported.push((error as { code: string }).code),
    })
    await expect.poll(() => reported.length).toBe(1)
    for (const socket of sockets.clients) socket.terminate()
    await expect.poll(() => reported.length, { timeout: 20_000 }).toBe(4)
    expect(reported).toEqual(['transaction', 'STREAM_LOST', { dropped: null }, 'transaction'])
  })

  it('takes a connection that has fallen silent for lost, where the node pings', async () => {
    await client.close()
    client = createClient({ url, apiKey: key, silenceMs: 300 })
    const codes: unknown[] = []
    client.mempool.watch('ethereum', {
      onTransaction: () => {
        for (const socket of sockets.clients) socket.ping()
      },
      onError: (error) => codes.push((error as { code: string }).code),
    })
    await expect.poll(() => codes[0], { timeout: 20_000 }).toBe('STREAM_LOST')
  })

  it('ends with close, and says nothing after it was stopped', async () => {
    const seen: unknown[] = []
    const stop = client.mempool.watch('ethereum', { onTransaction: (one) => seen.push(one), onError: () => {} })
    stop()
    client.liquidations.watch('ethereum', { onOpportunity: (one) => seen.push(one), onError: (one) => seen.push(one) })
    await client.close()
    await wait(100)
    expect([seen.length, sockets.clients.size]).toEqual([0, 0])
  })

  it('exchanges the key for a token where a WebSocket takes no headers', async () => {
    await client.close()
    const Plain = class extends WebSocket {
      constructor(address: string) {
        super(address)
      }
    } as unknown as WebSocketClass
    client = createClient({ url, apiKey: key, WebSocket: Plain })
    const seen: unknown[] = []
    client.mempool.watch('ethereum', { onTransaction: (one) => seen.push(one), onError: (error) => seen.push(error) })
    await expect.poll(() => seen.length).toBe(1)
    expect(upgrades[0]?.url).toMatch(/^\/api\/v1\/ws\/connect\?token=eyJ/)
    expect(upgrades[0]?.headers['x-api-key']).toBeUndefined()
  })
})

describe('a watch of gas', () => {
  it('tells the present price, then what is new', async () => {
    await client.close()
    client = createClient({ url, gasPollMs: 20 })
    let block = 1
    answer = (request, response) =>
      response.end(JSON.stringify({ ...(exampleOf(request) as object), block_number: block }))
    const blocks: bigint[] = []
    const stop = client.gas.watch('ethereum', { onPrice: (price) => blocks.push(price.blockNumber), onError: () => {} })
    await expect.poll(() => blocks).toEqual([1n])
    await wait(100)
    block = 2
    await expect.poll(() => blocks).toEqual([1n, 2n])
    stop()
    const asked = requests.length
    await wait(100)
    expect(requests.length).toBeLessThanOrEqual(asked + 1)
  })

  it('ends where it is refused, and goes on where the node is gone for a while', async () => {
    await client.close()
    client = createClient({ url, gasPollMs: 20 })
    let status = 503
    answer = (_, response) => response.writeHead(status).end('{"error":"said_so","message":""}')
    const errors: unknown[] = []
    client.gas.watch('ethereum', { onPrice: () => {}, onError: (error) => errors.push(error) })
    await expect.poll(() => errors.length).toBeGreaterThan(2)
    status = 400
    await wait(100)
    const before = errors.length
    await wait(100)
    expect(errors.length).toBe(before)
  })
})
