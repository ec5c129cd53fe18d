import { sleep } from '@outrigger/core'
import { expect, it } from 'vitest'
import { createFollower } from './follower.ts'

it('looks at the last of those that come meanwhile, and again at one that fails until another comes', async () => {
  const end = new AbortController()
  const looks: number[] = []
  const failures: number[] = []
  const follower = createFollower<number>({
    async look(item) {
      looks.push(item)
      await sleep(5)
      if (item === 3 || (item === 5 && looks.filter((one) => one === 5).length < 3)) throw new RangeError('no')
      return item !== 6
    },
    onFailure: (item) => failures.push(item),
    signal: end.signal,
  })
  for (const item of [1, 2, 3]) follower.see(item)
  await follower.catchUp()
  expect(looks).toEqual([1, 3])
  follower.see(5)
  await expect.poll(() => looks).toEqual([1, 3, 5, 5, 5])
  expect(failures).toEqual([3, 5, 5])
  // Nothing can be said of 6, so whoever waits for it waits for 7.
  follower.see(6)
  const caughtUp = follower.catchUp().then(() => looks.at(-1))
  await sleep(20)
  follower.see(7)
  expect(await caughtUp).toBe(7)

  follower.see(3)
  await expect.poll(() => looks.at(-1)).toBe(3)
  end.abort()
  const { length } = looks
  follower.see(8)
  await sleep(300)
  expect(looks).toHaveLength(length)
})
