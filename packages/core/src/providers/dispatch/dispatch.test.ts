import { describe, expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import { balanceAt, create, first, hex, pool, second, useTwoProviders } from '../fixtures/twoProviders.ts'

useTwoProviders()

describe('circuits', () => {
  it('a hung endpoint is called last until it answers, even while its circuit is closed', async () => {
    create({ failureThreshold: 1000, hedgeDelayMs: 300 })
    await pool.send({ method: 'eth_blockNumber' })
    first.scripts['eth_getBalance'] = () => new Promise(() => {})
    expect(await pool.send(balanceAt(hex(900)))).toMatchObject({ role: 'backup', hedged: true })
    const next = await Promise.all([901, 902, 903].map((at) => pool.send(balanceAt(hex(at)))))
    expect(next.map(({ role, attempts }) => [role, attempts])).toEqual(next.map(() => ['backup', 1]))
    // An answered probe shows that only that call was lost.
    await expect
      .poll(async () => (await pool.send({ method: 'eth_blockNumber' })).role, { timeout: 20_000 })
      .toBe('primary')
  })

  it('a rate-limited endpoint gets longer and longer pauses', async () => {
    create()
    await pool.send({ method: 'eth_blockNumber' })
    const calledAt: number[] = []
    first.scripts['*'] = (_, response) => {
      calledAt.push(performance.now())
      response.statusCode = 429
      response.setHeader('retry-after', '0')
      return ''
    }
    const end = performance.now() + 2500
    while (performance.now() < end) {
      expect((await pool.send(balanceAt('latest'))).role).toBe('backup')
      await sleep(20)
    }
    // The pauses are 1 s and 2 s. Calls in flight together with the first refused one belong to the same round.
    const rounds = calledAt.filter((at, index) => index === 0 || at - (calledAt[index - 1] as number) > 500)
    expect(rounds.length).toBeLessThanOrEqual(2)
  })

  it('the same error from two endpoints is the answer, and other failures of all endpoints are retried once', async () => {
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
    // Both failed, and at least one was retried.
    expect(attempts).toBeGreaterThan(2)
  })
})
