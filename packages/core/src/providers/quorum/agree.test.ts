import { describe, expect, it } from 'vitest'
import { DisagreementError } from '../../index.ts'
import { sleep } from '../../time/sleep.ts'
import {
  balanceAt,
  block,
  countOf,
  create,
  createThree,
  eventsOf,
  first,
  hex,
  pool,
  second,
  useTwoProviders,
} from '../fixtures/twoProviders.ts'

useTwoProviders()

describe('agreement', () => {
  it('is one answer that two endpoints give at one block', async () => {
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

  it('on logs keeps their first block', async () => {
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

  it('does not wait for a slow endpoint when another fails', async () => {
    const third = await createThree()
    first.scripts['eth_getBalance'] = (_, response) => {
      response.statusCode = 503
      return ''
    }
    let resolveAsked = () => {}
    const thirdAsked = new Promise<void>((resolve) => {
      resolveAsked = resolve
    })
    // The second endpoint does not answer until the third is called.
    second.scripts['eth_getBalance'] = async ({ id }) => {
      await thirdAsked
      return { id, result: '0x2' }
    }
    third.scripts['eth_getBalance'] = ({ id }) => {
      resolveAsked()
      return { id, result: '0x2' }
    }
    expect(await pool.send(balanceAt(hex(900)), { agree: 2 })).toMatchObject({ result: '0x2', attempts: 3 })
  })

  it('fails if two endpoints differ, and emits the disagreement', async () => {
    create()
    const reported = eventsOf('disagreement')
    second.scripts['eth_getBalance'] = ({ id }) => ({ id, result: '0x3' })
    await expect(pool.send(balanceAt(hex(900)), { agree: 2 })).rejects.toMatchObject({
      code: 'DISAGREEMENT',
      votes: [
        { provider: 'primary', said: '0x2' },
        { provider: 'backup', said: '0x3' },
      ],
    })
    expect(reported).toEqual([{ method: 'eth_getBalance', providers: ['primary', 'backup'] }])
  })

  it('is reached by a third endpoint if one of two differs or fails', async () => {
    await createThree()
    second.scripts['eth_getBalance'] = ({ id }) => ({ id, result: '0x3' })
    expect(await pool.send(balanceAt(hex(900)), { agree: 2 })).toMatchObject({ result: '0x2', attempts: 3 })
    second.scripts['eth_getBalance'] = (_, response) => {
      response.statusCode = 503
      return ''
    }
    expect(await pool.send(balanceAt(hex(901)), { agree: 2 })).toMatchObject({ result: '0x2' })
  })

  it('on logs is read in parts if one endpoint refuses the whole range', async () => {
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

  it('does not wait for a hung endpoint if another can replace it, and opens its circuit if it hangs often', async () => {
    await createThree()
    first.scripts['*'] = () => sleep(3_000)
    for (const at of [hex(900), hex(901), 'latest', hex(902), hex(903)])
      expect(await pool.send(balanceAt(at), { agree: 2 })).toMatchObject({ result: '0x2' })
    expect(pool.report().endpoints[0]?.status).toBe('unavailable')
  })

  it('is not moved far into the past or the future by one head', async () => {
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

  it('on logs is not read in parts because a single endpoint refuses the range', async () => {
    const third = await createThree()
    const message = 'query returned more than 10 results'
    first.scripts['eth_getLogs'] = ({ id }) => ({ id, error: { code: -32005, message } })
    for (const provider of [second, third])
      provider.scripts['eth_getLogs'] = ({ id }) => ({ id, result: [{ blockNumber: hex(7) }] })
    const call = { method: 'eth_getLogs', params: [{ fromBlock: hex(1), toBlock: hex(900) }] }
    expect(await pool.send(call, { agree: 2 })).toMatchObject({ result: [{ blockNumber: hex(7) }], attempts: 3 })
  })

  it('does not accept a header for a hash from a single provider', async () => {
    create()
    for (const provider of [first, second])
      provider.scripts['eth_getBlockByHash'] = ({ id }) => ({ id, result: block(7) })
    const call = { method: 'eth_getBlockByHash', params: [block(7).hash, false] }
    expect(await pool.send(call, { agree: 2, fresh: true })).toMatchObject({ result: block(7) })
    first.scripts['eth_getBlockByHash'] = ({ id }) => ({ id, result: { ...block(7), timestamp: '0xffff' } })
    await expect(pool.send(call, { agree: 2, fresh: true })).rejects.toThrow(DisagreementError)
  })

  it('stops when the caller aborts or the pool closes', async () => {
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

  it('needs enough endpoints, and can be on a revert', async () => {
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
