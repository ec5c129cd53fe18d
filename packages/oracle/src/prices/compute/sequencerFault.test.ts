import { describe, expect, it } from 'vitest'
import { computeSequencerFault, sequencerGraceSeconds } from './sequencerFault.ts'

const startedAt = 1_700_000_000n
const after = (seconds: number) => Number(startedAt) + seconds

describe('computeSequencerFault', () => {
  it('accepts a sequencer that is up for longer than the grace period', () => {
    expect(computeSequencerFault({ answer: 0n, startedAt }, after(sequencerGraceSeconds + 1))).toBeNull()
  })

  it.each([
    [0n, startedAt, sequencerGraceSeconds, /up for 3600 s, but prices are used after 3600 s/],
    [0n, startedAt, 0, /up for 0 s/],
    [0n, startedAt, -5, /up for -5 s/],
    [1n, startedAt, 100_000, /down since 2023-11-14T22:13:20.000Z/],
    [0n, 0n, 100_000, /no valid round/],
    [2n, startedAt, 100_000, /no valid round/],
    [-1n, startedAt, 100_000, /no valid round/],
    [1n, 2n ** 255n, 100_000, /down since second 5789/],
  ])('answer %s since %s, asked %s s later', (answer, startedAt, seconds, reason) => {
    expect(computeSequencerFault({ answer, startedAt }, after(seconds))).toMatch(reason)
  })

  it('rejects a feed that does not answer', () => {
    expect(computeSequencerFault(null, after(100_000))).toMatch(/does not answer/)
  })
})
