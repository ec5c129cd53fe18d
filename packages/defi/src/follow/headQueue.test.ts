import type { Head } from '@outrigger/core'
import { expect, it } from 'vitest'
import { createHeadQueue } from './headQueue.ts'

const toHead = (number: number, branch = 'a', parentBranch = branch): Head =>
  ({
    number: BigInt(number),
    hash: `0x${branch}${number}`,
    parentHash: `0x${parentBranch}${number - 1}`,
    removed: false,
  }) as unknown as Head
const removed = (head: Head): Head => ({ ...head, removed: true })

it('queues heads until their logs are read', () => {
  const heads = createHeadQueue<{ logs: number }>()
  const [first, second] = [toHead(1), toHead(2)]
  expect(heads.hasBegun).toBe(false)
  expect(heads.see(first)).toEqual({ kind: 'added', isGap: false })
  expect(heads.see(first)).toEqual({ kind: 'repeated' })
  heads.see(second)
  expect(heads.unread).toEqual([first, second])
  expect(heads.tip).toBe(second)
  heads.finish(first, { logs: 3 })
  expect(heads.unread).toEqual([second])
  expect([first, second].map(heads.isPresent)).toEqual([true, false])
})

it('returns the reading of a removed block, and accepts its replacement without a gap', () => {
  const heads = createHeadQueue<{ logs: number }>()
  const [first, second] = [toHead(1), toHead(2)]
  heads.see(first)
  heads.see(second)
  heads.finish(second, { logs: 5 })
  expect(heads.see(removed(second))).toEqual({ kind: 'removed', reading: { logs: 5 } })
  expect(heads.tip).toBeNull()
  expect(heads.isPresent(second)).toBe(false)
  expect(heads.see(toHead(2, 'b', 'a'))).toEqual({ kind: 'added', isGap: false })
})

it('drops the reading of a block that was removed meanwhile', () => {
  const heads = createHeadQueue<{ logs: number }>()
  const first = toHead(1)
  heads.see(first)
  heads.see(removed(first))
  heads.finish(first, { logs: 1 })
  expect(heads.isPresent(first)).toBe(false)
})

it('starts over after missed blocks', () => {
  const heads = createHeadQueue<{ logs: number }>()
  const [first, late] = [toHead(1), toHead(9)]
  heads.see(first)
  heads.finish(first, { logs: 1 })
  expect(heads.see(late)).toEqual({ kind: 'added', isGap: true })
  expect(heads.unread).toEqual([late])
  expect(heads.isPresent(first)).toBe(false)
})

it('treats a queue that is never read as a gap', () => {
  const heads = createHeadQueue<{ logs: number }>()
  const changes = Array.from({ length: 4_097 }, (_, i) => heads.see(toHead(i)))
  expect(changes.at(-2)).toEqual({ kind: 'added', isGap: false })
  expect(changes.at(-1)).toEqual({ kind: 'added', isGap: true })
  expect(heads.unread).toHaveLength(1)
})
