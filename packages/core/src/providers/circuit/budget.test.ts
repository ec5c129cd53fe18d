import { beforeEach, describe, expect, it } from 'vitest'
import { countOf, create, first, pool, second, useTwoProviders } from '../fixtures/twoProviders.ts'

useTwoProviders()

describe('budgets', () => {
  beforeEach(() => {
    for (const provider of [first, second]) provider.scripts['eth_call'] = ({ id }) => ({ id, result: '0x' })
  })

  it('an endpoint over its calls per second gets no more calls', async () => {
    create({ requestsPerSecond: 5 })
    await pool.send({ method: 'eth_blockNumber' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pool.send({ method: 'eth_call', params: [index] })),
    )
    expect(answers.filter(({ role }) => role === 'primary').length).toBeLessThanOrEqual(5)
    expect(answers).toHaveLength(20)
  })

  it('a single endpoint makes callers wait', async () => {
    create({ endpoints: [{ url: first.url, wsUrl: false, requestsPerSecond: 50 }] })
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 75 }, (_, index) => pool.send({ method: 'eth_call', params: [index] })))
    expect(performance.now() - startedAt).toBeGreaterThan(400)
    expect(countOf(first, 'eth_call')).toBe(75)
  })
})
