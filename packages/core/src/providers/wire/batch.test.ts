import { beforeEach, describe, expect, it } from 'vitest'
import type { Script } from '../fixtures/provider.ts'
import { acceptWrite, countOf, create, first, hex, pool, second, useTwoProviders } from '../fixtures/twoProviders.ts'

useTwoProviders()

/** The long hedge delay keeps a busy machine from calling the second provider. */
const patient = { hedgeDelayMs: 10_000 }

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

  it('contain the calls of one moment, each with its own outcome, up to the size that the provider accepts', async () => {
    create({ maxBatch: 10, ...patient })
    await pool.send({ method: 'eth_blockNumber' })
    await ask(8)
    expect(first.state.batches).toEqual([])
    for (let wave = 0; wave < 6; wave += 1) await ask(60)
    expect(first.state.batches.slice(0, 2)).toEqual([2, 4])
    expect(Math.max(...first.state.batches)).toBe(10)
    expect(countOf(second, 'eth_call')).toBe(0)
  })

  it('contain every call while many are in flight, and end when few are', async () => {
    create({ maxBatch: 32, ...patient })
    await pool.send({ method: 'eth_blockNumber' })
    for (let wave = 0; wave < 6; wave += 1) await ask(30)
    expect(first.state.batches.at(-1)).toBe(30)
    const { length } = first.state.batches
    await ask(8)
    expect(first.state.batches).toHaveLength(length)
  })

  it.each<[string, Script]>([
    ['refused', (_, response) => void response.writeHead(413).end('batch too large')],
    ['misunderstood', () => ({ id: null, error: { code: -32600, message: 'Invalid Request' } })],
    ['cut off', (_, response) => void response.destroy()],
  ])('that are %s are asked one by one, and not tried again', async (_, refuse) => {
    create({ maxBatch: 8, ...patient })
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['batch'] = refuse
    for (let wave = 0; wave < 3; wave += 1) await ask(30)
    expect(first.state.batches).toEqual([2])
    expect(countOf(second, 'eth_call')).toBe(0)
  })

  it('refused by an array of one error are sent one by one, without blame', async () => {
    create(patient)
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['batch'] = () => [{ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches here' } }]
    await ask(60)
    await ask(60)
    expect(first.state.batches).toEqual([2])
    expect(pool.report().endpoints[0]).toMatchObject({ status: 'healthy', successRate: 1 })
  })

  it('too long for a provider that has accepted as many calls before are sent one by one', async () => {
    create({ maxBatch: 8, ...patient })
    await pool.send({ method: 'eth_blockNumber' })
    for (let wave = 0; wave < 4; wave += 1) await ask(30)
    expect(Math.max(...first.state.batches)).toBe(8)
    // anvil refuses a body of more than two megabytes in this way.
    first.scripts['batch'] = () => ({ id: null, error: { code: -32600, message: 'Invalid request' } })
    await ask(30)
    expect(countOf(second, 'eth_call')).toBe(0)
    expect(pool.report().endpoints[0]).toMatchObject({ status: 'healthy', successRate: 1 })
  })

  it('stay at the size that the provider has accepted', async () => {
    create({ maxBatch: 32, ...patient })
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

  it('never contain a write', async () => {
    create({ maxBatch: 10 })
    for (const provider of [first, second]) provider.scripts['eth_sendRawTransaction'] = acceptWrite
    await Promise.all(['0x01', '0x02'].map((raw) => pool.send({ method: 'eth_sendRawTransaction', params: [raw] })))
    expect(first.state.batches).toEqual([])
  })
})
