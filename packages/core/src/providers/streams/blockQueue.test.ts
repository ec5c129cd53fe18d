import { expect, it } from 'vitest'
import { BlockQueue } from './blockQueue.ts'

type Block = { readonly hash: string; isReady: boolean }
const block = (hash: string, isReady = false): Block => ({ hash, isReady })
const takeAll = (queue: BlockQueue<Block>) => {
  const taken: string[] = []
  for (;;) {
    const next = queue.next(({ isReady }) => isReady)
    if (next === undefined) return taken.join('')
    taken.push(next.hash)
  }
}

it('processes blocks in order, each after all blocks before it', () => {
  const queue = new BlockQueue<Block>(10, 10)
  const [a, b, c] = [block('a'), block('b', true), block('c')]
  for (const each of [a, b, c]) queue.push(each)
  expect(takeAll(queue)).toBe('')
  a.isReady = true
  expect(takeAll(queue)).toBe('ab')
  c.isReady = true
  expect(takeAll(queue)).toBe('c')
})

it('removes only the last block, processed or not', () => {
  const queue = new BlockQueue<Block>(10, 10)
  for (const hash of ['a', 'b', 'c']) queue.push(block(hash, true))
  expect(takeAll(queue)).toBe('abc')
  expect(queue.remove('b')).toBeUndefined()
  expect(queue.remove('c')?.hash).toBe('c')
  expect(queue.remove('b')?.hash).toBe('b')
  queue.push(block('d', true))
  expect(takeAll(queue)).toBe('d')
})

it('forgets old blocks, and returns the oldest waiting block if too many wait', () => {
  const queue = new BlockQueue<Block>(2, 2)
  for (const hash of ['a', 'b', 'c', 'd']) {
    queue.push(block(hash, true))
    takeAll(queue)
  }
  const waiting = [block('e'), block('f'), block('g')]
  expect(waiting.map((each) => queue.push(each)?.hash)).toEqual([undefined, undefined, 'e'])
  for (const each of waiting) each.isReady = true
  expect(takeAll(queue)).toBe('efg')
  expect(queue.clear().map(({ hash }) => hash)).toEqual(['f', 'g'])
  expect(takeAll(queue)).toBe('')
})
