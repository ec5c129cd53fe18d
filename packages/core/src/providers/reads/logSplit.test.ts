import { describe, expect, it } from 'vitest'
import { countOf, create, first, hex, type Provider, pool, second, useTwoProviders } from '../fixtures/twoProviders.ts'

useTwoProviders()

describe('logs of a range', () => {
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

  it('a range that no endpoint accepts is read in parts, complete and in order', async () => {
    create()
    logsOf(first, 7)
    logsOf(second, 13)
    const { result } = await pool.send<readonly { blockNumber: string }[]>(logs(1, 300))
    expect(result.map(({ blockNumber }) => Number(blockNumber))).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
    const before = countOf(second, 'eth_getLogs')
    const relayed = await pool.relay(logs(1, 100))
    expect(JSON.parse(relayed.result)).toHaveLength(100)
    // A known limit is not exceeded again.
    expect(countOf(second, 'eth_getLogs') - before).toBeLessThan(16)
  })

  it('uses the range that a provider suggests', async () => {
    create({ endpoints: [{ url: first.url, wsUrl: false }] })
    logsOf(first, 40, `Log response size exceeded. This block range should work: [${hex(1)}, ${hex(40)}]`)
    const { result, attempts } = await pool.send<readonly unknown[]>(logs(1, 100))
    expect(result).toHaveLength(100)
    expect(attempts).toBe(3)
  })

  it('with too many logs does not limit the length of other ranges', async () => {
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

  it('throws if a range would take too many requests', async () => {
    create()
    logsOf(first, 1)
    logsOf(second, 1)
    await expect(pool.send(logs(1, 2_000_000))).rejects.toMatchObject({ code: 'RPC_ANSWER' })
  }, 20_000)
})
