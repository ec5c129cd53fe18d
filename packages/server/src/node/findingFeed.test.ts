import { createEmitter } from '@outrigger/core/internal'
import type { Finding, MevDetectorEvents } from '@outrigger/mev'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFindingFeed, type FindingChange } from './findingFeed.ts'
import { createFindingFilter, type FindingConditions } from './findingFilter.ts'
import { toNotice } from './findingNotice.ts'

const token = `0x${'aa'.repeat(20)}` as const
const pool = `0x${'bb'.repeat(20)}` as const
const sender = `0x${'cc'.repeat(20)}` as const

const toFinding = (id: string, profit: bigint, confidence = 0.5): Finding =>
  ({
    id,
    type: id === 'a' ? 'sandwich' : 'arbitrage',
    transactions: id === 'a' ? ['0x01'] : [],
    estimatedProfit: profit,
    confidence,
    swaps: [{ position: 'alone', hops: [{ pool, tokenIn: token, tokenOut: token }], amountIn: 1n, amountOut: 2n }],
    details: {},
  }) as unknown as Finding

function open(keep?: number) {
  const detector = createEmitter<MevDetectorEvents>()
  const watcher = { get: () => ({ transaction: { from: sender, to: null } }) }
  const feed = createFindingFeed({
    detector: { on: detector.on, findings: () => [] },
    watcher: watcher as never,
    clock: { now: () => 5 },
    ...(keep && { keep }),
  })
  return { detector, feed }
}

type Step = { readonly id: string; readonly profit: bigint; readonly isGone: boolean }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b', 'c'), profit: fc.bigInt(0n, 4n), isGone: fc.boolean() }),
  { maxLength: 40 },
)

/** Plays steps as a detector would report them. */
function play(detector: ReturnType<typeof open>['detector'], all: readonly Step[]): void {
  const known = new Map<string, Finding>()
  for (const { id, profit, isGone } of all) {
    const [finding, before] = [toFinding(id, profit), known.get(id)]
    if (isGone && before) detector.emit('gone', { finding: before, reason: 'unprofitable' })
    else if (!isGone) detector.emit(before ? 'changed' : 'found', finding)
    if (isGone) known.delete(id)
    else known.set(id, finding)
  }
}

it('gives a client that resumes at any change what the filter matches at the end, and nothing twice', () => {
  fc.assert(
    fc.property(steps, fc.nat(40), fc.bigInt(0n, 4n), (all, cutAt, minProfit) => {
      const { detector, feed } = open()
      const changes: FindingChange[] = []
      feed.follow((change) => changes.push(change))
      play(detector, all)
      const matches = createFindingFilter({ minProfit })
      const held = new Map<string, bigint>()
      const receive = (change: FindingChange) => {
        const notice = toNotice(change, matches)
        if (notice === null) return
        if (notice.type === 'gone') expect(held.delete(notice.id)).toBe(true)
        else {
          const { id, estimatedProfit } = notice.record.finding
          expect(held.has(id)).toBe(notice.type === 'changed')
          held.set(id, estimatedProfit)
        }
      }
      const seen = changes.slice(0, cutAt)
      seen.forEach(receive)
      const cursor = seen.at(-1)?.cursor
      const missed = cursor === undefined ? changes : feed.since(cursor)
      missed?.forEach(receive)
      const { records } = feed.current()
      const current = records.filter(matches).map(({ finding }) => [finding.id, finding.estimatedProfit] as const)
      expect(held).toEqual(new Map(current))
    }),
  )
})

it('does not know cursors of another process, of the future, or of changes that it no longer stores', () => {
  const { detector, feed } = open(2)
  const cursors: string[] = []
  feed.follow(({ cursor }) => cursors.push(cursor))
  for (const id of ['a', 'b', 'c', 'd']) detector.emit('found', toFinding(id, 1n))
  expect(cursors.map((cursor) => feed.since(cursor)?.length ?? null)).toEqual([null, 2, 1, 0])
  const other = open().feed
  expect(other.since(cursors[3] ?? '')).toBeNull()
  const run = (cursors[3] ?? '').slice(0, -2)
  for (const wrong of ['', '1', `${run}.5`, `${run}.3.0`, `${run}.NaN`, `${run}.-1`, `${run}.3.5`])
    expect(feed.since(wrong), wrong).toBeNull()
})

it('matches types, profit, confidence, tokens, pools, parties and what a finding depends on', () => {
  const { detector, feed } = open()
  detector.emit('found', toFinding('a', 10n, 0.9))
  detector.emit('found', toFinding('b', 20n, 0.1))
  const find = (conditions: FindingConditions) =>
    feed
      .current()
      .records.filter(createFindingFilter(conditions))
      .map(({ finding }) => finding.id)
  expect(find({})).toEqual(['a', 'b'])
  expect(find({ types: [], tokens: [] })).toEqual(['a', 'b'])
  expect(find({ types: ['sandwich'] })).toEqual(['a'])
  expect(find({ minProfit: 11n })).toEqual(['b'])
  expect(find({ minConfidence: 0.5 })).toEqual(['a'])
  expect(find({ dependsOn: 'pending' })).toEqual(['a'])
  expect(find({ dependsOn: 'state' })).toEqual(['b'])
  expect(find({ tokens: [`0x${'AA'.repeat(20)}`] })).toEqual(['a', 'b'])
  expect(find({ tokens: [pool] })).toEqual([])
  expect(find({ pools: [pool] })).toEqual(['a', 'b'])
  expect(find({ addresses: [sender] })).toEqual(['a'])
})
