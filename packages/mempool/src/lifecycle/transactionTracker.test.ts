import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import type { MempoolTransaction } from '../watcherTypes.ts'
import { addressOf, blockOf, createTold, entryOf, hashOf, inBlock } from './fixtures/entries.ts'

const always = () => 'mined' as const
const never = () => 'failed' as const
const of = (n: number, sender: number, nonce: number, fee = 100n, terms = {}) =>
  entryOf(n, { from: addressOf(sender), nonce, maxFeePerGas: fee, maxPriorityFeePerGas: fee, ...terms })

it('follows a chain of replacements to the one that is mined', () => {
  const { tracker, reported } = createTold()
  const [first, second, third] = [of(1, 1, 0), of(2, 1, 0, 120n), of(3, 1, 0, 150n)]
  for (const entry of [first, second, third]) tracker.add(entry)
  tracker.addBlock(blockOf(1), [inBlock(second)], always)
  expect(reported).toEqual([
    ...['1: pending', '2: pending', '1: replaced 2', '3: pending', '2: replaced 3'],
    // The chain included the second one.
    ...['2: mined', '3: replaced 2'],
  ])
  expect(tracker.pending.size).toBe(0)
})

it('distinguishes a cancellation from a speed-up, pending or first seen in a block', () => {
  const { tracker, reported } = createTold()
  tracker.add(of(1, 1, 0))
  tracker.add(of(2, 1, 0, 120n, { to: addressOf(1), value: 0n }))
  tracker.add(of(3, 2, 0))
  tracker.addBlock(blockOf(1), [inBlock(of(4, 2, 0), true)], always)
  expect(reported).toEqual(['1: pending', '2: pending', '1: cancelled 2', '3: pending', '3: cancelled 4'])
  expect(tracker.unseen).toBe(1)
})

it('does not replace a transaction with one that pays less', () => {
  const { tracker, reported } = createTold()
  tracker.add(of(2, 1, 0, 120n))
  tracker.add(of(1, 1, 0))
  expect(reported).toEqual(['2: pending', '1: pending', '1: replaced 2'])
  expect([...tracker.pending.values()].map(({ entry }) => entry.transaction.hash)).toEqual([hashOf(2)])
})

it('removes blocks from the top, and mines again in other blocks', () => {
  const { tracker, reported } = createTold()
  const [one, two, three] = [of(1, 1, 0), of(2, 1, 1), of(3, 2, 0)]
  for (const entry of [one, two, three]) tracker.add(entry)
  tracker.addBlock(blockOf(1), [inBlock(one), inBlock(two)], always)
  tracker.addBlock(blockOf(2), [inBlock(three)], never)
  tracker.removeBlock(blockOf(2).hash)
  tracker.removeBlock(blockOf(1).hash)
  expect(tracker.pending.size).toBe(3)
  tracker.addBlock(blockOf(1, 1), [inBlock(three)], always)
  tracker.addBlock(blockOf(2, 1), [inBlock(one)], always)
  expect(reported.slice(3)).toEqual([
    ...['1: mined', '2: mined', '3: failed', '3: reorged', '2: reorged', '1: reorged', '3: mined', '1: mined'],
  ])
  expect(tracker.nonces.get(addressOf(1))).toBe(1)
})

it('lets another transaction use a nonce after its block has left the chain', () => {
  const { tracker, reported } = createTold()
  const [one, other] = [of(1, 1, 0), of(2, 1, 0, 90n)]
  tracker.add(one)
  tracker.addBlock(blockOf(1), [inBlock(one)], always)
  tracker.removeBlock(blockOf(1).hash)
  tracker.add(other)
  tracker.addBlock(blockOf(1, 1), [inBlock(other)], always)
  expect(reported.slice(2)).toEqual(['1: reorged', '2: pending', '2: replaced 1', '2: mined', '1: replaced 2'])
})

it('still knows the nonces of the remaining blocks', () => {
  const { tracker, reported } = createTold()
  tracker.addBlock(blockOf(1), [inBlock(of(1, 1, 0))], always)
  tracker.addBlock(blockOf(2), [inBlock(of(2, 1, 1))], always)
  tracker.removeBlock(blockOf(2).hash)
  tracker.add(of(3, 1, 0))
  tracker.add(of(4, 1, 1))
  expect(reported).toEqual(['4: pending'])
})

it('restores dropped transactions, and detects late ones', () => {
  const { tracker, reported } = createTold()
  const [one, late] = [of(1, 1, 0), of(2, 2, 0)]
  tracker.add(one)
  tracker.drop(hashOf(1), 'gone')
  expect(tracker.markSeen(hashOf(1), 5)).toBe(true)
  tracker.drop(hashOf(1), 'gone')
  tracker.addBlock(blockOf(1), [inBlock(one), inBlock(late)], always)
  expect(tracker.markSeen(hashOf(1), 6)).toBe(true)
  expect([tracker.unseen, tracker.markSeen(hashOf(2), 6)]).toEqual([1, false])
  // First seen after its block was read: pending, then the outcome of its receipt.
  tracker.add(late)
  tracker.addMined(hashOf(2), blockOf(1), 'failed')
  // A transaction with a used nonce is ignored.
  tracker.add(of(3, 2, 0))
  expect(reported).toEqual([
    ...['1: pending', '1: dropped gone', '1: pending', '1: dropped gone', '1: mined', '2: pending', '2: failed'],
  ])
  expect(tracker.unseen).toBe(0)
  tracker.removeBlock(blockOf(1).hash)
  expect(reported.slice(7)).toEqual(['2: reorged', '1: reorged'])
})

it('knows which nonces are executable', () => {
  const { tracker } = createTold()
  for (const [n, nonce] of [5, 6, 8].entries()) tracker.add(of(n, 1, nonce))
  const states = () => [5, 6, 8, 4_000_000_000].map((nonce) => tracker.nonces.toState(addressOf(1), nonce))
  expect(states()).toEqual(['executable', 'executable', 'queued', 'queued'])
  tracker.addBlock(blockOf(1), [inBlock(of(9, 1, 3))], always)
  expect(states()).toEqual(['queued', 'queued', 'queued', 'queued'])
  tracker.add(of(10, 1, 4))
  expect(states().slice(0, 3)).toEqual(['executable', 'executable', 'queued'])
})

it('computes the nonce states of a sender with thousands of transactions, and of a nonce without a successor', () => {
  const { tracker } = createTold({ maxTransactions: 30_000 })
  const last = 1e77
  for (let nonce = 0; nonce < 20_000; nonce += 1) tracker.add(of(nonce, 1, nonce))
  tracker.add(of(20_000, 2, last))
  const states = Array.from({ length: 20_001 }, (_, nonce) => tracker.nonces.toState(addressOf(1), nonce))
  expect(new Set(states)).toEqual(new Set(['executable']))
  expect(tracker.nonces.toState(addressOf(1), 20_001)).toBe('queued')
  expect(tracker.nonces.toState(addressOf(2), last)).toBe('executable')
}, 10_000)

it('evicts the cheapest first, by their tip at the next base fee', () => {
  const { tracker, reported } = createTold({ maxTransactions: 128, toNextBaseFee: () => 50n })
  // High caps with low tips are cheaper than low caps above the base fee.
  for (let n = 1; n <= 64; n += 1) tracker.add(entryOf(n, { maxFeePerGas: 1000n, maxPriorityFeePerGas: BigInt(n) }))
  for (let n = 101; n <= 165; n += 1)
    tracker.add(entryOf(n, { maxFeePerGas: 200n + BigInt(n), maxPriorityFeePerGas: 100n }))
  expect(reported.filter((line) => line.includes('evicted'))).toEqual([1, 2, 3].map((n) => `${n}: dropped evicted`))
  // An evicted transaction returns when it is shown again only if there is room.
  tracker.markSeen(hashOf(1), 9)
  expect(reported.filter((line) => line.startsWith('1:'))).toHaveLength(2)
  for (let n = 101; n <= 165; n += 1) tracker.drop(hashOf(n), 'gone')
  tracker.markSeen(hashOf(1), 9)
  expect(reported.filter((line) => line.startsWith('1:'))).toEqual(['1: pending', '1: dropped evicted', '1: pending'])
})

it('stays within its bounds and keeps the most expensive', () => {
  const fee = fc.bigInt({ min: 1n, max: 50n })
  const one = fc.record({ fee, words: fc.nat(200) })
  const property = fc.property(fc.array(one, { maxLength: 300 }), fc.nat(100), fc.nat(400_000), (list, most, bytes) => {
    const bounds = { maxTransactions: most + 1, maxBytes: bytes + 3000 }
    const { tracker, transitions } = createTold(bounds)
    const tips = new Map<Hex, bigint>()
    for (const [n, { fee, words }] of list.entries()) {
      tips.set(hashOf(n), fee)
      const from = transitions.length
      tracker.add(entryOf(n, { maxFeePerGas: fee, input: `0x${'00'.repeat(words)}` }))
      expect(tracker.pending.size).toBeLessThanOrEqual(bounds.maxTransactions)
      expect(tracker.pending.bytes).toBeLessThanOrEqual(bounds.maxBytes)
      const evicted = transitions.slice(from + 1).map(({ hash }) => tips.get(hash) ?? 0n)
      const least = [...tracker.pending.values()].map(({ entry }) => entry.transaction.maxPriorityFeePerGas)
      for (const tip of evicted) for (const kept of least) expect(kept).toBeGreaterThanOrEqual(tip)
    }
  })
  fc.assert(property, { numRuns: 60 })
})

type Step =
  | { readonly kind: 'admit' | 'confirm' | 'drop'; readonly n: number }
  | { readonly kind: 'block'; readonly picks: readonly number[]; readonly reorg: number }

it('reports consistent transitions in any sequence of events', () => {
  const cast: MempoolTransaction[] = Array.from({ length: 24 }, (_, n) =>
    of(n + 1, n % 3, Math.floor(n / 3) % 4, BigInt(100 + (n % 5) * 10)),
  )
  const n = fc.nat(cast.length - 1)
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constantFrom('admit' as const, 'confirm' as const, 'drop' as const), n }),
    fc.record({ kind: fc.constant('block' as const), picks: fc.uniqueArray(n, { maxLength: 6 }), reorg: fc.nat(3) }),
  )
  const property = fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 3, max: 30 }), (steps, most) => {
    const { tracker, transitions } = createTold({ maxTransactions: most })
    const chain: { readonly block: ReturnType<typeof blockOf>; readonly held: readonly MempoolTransaction[] }[] = []
    let branch = 0
    for (const step of steps) {
      if (step.kind === 'block') {
        for (const { block } of chain.splice(chain.length - Math.min(step.reorg, chain.length)).reverse())
          tracker.removeBlock(block.hash)
        // The rules of a chain: each sender's nonces in order, once each.
        const used = new Map<string, number>()
        for (const { transaction } of chain.flatMap(({ held }) => held))
          used.set(transaction.from, transaction.nonce + 1)
        const held = step.picks.flatMap((pick) => {
          const entry = cast[pick]
          if (entry === undefined || (used.get(entry.transaction.from) ?? 0) !== entry.transaction.nonce) return []
          used.set(entry.transaction.from, entry.transaction.nonce + 1)
          return entry
        })
        branch += 1
        const block = blockOf(chain.length + 1, branch)
        chain.push({ block, held })
        tracker.addBlock(
          block,
          held.map((entry) => inBlock(entry)),
          always,
        )
        continue
      }
      const entry = cast[step.n] as MempoolTransaction
      const { hash } = entry.transaction
      const holder = tracker.blocks.blockOf(hash)
      if (step.kind === 'drop') tracker.drop(hash, 'gone')
      else if (step.kind === 'confirm') tracker.markSeen(hash, step.n)
      else {
        tracker.add(entry)
        if (holder !== undefined) tracker.addMined(hash, holder, 'mined')
      }
    }

    const state = new Map<Hex, string>()
    for (const { hash, transition } of transitions) {
      const before = state.get(hash)
      const { kind } = transition
      if (kind === 'pending') expect(before === undefined || before === 'dropped').toBe(true)
      else if (kind === 'reorged') expect(before).toBe('mined')
      else if (kind === 'mined') expect(before).not.toBe('mined')
      else expect(before === 'pending' || before === 'reorged').toBe(true)
      state.set(hash, kind)
    }
    const pendingNow = [...tracker.pending.values()]
    const isPending = (kind: string) => kind === 'pending' || kind === 'reorged'
    expect(new Set(pendingNow.map(({ entry }) => entry.transaction.hash))).toEqual(
      new Set([...state].flatMap(([hash, kind]) => (isPending(kind) ? hash : []))),
    )
    expect(
      new Set(pendingNow.map(({ entry: { transaction } }) => `${transaction.from} ${transaction.nonce}`)).size,
    ).toBe(pendingNow.length)
    for (const { held } of chain)
      for (const { transaction } of held) {
        const kind = tracker.get(transaction.hash) && state.get(transaction.hash)
        if (kind !== undefined) expect(kind).toBe('mined')
        expect(tracker.pending.at(transaction.from, transaction.nonce)).toBeUndefined()
      }
  })
  fc.assert(property, { numRuns: 1000 })
})
