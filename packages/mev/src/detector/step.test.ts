import { createUniform } from '@outrigger/devnet/random'
import type { MevOpportunity } from '@outrigger/mempool'
import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import { type Finding, toMevOpportunity } from '../finding.ts'
import { toBest } from './evaluate.ts'
import type { DetectorEffect, DetectorEvent, Pending } from './events.ts'
import { createRandomRun, openState, settled, toMoved, toPairs, toRandomTransaction } from './fixtures/randomEvents.ts'
import type { DetectorState } from './state.ts'
import { step } from './step.ts'

const count = Number(process.env['OUTRIGGER_STEP_EVENTS'] ?? 20_000)

/** Returns the part of findings that subscribers act on. Excludes the block, which advances without changes. */
const toRows = (findings: readonly Finding[]) =>
  findings.map(({ id, estimatedProfit, basis }) => `${id} ${estimatedProfit} ${basis}`).sort()

/** Applies the reports of effects to a list of findings. Throws if one is found twice, or changes or goes without being found. */
function createReader() {
  const current = new Map<string, Finding>()
  const annotations = new Map<Hex, MevOpportunity | null>()
  return {
    current,
    annotations,
    read(effects: readonly DetectorEffect[]): void {
      for (const effect of effects) {
        if (effect.kind === 'annotate') annotations.set(effect.hash, effect.mev)
        if (effect.kind !== 'found' && effect.kind !== 'changed' && effect.kind !== 'gone') continue
        const { id } = effect.finding
        if (current.has(id) !== (effect.kind !== 'found')) throw new RangeError(`${effect.kind} out of order: ${id}`)
        if (effect.kind === 'gone') current.delete(id)
        else current.set(id, effect.finding)
      }
    },
  }
}

const toLine = (effect: DetectorEffect) =>
  JSON.stringify(effect, (_, value) => (typeof value === 'bigint' ? `${value}` : value))

it(`reports ${count} random events in order, and stores what it has reported`, { timeout: 3_600_000 }, () => {
  const reader = createReader()
  const kinds: Record<string, number> = {}
  const { state, next } = createRandomRun(5, (effects) => {
    reader.read(effects)
    for (const { kind } of effects) kinds[kind] = (kinds[kind] ?? 0) + 1
  })
  for (let index = 0; index < count; index++) next()
  expect([...reader.current.keys()].sort()).toEqual(
    state.findings
      .list()
      .map(({ id }) => id)
      .sort(),
  )
  for (const [hash, mev] of reader.annotations) {
    const best = toBest(state.findings.of(hash))
    expect(mev).toEqual(best && toMevOpportunity(best))
  }
  const all = [
    'found',
    'changed',
    'gone',
    'annotate',
    'queueReviews',
    'measure',
    'try',
    'simulate',
    'copy',
    'confirm',
    'prove',
  ]
  for (const kind of all) expect([kind, (kinds[kind] ?? 0) > 10]).toEqual([kind, true])
})

it('has the same state and effects after the same events', () => {
  const [first, second] = [[] as string[], [] as string[]]
  const runs = [first, second].map((lines) => createRandomRun(7, (effects) => lines.push(...effects.map(toLine))))
  for (let index = 0; index < 3_000; index++) for (const { next } of runs) next()
  expect(first).toEqual(second)
  expect(first.length).toBeGreaterThan(3_000)
  const [one, two] = runs.map(({ state }) => toRows(state.findings.list()))
  expect(one).toEqual(two)
})

/** Applies an event and everything that it leaves for quiet moments. */
function apply(state: DetectorState, event: DetectorEvent, alive: ReadonlyMap<Hex, Pending>): void {
  for (const effect of step(state, event)) {
    if (effect.kind === 'queuePools') apply(state, { kind: 'reviewPools', pools: effect.pools }, alive)
    if (effect.kind === 'queueReviews')
      for (const hash of effect.hashes) apply(state, { kind: 'review', hash, pending: alive.get(hash) ?? null }, alive)
  }
}

it('has the same findings after a block was undone and applied again', () => {
  const random = createUniform(3)
  const pairs = toPairs(3)
  const { state, toBlock } = openState(pairs, 0)
  const alive = new Map<Hex, Pending>()
  apply(state, { kind: 'reviewPools', pools: pairs.map(({ id }) => id) }, alive)
  let changes = 0
  for (let round = 0; round < 60; round++) {
    for (let index = 0; index < 5; index++) {
      const pending = toRandomTransaction(random, pairs, 5 * round + index)
      alive.set(pending.entry.transaction.hash, pending)
      apply(state, { kind: 'transaction', pending }, alive)
    }
    const at = [0, 1, 2].map(() => Math.floor(random() * pairs.length))
    const before = pairs.filter((_, index) => at.includes(index))
    const after = before.map((pair) => toMoved(random, pair))
    const mine = (changed: typeof before) => {
      apply(state, toBlock(changed), alive)
      apply(state, settled, alive)
      return toRows(state.findings.list())
    }
    // Reviews the transactions through these pools once more, because later transactions are their rivals.
    const [unchanged, applied, undone] = [mine(before.map((pair) => ({ ...pair }))), mine(after), mine(before)]
    expect(undone).toEqual(unchanged)
    expect(mine(after)).toEqual(applied)
    expect(mine(before)).toEqual(undone)
    if (applied.join() !== undone.join()) changes += 1
    // Every eighth block also reviews the pools of all state findings, so that block is not one of those above.
    for (let block = 0; block < 3; block++) mine([])
  }
  expect(changes).toBeGreaterThan(30)
})
