import { expect, it } from 'vitest'
import { createFinality } from './finality.ts'

const create = (answers: (bigint | null)[]) => {
  let nowMs = 0
  let asked = 0
  const ask = async () => {
    asked += 1
    const answer = answers.shift()
    if (answer === undefined) throw new RangeError('no answer')
    return answer
  }
  const finality = createFinality(ask, { now: () => nowMs })
  return { finality, asked: () => asked, wait: (ms: number) => (nowMs += ms) }
}

it('is requested when a block may have become final, at most every 15 seconds', async () => {
  const { finality, asked, wait } = create([90n, 105n])
  expect(finality.refresh(95n, 100n)).toBeNull()
  await finality.refresh(90n, 100n)
  expect([finality.block, asked()]).toEqual([90n, 1])
  expect(finality.refresh(80n, 100n)).toBeNull()
  expect(finality.refresh(91n, 200n)).toBeNull()
  wait(15_000)
  await Promise.all([finality.refresh(91n, 200n), finality.refresh(92n, 200n)])
  expect([finality.block, asked()]).toEqual([105n, 2])
})

it('is not requested again soon if nodes do not report it, and a failure changes nothing', async () => {
  const { finality, asked, wait } = create([null])
  await finality.refresh(1n, 100n)
  wait(60_000)
  expect(finality.refresh(1n, 100n)).toBeNull()
  wait(600_000)
  await finality.refresh(1n, 100n)
  expect([finality.block, asked()]).toEqual([null, 2])
  finality.forget()
  expect(finality.refresh(1n, 100n)).not.toBeNull()
})
