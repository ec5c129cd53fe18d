import { createPublicClient } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chains } from '../chains/registry.ts'
import {
  createProviderPool,
  DisagreementError,
  type PoolEvents,
  type PoolOptions,
  TooFewEndpointsError,
  withAgreement,
} from '../index.ts'
import { sleep } from '../time/sleep.ts'
import { createProvider, type Script } from './fixtures/provider.ts'
import { createLoggingChain } from './streams/fixtures/loggingChain.ts'

type Provider = Awaited<ReturnType<typeof createProvider>>

let first: Provider
let second: Provider
let pool: ReturnType<typeof createProviderPool>
const made: { close(): Promise<unknown> }[] = []

const create = (
  options: Partial<PoolOptions> & { readonly maxBatch?: number; readonly requestsPerSecond?: number } = {},
) => {
  const { maxBatch, requestsPerSecond, ...rest } = options
  const limits = { ...(maxBatch && { maxBatch }), ...(requestsPerSecond && { requestsPerSecond }) }
  pool = createProviderPool({
    chain: chains.ethereum,
    endpoints: [
      { url: first.url, wsUrl: false, ...limits },
      { url: second.url, wsUrl: false },
    ],
    probeIntervalMs: 0,
    ...rest,
  })
  made.push(pool)
  return pool
}
const hex = (number: number | bigint) => `0x${number.toString(16)}`
const countOf = ({ state }: Provider, method: string) => state.calls.filter((call) => call === method).length
const eventsOf = <event extends keyof PoolEvents>(event: event) => {
  const seen: PoolEvents[event][] = []
  pool.on(event, (payload) => seen.push(payload))
  return seen
}

beforeEach(async () => {
  first = await createProvider('honest')
  second = await createProvider('honest')
  made.push(first, second)
})
afterEach(async () => {
  await Promise.all(made.splice(0).map((each) => each.close()))
})

const balanceAt = (block: string) => ({ method: 'eth_getBalance', params: [`0x${'11'.repeat(20)}`, block] })
const block = (number: number) => ({
  number: hex(number),
  hash: `0x${number.toString(16).padStart(64, '0')}`,
  parentHash: `0x${'0'.repeat(64)}`,
  gasUsed: '0x0',
  gasLimit: '0x1',
  timestamp: '0x1',
})

describe('identical reads in flight', () => {
  it('are one upstream call, and end when the last caller has gone', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    let open = 0
    const hold: (() => void)[] = []
    first.scripts['eth_getBalance'] = ({ id }, response) => {
      open += 1
      response.on('close', () => {
        open -= 1
      })
      return new Promise((resolve) => hold.push(() => resolve({ id, result: '0x5' })))
    }
    second.scripts['eth_getBalance'] = first.scripts['eth_getBalance']
    const leaving = new AbortController()
    const gone = pool.send(balanceAt('latest'), { signal: leaving.signal })
    const staying = Promise.all(Array.from({ length: 50 }, () => pool.send(balanceAt('latest'))))
    await sleep(30)
    expect(countOf(first, 'eth_getBalance')).toBe(1)
    leaving.abort(new RangeError('left'))
    await expect(gone).rejects.toThrow('left')
    for (const release of hold) release()
    expect((await staying).every(({ result }) => result === '0x5')).toBe(true)

    const alone = new AbortController()
    const last = pool.send(balanceAt('latest'), { signal: alone.signal })
    await sleep(30)
    alone.abort(new RangeError('left'))
    await expect(last).rejects.toThrow('left')
    await sleep(30)
    expect(open).toBe(0)
  })

  it('are asked anew after a write, which they may not have seen', async () => {
    create({ hedgeDelayMs: 4000 })
    await pool.send({ method: 'eth_blockNumber' })
    const results = ['0x1', '0x2']
    first.scripts['eth_getBalance'] = async ({ id }) => {
      const result = results.shift()
      await sleep(60)
      return { id, result }
    }
    first.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result: `0x${'ab'.repeat(32)}` })
    const before = pool.send(balanceAt('latest'))
    await pool.send({ method: 'eth_sendRawTransaction', params: ['0x02'] })
    expect((await pool.send(balanceAt('latest'))).result).toBe('0x2')
    expect((await before).result).toBe('0x1')
  })
})

it('a method of any name is never taken for another call in flight', async () => {
  create()
  await pool.send({ method: 'eth_blockNumber' })
  const raw = '0x02'
  first.scripts['*'] = async ({ id }) => {
    await sleep(60)
    return { id, error: { code: 3, message: 'no such method' } }
  }
  first.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result: `0x${'ab'.repeat(32)}` })
  const posing = ['write eth_sendRawTransaction', '0 eth_sendRawTransaction', '1 eth_sendRawTransaction']
  const refused = posing.map((method) => pool.send({ method, params: [raw] }).catch((error) => error.code))
  expect((await pool.send({ method: 'eth_sendRawTransaction', params: [raw] })).result).toBe(`0x${'ab'.repeat(32)}`)
  expect(await Promise.all(refused)).toEqual(posing.map(() => 'RPC_ANSWER'))
})

describe('cache', () => {
  beforeEach(() => {
    for (const provider of [first, second])
      provider.scripts['eth_getBlockByNumber'] = ({ id, params: [which] }) => ({
        id,
        result: block(which === 'latest' ? 1000 : which === 'finalized' ? 900 : Number(which)),
      })
  })

  it('keeps what is final and asks for the rest again', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    expect(await pool.send(balanceAt(hex(800)))).toMatchObject({ cached: false, block: 800n })
    await sleep(50)
    await pool.send(balanceAt(hex(800)))
    const hit = await pool.send(balanceAt(hex(800)))
    expect(hit).toMatchObject({ cached: true, attempts: 0, block: 800n, provider: 'primary', result: '0x2' })
    expect(hit.ageMs).toBeGreaterThanOrEqual(0)
    for (const young of ['latest', 'pending', hex(950), hex(1000)]) {
      await pool.send(balanceAt(young))
      expect(await pool.send(balanceAt(young))).toMatchObject({ cached: false })
    }
    expect(await pool.relay(balanceAt(hex(800)))).toMatchObject({ cached: true, result: '"0x2"' })
  })

  it('keeps nothing for a head, or past a write, that came after it was asked', async () => {
    const chain = await createLoggingChain()
    made.push(chain)
    for (const method of ['eth_getBlockByNumber', '*'])
      first.scripts[method] = ({ id, method: name, params }) =>
        chain.ask(name, ...params).then((result) => ({ id, result }))
    create({ endpoints: [{ url: first.url, wsUrl: chain.anvil.wsUrl }] })
    const unwatch = pool.watchHeads(() => {})
    const [sender] = await chain.ask<readonly string[]>('eth_accounts')
    const count = { method: 'eth_getTransactionCount', params: [sender, 'latest'] }
    await expect.poll(async () => (await pool.send(count)).cached, { timeout: 5000 }).toBe(true)
    first.scripts['eth_getTransactionCount'] = async ({ id, method, params }) => {
      const result = await chain.ask(method, ...params)
      await sleep(300)
      return { id, result }
    }
    const before = pool.send(count, { fresh: true })
    await sleep(50)
    await pool.send({ method: 'eth_sendTransaction', params: [{ from: sender, to: sender }] })
    expect((await before).result).toBe('0x0')
    expect((await pool.send(count)).result).toBe('0x1')
    unwatch()
  })

  it('keeps what is named by its hash, but never that there is nothing', async () => {
    create()
    const known = { method: 'eth_getBlockByHash', params: [`0x${'77'.repeat(32)}`, false] }
    expect(await pool.send(known)).toMatchObject({ result: null, cached: false })
    first.scripts['eth_getBlockByHash'] = ({ id }) => ({ id, result: block(990) })
    expect(await pool.send(known)).toMatchObject({ cached: false, block: 990n })
    expect(await pool.send(known)).toMatchObject({ cached: true, block: 990n })
  })

  it('can be turned off, and is forgotten when a local chain is set back', async () => {
    create({ cache: false })
    const read = { method: 'eth_getBlockByHash', params: [`0x${'01'.repeat(32)}`, false] }
    for (const provider of [first, second])
      provider.scripts['eth_getBlockByHash'] = ({ id }) => ({ id, result: block(1) })
    await pool.send(read)
    expect(await pool.send(read)).toMatchObject({ cached: false })
    create()
    await pool.send(read)
    expect(await pool.send(read)).toMatchObject({ cached: true })
    await pool.send({ method: 'anvil_reset', params: [] }).catch(() => {})
    expect(await pool.send(read)).toMatchObject({ cached: false })
  })
})

describe('emptiness', () => {
  const logs = { method: 'eth_getLogs', params: [{ fromBlock: hex(900), toBlock: hex(950) }] }
  const log = { address: `0x${'22'.repeat(20)}`, topics: [], data: '0x', blockNumber: hex(940), logIndex: '0x0' }

  it('is believed when two say so', async () => {
    create()
    for (const provider of [first, second]) provider.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    expect(await pool.send(logs)).toMatchObject({ result: [], attempts: 2, hedged: false })
  })

  it('of one that denies what another has is not asked for again', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    const lessons = eventsOf('learned')
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    second.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [log] })
    expect(await pool.send(logs)).toMatchObject({ result: [log], role: 'backup', attempts: 2 })
    expect(await pool.send(logs)).toMatchObject({ result: [log], role: 'backup', attempts: 1 })
    expect(lessons).toEqual([expect.objectContaining({ endpoint: 'primary', method: 'eth_getLogs' })])
    expect(await pool.send({ method: 'eth_blockNumber' })).toMatchObject({ role: 'primary' })
  })

  it('is not believed of one alone: it is marked, and nobody who waits or comes later is given it as a fact', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    second.scripts['eth_getLogs'] = () => new Promise(() => {})
    const early = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0x0' }] }
    const answers = await Promise.all(Array.from({ length: 10 }, () => pool.send(early)))
    expect(answers.map(({ result, unconfirmed }) => ({ result, unconfirmed }))).toEqual(
      answers.map(() => ({ result: [], unconfirmed: true })),
    )
    second.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [log] })
    expect(await pool.send(early)).toMatchObject({ result: [log], cached: false })
  })

  it('waits for a late second opinion, which may know better', async () => {
    create({ hedgeDelayMs: 4000 })
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    second.scripts['eth_getLogs'] = async ({ id }) => {
      await sleep(400)
      return { id, result: [log] }
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => pool.send(logs)))
    expect(answers.map(({ result }) => result)).toEqual(answers.map(() => [log]))
  })

  it('of the only endpoint in service is put to those out of service before it counts', async () => {
    create({ maxProbeDelayMs: 60_000 })
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [log] })
    second.scripts['*'] = (_, response) => {
      response.destroy()
      return ''
    }
    const others = { method: 'eth_getLogs', params: [{ fromBlock: hex(1), toBlock: hex(2) }] }
    for (let i = 0; i < 4; i += 1) await pool.send(others, { prefer: 'backup', fresh: true })
    await expect.poll(() => pool.report().endpoints[1]?.status).toBe('unavailable')
    delete second.scripts['*']
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [] })
    second.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [log] })
    expect(await pool.send(logs)).toMatchObject({ result: [log], role: 'backup' })
  })

  it('of one that has not seen the blocks in question is its failure, and so is a block that others have shown', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    first.state.head = 998
    for (const method of ['eth_getLogs', 'eth_getBlockReceipts']) {
      first.scripts[method] = ({ id }) => ({ id, result: method === 'eth_getLogs' ? [] : null })
      second.scripts[method] = ({ id }) => ({ id, result: [log] })
    }
    const newest = { method: 'eth_getLogs', params: [{ fromBlock: hex(999), toBlock: hex(1000) }] }
    expect(await pool.send(newest)).toMatchObject({ result: [log], role: 'backup' })
    second.scripts['eth_getLogs'] = () => new Promise(() => {})
    await expect(pool.send(newest, { signal: AbortSignal.timeout(1500) })).rejects.toThrow()
    expect(await pool.send({ method: 'eth_getBlockReceipts', params: [hex(1000)] })).toMatchObject({ result: [log] })
  })

  it('of a receipt goes when any node has it', async () => {
    create()
    const receipt = { transactionHash: `0x${'33'.repeat(32)}`, blockNumber: hex(999), status: '0x1' }
    second.scripts['eth_getTransactionReceipt'] = ({ id }) => ({ id, result: receipt })
    const read = { method: 'eth_getTransactionReceipt', params: [receipt.transactionHash] }
    expect(await pool.send(read)).toMatchObject({ result: receipt, block: 999n })
  })
})

describe('a block that an endpoint lacks', () => {
  const absent = { code: -32602, message: 'BlockOutOfRangeError: block height is 609 but requested was 109' }

  it('and others have shown is no mistake of the caller: the next is asked', async () => {
    create({ hedgeDelayMs: 4000 })
    await pool.send({ method: 'eth_blockNumber' })
    for (const error of [absent, { code: -32000, message: 'header not found' }])
      for (const at of ['latest', hex(1000), hex(990)]) {
        first.scripts['eth_getBalance'] = ({ id }) => ({ id, error })
        expect(await pool.send(balanceAt(at), { fresh: true })).toMatchObject({ result: '0x2', role: 'backup' })
      }
  })

  it('and nobody has is what they say', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    for (const provider of [first, second]) provider.scripts['eth_getBalance'] = ({ id }) => ({ id, error: absent })
    await expect(pool.send(balanceAt(hex(5000)))).rejects.toMatchObject({ code: 'RPC_ANSWER', rpcCode: -32602 })
    await expect(pool.send(balanceAt(hex(5)))).rejects.toMatchObject({ code: 'RPC_ANSWER', rpcCode: -32602 })
  })
})

describe('limits learned', () => {
  it('made-up methods do not keep it from learning', async () => {
    create()
    const lacking: Script = ({ id }) => ({ id, error: { code: -32601, message: 'method not found' } })
    for (const method of ['trace_block', ...Array.from({ length: 300 }, (_, index) => `made_up${index}`)]) {
      for (const provider of [first, second]) provider.scripts[method] = lacking
      if (method !== 'trace_block') await pool.send({ method }).catch(() => {})
    }
    second.scripts['trace_block'] = ({ id }) => ({ id, result: [] })
    expect(await pool.send({ method: 'trace_block', params: [hex(1)] })).toMatchObject({ attempts: 2 })
    expect(await pool.send({ method: 'trace_block', params: [hex(2)] })).toMatchObject({ attempts: 1 })
    expect(pool.report().endpoints[0]?.unsupported.length).toBeLessThanOrEqual(256)
  })

  it('a method an endpoint lacks is not asked of it again', async () => {
    create()
    first.scripts['trace_block'] = ({ id }) => ({ id, error: { code: -32601, message: 'the method does not exist' } })
    second.scripts['trace_block'] = ({ id }) => ({ id, result: [{ type: 'call' }] })
    const trace = { method: 'trace_block', params: ['latest'] }
    expect(await pool.send(trace)).toMatchObject({ role: 'backup', attempts: 2 })
    expect(await pool.send(trace)).toMatchObject({ role: 'backup', attempts: 1 })
    expect(countOf(first, 'trace_block')).toBe(1)
    expect(pool.report().endpoints[0]).toMatchObject({ unsupported: ['trace_block'], status: 'healthy' })
  })

  it('state that an endpoint has thrown away is read at the archive', async () => {
    create()
    first.scripts['eth_getBalance'] = ({ id, params: [, at] }) =>
      Number(at) < 872
        ? { id, error: { code: -32000, message: 'missing trie node 77aa (path ) state is not available' } }
        : { id, result: '0x9' }
    expect(await pool.send(balanceAt(hex(500)))).toMatchObject({ role: 'backup', attempts: 2 })
    expect(await pool.send(balanceAt(hex(400)))).toMatchObject({ role: 'backup', attempts: 1 })
    expect(await pool.send(balanceAt(hex(990)))).toMatchObject({ role: 'primary', result: '0x9' })
    expect(pool.report().endpoints[0]).toMatchObject({ oldestState: 501n, status: 'healthy' })
  })

  const logsOf = (provider: Provider, most: number, answer = 'query exceeds max block range') => {
    provider.scripts['eth_getLogs'] = ({ id, params: [filter] }) => {
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
      const [from, to] = [Number(fromBlock), Number(toBlock)]
      if (to - from + 1 > most) return { id, error: { code: -32602, message: answer } }
      const result = Array.from({ length: to - from + 1 }, (_, index) => ({ blockNumber: hex(from + index) }))
      return { id, result }
    }
  }
  const logs = (from: number, to: number) => ({
    method: 'eth_getLogs',
    params: [{ fromBlock: hex(from), toBlock: hex(to) }],
  })

  it('an endpoint that takes less is passed over for wide ranges', async () => {
    create()
    logsOf(first, 10)
    logsOf(second, 1000)
    expect(await pool.send(logs(1, 100))).toMatchObject({ role: 'backup', attempts: 2 })
    expect(await pool.send(logs(1, 100))).toMatchObject({ role: 'backup', attempts: 1 })
    expect(await pool.send(logs(1, 5))).toMatchObject({ role: 'primary', attempts: 1 })
  })

  it('a range nobody takes is asked in parts, whole and in order', async () => {
    create()
    logsOf(first, 7)
    logsOf(second, 13)
    const { result } = await pool.send<readonly { blockNumber: string }[]>(logs(1, 300))
    expect(result.map(({ blockNumber }) => Number(blockNumber))).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
    const before = countOf(second, 'eth_getLogs')
    const relayed = await pool.relay(logs(1, 100))
    expect(JSON.parse(relayed.result)).toHaveLength(100)
    // What is known by now is not tried again.
    expect(countOf(second, 'eth_getLogs') - before).toBeLessThan(16)
  })

  it('uses the range a provider suggests', async () => {
    create({ endpoints: [{ url: first.url, wsUrl: false }] })
    logsOf(first, 40, `Log response size exceeded. This block range should work: [${hex(1)}, ${hex(40)}]`)
    const { result, attempts } = await pool.send<readonly unknown[]>(logs(1, 100))
    expect(result).toHaveLength(100)
    expect(attempts).toBe(3)
  })

  it('that holds too much says nothing of how wide another may be', async () => {
    create()
    for (const provider of [first, second])
      provider.scripts['eth_getLogs'] = ({ id, params: [filter] }) => {
        const { fromBlock, toBlock, address } = filter as Record<string, string>
        const dense = address === undefined && Number(toBlock) - Number(fromBlock) >= 4
        return dense
          ? { id, error: { code: -32005, message: 'query returned more than 10000 results' } }
          : { id, result: [{ blockNumber: fromBlock }] }
      }
    expect((await pool.send<readonly unknown[]>(logs(1, 64))).result).toHaveLength(16)
    const narrow = { method: 'eth_getLogs', params: [{ ...logs(1, 10_000).params[0], address: '0x' }] }
    expect(await pool.send(narrow)).toMatchObject({ result: [{}], attempts: 1 })
  })

  it('says so when a range would take too many requests', async () => {
    create()
    logsOf(first, 1)
    logsOf(second, 1)
    await expect(pool.send(logs(1, 2_000_000))).rejects.toMatchObject({ code: 'RPC_ANSWER' })
  }, 20_000)
})

it('what sends is handed to one endpoint, in any namespace', async () => {
  create({ hedgeDelayMs: 20 })
  await pool.send({ method: 'eth_blockNumber' })
  first.scripts['mev_sendBundle'] = async ({ id }) => {
    await sleep(100)
    return { id, result: { bundleHash: '0x1' } }
  }
  expect(await pool.send({ method: 'mev_sendBundle', params: [{}] })).toMatchObject({ attempts: 1, hedged: false })
  expect(countOf(second, 'mev_sendBundle')).toBe(0)
})

describe('batches', () => {
  let asked = 0
  const ask = async (count: number) => {
    const numbers = Array.from({ length: count }, () => (asked += 1))
    const answers = await Promise.allSettled(numbers.map((n) => pool.send({ method: 'eth_call', params: [n] })))
    expect(answers.map((each) => (each.status === 'fulfilled' ? Number(each.value.result) : each.reason.code))).toEqual(
      numbers.map((n) => (n % 7 === 0 ? 'RPC_ANSWER' : n)),
    )
  }
  beforeEach(() => {
    first.scripts['eth_call'] = ({ id, params: [what] }) =>
      (what as number) % 7 === 0
        ? { id, error: { code: 3, message: 'execution reverted' } }
        : { id, result: hex(what as number) }
  })

  it('carry what is asked in one moment, each with its own outcome, as many as the provider takes', async () => {
    create({ maxBatch: 10, hedgeDelayMs: 10_000 })
    await pool.send({ method: 'eth_blockNumber' })
    await ask(8)
    expect(first.state.batches).toEqual([])
    for (let wave = 0; wave < 6; wave += 1) await ask(60)
    expect(first.state.batches.slice(0, 2)).toEqual([2, 4])
    expect(Math.max(...first.state.batches)).toBe(10)
    expect(countOf(second, 'eth_call')).toBe(0)
  })

  it.each<[string, Script]>([
    ['refused', (_, response) => void response.writeHead(413).end('batch too large')],
    ['misunderstood', () => ({ id: null, error: { code: -32600, message: 'Invalid Request' } })],
    ['cut off', (_, response) => void response.destroy()],
  ])('that are %s are asked one by one, and not tried again', async (_, refuse) => {
    create({ maxBatch: 8, hedgeDelayMs: 2000 })
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['batch'] = refuse
    for (let wave = 0; wave < 3; wave += 1) await ask(30)
    expect(first.state.batches).toEqual([2])
    expect(countOf(second, 'eth_call')).toBe(0)
  })

  it('refused by an array of one error are asked one by one, and nobody is to blame', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['batch'] = () => [{ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches here' } }]
    await ask(60)
    await ask(60)
    expect(first.state.batches).toEqual([2])
    expect(pool.report().endpoints[0]).toMatchObject({ status: 'healthy', successRate: 1 })
  })

  it('stay at the size the provider has taken', async () => {
    create({ maxBatch: 32 })
    await pool.send({ method: 'eth_blockNumber' })
    const script = first.scripts['eth_call'] as Script
    first.scripts['batch'] = ({ params }, response, request) => {
      const calls = params as Parameters<Script>[0][]
      if (calls.length <= 5) return calls.map((call) => script(call, response, request))
      response.statusCode = 400
      return { error: { code: -32600, message: 'too many' } }
    }
    for (let wave = 0; wave < 6; wave += 1) await ask(60)
    expect(first.state.batches.filter((size) => size > 5)).toEqual([8])
    expect(Math.max(...first.state.batches.slice(-5))).toBe(4)
  })

  it('never carry a write', async () => {
    create({ maxBatch: 10 })
    for (const provider of [first, second])
      provider.scripts['eth_sendRawTransaction'] = ({ id }) => ({ id, result: `0x${'ab'.repeat(32)}` })
    await Promise.all(['0x01', '0x02'].map((raw) => pool.send({ method: 'eth_sendRawTransaction', params: [raw] })))
    expect(first.state.batches).toEqual([])
  })
})

describe('budgets', () => {
  beforeEach(() => {
    for (const provider of [first, second]) provider.scripts['eth_call'] = ({ id }) => ({ id, result: '0x' })
  })

  it('beyond its calls per second an endpoint is spared', async () => {
    create({ requestsPerSecond: 5 })
    await pool.send({ method: 'eth_blockNumber' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pool.send({ method: 'eth_call', params: [index] })),
    )
    expect(answers.filter(({ role }) => role === 'primary').length).toBeLessThanOrEqual(5)
    expect(answers).toHaveLength(20)
  })

  it('one alone makes callers wait for their turn', async () => {
    create({ endpoints: [{ url: first.url, wsUrl: false, requestsPerSecond: 50 }] })
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 75 }, (_, index) => pool.send({ method: 'eth_call', params: [index] })))
    expect(performance.now() - startedAt).toBeGreaterThan(400)
    expect(countOf(first, 'eth_call')).toBe(75)
  })
})

describe('agreement', () => {
  const createThree = async (options: Partial<PoolOptions> = {}) => {
    const third = await createProvider('honest')
    made.push(third)
    create({ endpoints: [first, second, third].map(({ url }) => ({ url, wsUrl: false as const })), ...options })
    await pool.send({ method: 'eth_blockNumber' })
    return third
  }

  it('is one answer that two endpoints give, at one block', async () => {
    create()
    second.state.head = 998
    const asked: unknown[] = []
    for (const provider of [first, second])
      provider.scripts['eth_getBalance'] = ({ id, params: [, at] }) => {
        asked.push(at)
        return { id, result: '0xAB' }
      }
    expect(await pool.send(balanceAt('latest'), { agree: 2 })).toMatchObject({ result: '0xAB', attempts: 2 })
    expect(asked).toEqual([hex(998), hex(998)])
  })

  it('of logs from a block on keeps where they begin', async () => {
    create()
    second.state.head = 998
    const asked: unknown[] = []
    for (const provider of [first, second])
      provider.scripts['eth_getLogs'] = ({ id, params: [filter] }) => {
        asked.push(filter)
        return { id, result: [{ blockNumber: hex(7) }] }
      }
    await pool.send({ method: 'eth_getLogs', params: [{ fromBlock: hex(5), toBlock: 'latest' }] }, { agree: 2 })
    expect(asked).toEqual(Array.from({ length: 2 }, () => ({ fromBlock: hex(5), toBlock: hex(998) })))
  })

  it('does not wait for a slow one to replace one that fails', async () => {
    const third = await createThree()
    first.scripts['eth_getBalance'] = (_, response) => {
      response.statusCode = 503
      return ''
    }
    const asked: number[] = []
    const startedAt = performance.now()
    second.scripts['eth_getBalance'] = async ({ id }) => {
      await sleep(1500)
      return { id, result: '0x2' }
    }
    third.scripts['eth_getBalance'] = ({ id }) => {
      asked.push(performance.now() - startedAt)
      return { id, result: '0x2' }
    }
    expect(await pool.send(balanceAt(hex(900)), { agree: 2 })).toMatchObject({ result: '0x2', attempts: 3 })
    expect(asked[0]).toBeLessThan(1000)
  })

  it('of two that differ there is none, and it is told', async () => {
    create()
    const told = eventsOf('disagreement')
    second.scripts['eth_getBalance'] = ({ id }) => ({ id, result: '0x3' })
    await expect(pool.send(balanceAt(hex(900)), { agree: 2 })).rejects.toMatchObject({
      code: 'DISAGREEMENT',
      votes: [
        { provider: 'primary', said: '0x2' },
        { provider: 'backup', said: '0x3' },
      ],
    })
    expect(told).toEqual([{ method: 'eth_getBalance', providers: ['primary', 'backup'] }])
  })

  it('is reached by a third where one of two differs or fails', async () => {
    await createThree()
    second.scripts['eth_getBalance'] = ({ id }) => ({ id, result: '0x3' })
    expect(await pool.send(balanceAt(hex(900)), { agree: 2 })).toMatchObject({ result: '0x2', attempts: 3 })
    second.scripts['eth_getBalance'] = (_, response) => {
      response.statusCode = 503
      return ''
    }
    expect(await pool.send(balanceAt(hex(901)), { agree: 2 })).toMatchObject({ result: '0x2' })
  })

  it('of logs is asked in parts where the whole is too much for one', async () => {
    create()
    for (const [provider, limit] of [
      [first, 10],
      [second, 4],
    ] as const)
      provider.scripts['eth_getLogs'] = ({ id, params: [filter] }) => {
        const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
        const size = Number(toBlock) - Number(fromBlock) + 1
        return size > limit
          ? { id, error: { code: -32602, message: `block range is limited to ${limit}: range is too large` } }
          : { id, result: [{ blockNumber: fromBlock, data: '0x' }] }
      }
    const call = { method: 'eth_getLogs', params: [{ fromBlock: hex(1), toBlock: hex(8) }] }
    const { result } = await pool.send<{ blockNumber: string }[]>(call, { agree: 2 })
    expect(result.map(({ blockNumber }) => blockNumber)).toEqual([hex(1), hex(5)])
  })

  it('does not wait for one that hangs where another can stand in, and leaves it out when it often does', async () => {
    await createThree()
    first.scripts['*'] = () => sleep(3_000)
    const startedAt = performance.now()
    for (const at of [hex(900), hex(901), 'latest', hex(902), hex(903)])
      expect(await pool.send(balanceAt(at), { agree: 2 })).toMatchObject({ result: '0x2' })
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(pool.report().endpoints[0]?.status).toBe('unavailable')
  })

  it('is not led far into the past or the future by one head', async () => {
    await createThree()
    for (const head of [0, 3, 10_999]) {
      first.state.head = head
      const asked: unknown[] = []
      for (const provider of [first, second])
        provider.scripts['eth_getBalance'] = ({ id, params: [, at] }) => {
          asked.push(at)
          return { id, result: '0x2' }
        }
      await pool.send(balanceAt('latest'), { agree: 2 })
      expect(new Set(asked)).toEqual(new Set([hex(1000)]))
    }
    create()
    first.state.head = 0
    await expect(pool.send(balanceAt('latest'), { agree: 2 })).rejects.toMatchObject({ code: 'ALL_PROVIDERS_FAILED' })
  })

  it('of logs is not asked in parts because one alone claims that it is too much', async () => {
    const third = await createThree()
    const message = 'query returned more than 10 results'
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, error: { code: -32005, message } })
    for (const provider of [second, third])
      provider.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [{ blockNumber: hex(7) }] })
    const call = { method: 'eth_getLogs', params: [{ fromBlock: hex(1), toBlock: hex(900) }] }
    expect(await pool.send(call, { agree: 2 })).toMatchObject({ result: [{ blockNumber: hex(7) }], attempts: 3 })
  })

  it('takes no header for that of a hash because one provider says so', async () => {
    create()
    for (const provider of [first, second])
      provider.scripts['eth_getBlockByHash'] = ({ id }) => ({ id, result: block(7) })
    const call = { method: 'eth_getBlockByHash', params: [block(7).hash, false] }
    expect(await pool.send(call, { agree: 2, fresh: true })).toMatchObject({ result: block(7) })
    first.scripts['eth_getBlockByHash'] = ({ id }) => ({ id, result: { ...block(7), timestamp: '0xffff' } })
    await expect(pool.send(call, { agree: 2, fresh: true })).rejects.toThrow(DisagreementError)
  })

  it('is waited for until the caller leaves, or the pool is closed', async () => {
    create()
    second.scripts['eth_getBalance'] = ({ id }) => ({ id, result: '0x3' })
    const leaving = new AbortController()
    const asking = [
      pool.send(balanceAt(hex(900)), { agree: 2, signal: leaving.signal }),
      pool.send(balanceAt(hex(901)), { agree: 2 }),
    ]
    const [left, closed] = asking.map((answer) => answer.catch((error: Error) => error))
    await expect.poll(() => countOf(second, 'eth_getBalance')).toBeGreaterThan(3)
    leaving.abort(new RangeError('gone'))
    expect(await left).toMatchObject({ message: 'gone' })
    await pool.close()
    expect(await closed).toMatchObject({ code: 'POOL_CLOSED' })
  })

  it('for a whole pool is at least what the pool asks for, and is unavailable where too few are left', async () => {
    await createThree({ failureThreshold: 1 })
    expect(() => withAgreement(pool, Number.NaN)).toThrow(TooFewEndpointsError)
    expect(await withAgreement(withAgreement(pool, 3), 2).send(balanceAt(hex(900)), { agree: 1 })).toMatchObject({
      attempts: 3,
    })
    const trusted = withAgreement(pool, 3)
    expect(trusted.report().status).toBe('healthy')
    first.scripts['*'] = (_, response) => {
      response.statusCode = 503
      return ''
    }
    await expect(trusted.send(balanceAt(hex(901)))).rejects.toMatchObject({ code: 'ALL_PROVIDERS_FAILED' })
    expect([trusted, pool].map((each) => each.report().status)).toEqual(['unavailable', 'degraded'])
  })

  it('for a whole pool waits for one that has not seen the block yet', async () => {
    create()
    let refusals = 3
    second.scripts['eth_getBalance'] = ({ id }) =>
      refusals-- > 0 ? { id, error: { code: -32000, message: 'header not found' } } : { id, result: '0x2' }
    // The other is not asked again for it.
    expect(await withAgreement(pool, 2).send(balanceAt(hex(1001)))).toMatchObject({ result: '0x2', attempts: 5 })
    expect(countOf(first, 'eth_getBalance')).toBe(1)
    second.scripts['eth_getBalance'] = ({ id }) => ({ id, result: '0x3' })
    await expect(withAgreement(pool, 2).send(balanceAt(hex(1002)))).rejects.toThrow(DisagreementError)
  })

  it('is for a whole pool what the chain decides, and nothing else', async () => {
    await createThree()
    const trusted = withAgreement(pool, 2)
    first.scripts['eth_getBalance'] = ({ id }) => ({ id, result: '0xbad' })
    first.scripts['eth_gasPrice'] = ({ id }) => ({ id, result: '0x7' })
    expect(await trusted.send(balanceAt(hex(900)))).toMatchObject({ result: '0x2', attempts: 3 })
    const client = createPublicClient({ transport: trusted.transport })
    expect(await client.getBalance({ address: `0x${'11'.repeat(20)}`, blockNumber: 901n })).toBe(2n)
    const { send } = await trusted.pinBlock(902n)
    expect(await send(balanceAt('latest'))).toMatchObject({ result: '0x2' })
    expect(await trusted.send({ method: 'eth_gasPrice' })).toMatchObject({ result: '0x7', attempts: 1 })
    expect(await trusted.send(balanceAt('pending'))).toMatchObject({ result: '0xbad', attempts: 1 })
    expect(() => withAgreement(pool, 4)).toThrow(TooFewEndpointsError)
  })

  it('needs as many endpoints, and can be on a revert', async () => {
    create()
    await expect(pool.send(balanceAt(hex(900)), { agree: 3 })).rejects.toMatchObject({ code: 'TOO_FEW_ENDPOINTS' })
    for (const provider of [first, second])
      provider.scripts['eth_call'] = ({ id }) => ({
        id,
        error: { code: 3, message: 'execution reverted', data: '0x01' },
      })
    const call = { method: 'eth_call', params: [{ to: `0x${'11'.repeat(20)}` }, hex(900)] }
    await expect(pool.send(call, { agree: 2 })).rejects.toMatchObject({ code: 'RPC_ANSWER', rpcCode: 3 })
  })
})

describe('a pinned context', () => {
  it('reads one block, by its hash', async () => {
    create()
    const asked: unknown[] = []
    first.scripts['eth_call'] = ({ id, params }) => {
      asked.push(params[1])
      return { id, result: '0x' }
    }
    first.scripts['eth_getLogs'] = ({ id, params }) => {
      asked.push(params[0])
      return { id, result: [{ blockNumber: hex(1000) }] }
    }
    const pinned = await pool.pinBlock()
    expect(pinned.block.number).toBe(1000n)
    const { hash } = pinned.block
    first.state.head = 1005
    await pinned.send({ method: 'eth_call', params: [{}] })
    await pinned.send({ method: 'eth_call', params: [{ to: '0x' }, 'latest'] })
    await pinned.send({ method: 'eth_call', params: [{}, hex(7)] })
    await pinned.send({ method: 'eth_getLogs', params: [{ address: '0x' }] })
    await pinned.send({ method: 'eth_getLogs', params: [{ fromBlock: hex(5), toBlock: 'latest' }] })
    const ranged = { fromBlock: hex(5), toBlock: hex(1000) }
    expect(asked).toEqual([
      { blockHash: hash },
      { blockHash: hash },
      hex(7),
      { address: '0x', blockHash: hash },
      ranged,
    ])
    expect(await pinned.send({ method: 'eth_blockNumber' })).toMatchObject({ result: hex(1000), block: 1000n })
    await expect(pinned.send({ method: 'eth_gasPrice' })).rejects.toMatchObject({ code: 'PINNED_READ' })
    await expect(pinned.send(balanceAt('pending'))).rejects.toMatchObject({ code: 'PINNED_READ' })
  })
})

describe('circuits', () => {
  it('one that owes an answer goes last until it speaks, though its circuit is closed', async () => {
    create({ failureThreshold: 1000, hedgeDelayMs: 300 })
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['eth_getBalance'] = () => new Promise(() => {})
    expect(await pool.send(balanceAt(hex(900)))).toMatchObject({ role: 'backup', hedged: true })
    const next = await Promise.all([901, 902, 903].map((at) => pool.send(balanceAt(hex(at)))))
    expect(next.map(({ role, attempts }) => [role, attempts])).toEqual(next.map(() => ['backup', 1]))
    // A probe that is answered says that only that call was lost.
    await expect
      .poll(async () => (await pool.send({ method: 'eth_blockNumber' })).role, { timeout: 5000 })
      .toBe('primary')
  })

  it('an endpoint that refuses for its rate is asked ever more seldom', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    const askedAt: number[] = []
    first.scripts['*'] = (_, response) => {
      askedAt.push(performance.now())
      response.statusCode = 429
      response.setHeader('retry-after', '0')
      return ''
    }
    const end = performance.now() + 2500
    while (performance.now() < end) {
      expect((await pool.send(balanceAt('latest'))).role).toBe('backup')
      await sleep(20)
    }
    // Until the first of those in flight together is refused, others may be sent: after 1 s, and then after 2 more.
    const rounds = askedAt.filter((at, index) => index === 0 || at - (askedAt[index - 1] as number) > 500)
    expect(rounds.length).toBeLessThanOrEqual(2)
  })

  it('the same error from two endpoints is the chain’s, and a single round of failures is tried again', async () => {
    create()
    for (const provider of [first, second])
      provider.scripts['eth_call'] = ({ id }) => ({ id, error: { code: -32603, message: 'Internal error' } })
    await expect(pool.send({ method: 'eth_call', params: [1] })).rejects.toMatchObject({
      code: 'RPC_ANSWER',
      rpcCode: -32603,
    })
    let failures = 2
    for (const provider of [first, second])
      provider.scripts['eth_getCode'] = ({ id }, response) => {
        failures -= 1
        if (failures < 0) return { id, result: '0x60' }
        response.statusCode = 502
        return ''
      }
    const { result, attempts } = await pool.send({ method: 'eth_getCode', params: [] })
    expect(result).toBe('0x60')
    // Both failed, and at least one was tried again.
    expect(attempts).toBeGreaterThan(2)
  })
})
