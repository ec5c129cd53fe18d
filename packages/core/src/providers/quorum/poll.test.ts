import { expect, it } from 'vitest'
import { sleep } from '../../time/sleep.ts'
import { createHealths } from '../circuit/fixtures/healths.ts'
import type { EndpointHealth } from '../circuit/health.ts'
import { pollEndpoints } from './poll.ts'

/** Polls three endpoints with these latencies, until two of them count. */
async function poll(ms: readonly number[], counts: readonly boolean[], hedgeDelayMs = 1000) {
  const order = createHealths(ms.length)
  const asked: number[] = []
  const late: number[] = []
  let good = 0
  const enough = await pollEndpoints({
    order,
    async call(health) {
      const index = order.indexOf(health)
      asked.push(index)
      await sleep(ms[index] as number)
      if (counts[index]) good += 1
    },
    countLacking: () => 2 - good,
    hedgeDelayMs: () => hedgeDelayMs,
    onLate: (health: EndpointHealth) => late.push(order.indexOf(health)),
  })
  return { enough, asked, late }
}

it('calls as many endpoints as needed, and another one for each answer that does not count', async () => {
  expect(await poll([1, 1, 1], [true, true, true])).toEqual({ enough: true, asked: [0, 1], late: [] })
  expect(await poll([1, 5, 1], [false, true, true])).toEqual({ enough: true, asked: [0, 1, 2], late: [] })
  expect(await poll([1, 1, 1], [false, false, true])).toMatchObject({ enough: false, asked: [0, 1, 2] })
})

it('calls one more when one is late, and reports the late one', async () => {
  const { enough, asked, late } = await poll([500, 1, 1], [true, true, true], 30)
  expect([enough, asked]).toEqual([true, [0, 1, 2]])
  // If this process was busy, no endpoint counts as late.
  expect([[], [0]]).toContainEqual(late)
})
