import { sleep } from '@outrigger/core'
import { expect, it } from 'vitest'
import { createFollower } from './follower.ts'

it('processes the latest waiting item, and retries a failed item until another one arrives', async () => {
  const end = new AbortController()
  const processed: number[] = []
  const failures: number[] = []
  const follower = createFollower<number>({
    async process(item) {
      processed.push(item)
      await sleep(5)
      if (item === 3 || (item === 5 && processed.filter((one) => one === 5).length < 3)) throw new RangeError('no')
      return item !== 6
    },
    onFailure: (item) => failures.push(item),
    signal: end.signal,
  })
  for (const item of [1, 2, 3]) follower.see(item)
  await follower.catchUp()
  expect(processed).toEqual([1, 3])
  follower.see(5)
  await expect.poll(() => processed).toEqual([1, 3, 5, 5, 5])
  expect(failures).toEqual([3, 5, 5])
  // Item 6 is never done, so its callers wait for 7.
  follower.see(6)
  const caughtUp = follower.catchUp().then(() => processed.at(-1))
  await sleep(20)
  follower.see(7)
  expect(await caughtUp).toBe(7)

  follower.see(3)
  await expect.poll(() => processed.at(-1)).toBe(3)
  end.abort()
  const { length } = processed
  follower.see(8)
  await sleep(300)
  expect(processed).toHaveLength(length)
})
