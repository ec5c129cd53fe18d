import { expect, it } from 'vitest'
import { createFinalTags } from './finalTags.ts'

const ask = (tag: string) => ({ method: 'eth_getBlockByNumber', params: [tag, false] })

it('an answer that moves a tag backwards must be confirmed', async () => {
  const tags = createFinalTags()
  let confirmed = 0
  const check = (tag: string, number: string, isGood = true) =>
    tags.check(ask(tag), { number }, async () => {
      confirmed += 1
      if (!isGood) throw new RangeError('too far behind')
    })
  expect(check('finalized', '0x10')).toBeUndefined()
  expect(check('finalized', '0x11')).toBeUndefined()
  expect(check('safe', '0x1')).toBeUndefined()
  await expect(check('finalized', '0xf', false)).rejects.toThrow('too far behind')
  await check('finalized', '0xf')
  expect(check('finalized', '0x10')).toBeUndefined()
  expect(check('latest', '0x1')).toBeUndefined()
  expect(confirmed).toBe(2)
})
