import { expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import { countOf, create, first, pool, second, useTwoProviders } from '../fixtures/twoProviders.ts'

useTwoProviders()

it('methods that send count as writes in any namespace', async () => {
  create({ hedgeDelayMs: 20 })
  await pool.send({ method: 'eth_blockNumber' })
  first.scripts['mev_sendBundle'] = async ({ id }) => {
    await sleep(100)
    return { id, result: { bundleHash: '0x1' } }
  }
  expect(await pool.send({ method: 'mev_sendBundle', params: [{}] })).toMatchObject({ attempts: 1, hedged: false })
  expect(countOf(second, 'mev_sendBundle')).toBe(0)
})
