import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import {
  acceptWrite,
  balanceAt,
  countOf,
  create,
  first,
  pool,
  second,
  useTwoProviders,
} from '../fixtures/twoProviders.ts'

useTwoProviders()

describe('identical reads in flight', () => {
  it('share one upstream call, which is aborted when the last caller has left', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    let open = 0
    const releases: (() => void)[] = []
    first.scripts['eth_getBalance'] = ({ id }, response) => {
      open += 1
      response.on('close', () => {
        open -= 1
      })
      return new Promise((resolve) => releases.push(() => resolve({ id, result: '0x5' })))
    }
    second.scripts['eth_getBalance'] = first.scripts['eth_getBalance']
    const leaving = new AbortController()
    const gone = pool.send(balanceAt('latest'), { signal: leaving.signal })
    const staying = Promise.all(Array.from({ length: 50 }, () => pool.send(balanceAt('latest'))))
    await sleep(30)
    expect(countOf(first, 'eth_getBalance')).toBe(1)
    leaving.abort(new RangeError('left'))
    await expect(gone).rejects.toThrow('left')
    for (const release of releases) release()
    expect((await staying).every(({ result }) => result === '0x5')).toBe(true)

    const alone = new AbortController()
    const last = pool.send(balanceAt('latest'), { signal: alone.signal })
    await sleep(30)
    alone.abort(new RangeError('left'))
    await expect(last).rejects.toThrow('left')
    await sleep(30)
    expect(open).toBe(0)
  })

  it('are not shared across a write', async () => {
    create({ hedgeDelayMs: 4000 })
    await pool.send({ method: 'eth_blockNumber' })
    const results = ['0x1', '0x2']
    first.scripts['eth_getBalance'] = async ({ id }) => {
      const result = results.shift()
      await sleep(60)
      return { id, result }
    }
    first.scripts['eth_sendRawTransaction'] = acceptWrite
    const before = pool.send(balanceAt('latest'))
    await pool.send({ method: 'eth_sendRawTransaction', params: ['0x02'] })
    expect((await pool.send(balanceAt('latest'))).result).toBe('0x2')
    expect((await before).result).toBe('0x1')
  })
})

it('a method name that imitates the key of another call does not share that call', async () => {
  create()
  await pool.send({ method: 'eth_blockNumber' })
  const raw = '0x02'
  first.scripts['*'] = async ({ id }) => {
    await sleep(60)
    return { id, error: { code: 3, message: 'no such method' } }
  }
  first.scripts['eth_sendRawTransaction'] = acceptWrite
  const posing = ['write eth_sendRawTransaction', '0 eth_sendRawTransaction', '1 eth_sendRawTransaction']
  const refused = posing.map((method) => pool.send({ method, params: [raw] }).catch((error) => error.code))
  expect((await pool.send({ method: 'eth_sendRawTransaction', params: [raw] })).result).toBe(keccak256(raw))
  expect(await Promise.all(refused)).toEqual(posing.map(() => 'RPC_ANSWER'))
})
