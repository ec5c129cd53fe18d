import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { type BlockFacts, type BundleTerms, initialVerdict, step, toVerdict, type VerdictEvent } from './step.ts'

const [first, second, other] = ['0x01', '0x02', '0x0f'] as const
const terms: BundleTerms = {
  transactions: [
    { hash: first, canRevert: false },
    { hash: second, canRevert: false },
  ],
  targets: [10, 11],
  contiguous: false,
}

/** Creates a block with some of the bundle's transactions at the given indexes. `!` marks a reverted transaction. */
function toBlock(
  number: number,
  mined: Readonly<Record<string, number | string>> = {},
  rivals: BlockFacts['rivals'] = [],
) {
  const facts: BlockFacts = {
    number,
    hash: `0x${number}`,
    timestamp: number * 12,
    rivals,
    mined: Object.entries(mined).map(([hash, place]) => {
      return {
        hash: hash as Hex,
        index: Number.parseInt(String(place), 10),
        succeeded: typeof place === 'number',
        gasUsed: '1',
      }
    }),
  }
  return { type: 'block', facts } as const
}
const judge = (events: readonly VerdictEvent[], own: Partial<BundleTerms> = {}) =>
  toVerdict(events.reduce(step, initialVerdict({ ...terms, ...own }, 9)))

const whole = { [first]: 0, [second]: 3 }
const cancelled = { type: 'cancelled' } as const
const removed = (number: number) => ({ type: 'removed', number }) as const

describe('a bundle', () => {
  it.each([
    ['waits', 'pending', [toBlock(10)]],
    ['is included in its block', 'included', [toBlock(10, whole)]],
    ['is included in its second block', 'included', [toBlock(10), toBlock(11, whole)]],
    ['is over after its last block', 'expired', [toBlock(10), toBlock(11)]],
    ['is not included in a block it is not for', 'failed', [toBlock(10), toBlock(11), toBlock(12, whole)]],
    ['is not the rival that shares its first transaction', 'failed', [toBlock(10, { [first]: 0 })]],
    ['is not included in another order', 'failed', [toBlock(10, { [first]: 4, [second]: 1 })]],
    ['is not included if it reverts', 'failed', [toBlock(10, { [first]: 0, [second]: '1!' })]],
    ['cannot be included if its nonce is used', 'failed', [toBlock(10, {}, [{ position: 1, hash: other }])]],
    ['is cancelled', 'cancelled', [cancelled, toBlock(10), toBlock(11)]],
    ['is included despite a cancellation', 'included', [cancelled, toBlock(10, whole)]],
    [
      'may use its nonces elsewhere after a cancellation',
      'cancelled',
      [cancelled, toBlock(10, {}, [{ position: 0, hash: other }])],
    ],
    ['is pending again after a reorg', 'pending', [toBlock(10, whole), removed(10)]],
    [
      'is expired if the replacement block does not include it',
      'expired',
      [toBlock(10), toBlock(11, whole), removed(11), toBlock(11)],
    ],
    [
      'is included in the replacement block',
      'included',
      [toBlock(10, { [first]: 0 }), removed(10), toBlock(10, whole)],
    ],
    ['is sent for one more block', 'pending', [toBlock(10), toBlock(11), { type: 'targeted', targets: [12] }]],
  ] as const)('%s: %s', (_, status, events) => {
    expect(judge(events).status).toBe(status)
  })

  it('may lack only optional transactions', () => {
    const own = {
      transactions: [
        { hash: first, canRevert: true },
        { hash: second, canRevert: false },
      ],
    } as const
    expect(judge([toBlock(10, { [second]: 2 })], own).status).toBe('included')
    expect(judge([toBlock(10, { [first]: '0!', [second]: 2 })], own).status).toBe('included')
    expect(judge([toBlock(10, { [first]: 0 })], own).status).toBe('pending')
  })

  it('must be contiguous if requested', () => {
    const own = { contiguous: true }
    expect(judge([toBlock(10, whole)], own).status).toBe('failed')
    expect(judge([toBlock(10, { [first]: 4, [second]: 5 })], own).status).toBe('included')
  })

  it('reports the conflicting transaction', () => {
    expect(judge([toBlock(10, { [first]: 0 })]).failure).toEqual({
      kind: 'partial',
      position: 0,
      block: 10,
      transaction: first,
    })
    expect(judge([toBlock(10, {}, [{ position: 1, hash: other }])]).failure).toEqual({
      kind: 'conflict',
      position: 1,
      block: 10,
      transaction: other,
    })
  })
})
