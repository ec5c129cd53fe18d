import { describe, expect, it } from 'vitest'
import type { Script } from '../fixtures/provider.ts'
import {
  balanceAt,
  countOf,
  create,
  first,
  hex,
  type Provider,
  pool,
  second,
  useTwoProviders,
} from '../fixtures/twoProviders.ts'

useTwoProviders()

describe('learned limits', () => {
  it('invented method names do not stop the learning', async () => {
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

  it('an endpoint is not called again for a method it lacks', async () => {
    create()
    first.scripts['trace_block'] = ({ id }) => ({ id, error: { code: -32601, message: 'the method does not exist' } })
    second.scripts['trace_block'] = ({ id }) => ({ id, result: [{ type: 'call' }] })
    const trace = { method: 'trace_block', params: ['latest'] }
    expect(await pool.send(trace)).toMatchObject({ role: 'backup', attempts: 2 })
    expect(await pool.send(trace)).toMatchObject({ role: 'backup', attempts: 1 })
    expect(countOf(first, 'trace_block')).toBe(1)
    expect(pool.report().endpoints[0]).toMatchObject({ unsupported: ['trace_block'], status: 'healthy' })
  })

  it('pruned state is read from the archive endpoint', async () => {
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

  it('an endpoint with a smaller range limit is skipped for wide ranges', async () => {
    create()
    logsOf(first, 10)
    logsOf(second, 1000)
    expect(await pool.send(logs(1, 100))).toMatchObject({ role: 'backup', attempts: 2 })
    expect(await pool.send(logs(1, 100))).toMatchObject({ role: 'backup', attempts: 1 })
    expect(await pool.send(logs(1, 5))).toMatchObject({ role: 'primary', attempts: 1 })
  })
})
