import fc from 'fast-check'
import { type Address, type Hex, numberToHex } from 'viem'
import { expect, it } from 'vitest'
import type { PoolState } from '../poolState.ts'
import type { PoolSnapshot } from './poolBookTypes.ts'
import { toSnapshot } from './poolSnapshot.ts'
import { emptyVersion, toNextVersion } from './poolVersion.ts'
import { createSnapshotCopy, toSnapshotChanges } from './snapshotChanges.ts'

const toAddress = (index: number): Address => numberToHex(index + 1, { size: 20 })
const tokens = Array.from({ length: 6 }, (_, index) => toAddress(index))

function toPool(index: number, reserve: number): PoolState {
  const id = toAddress(1_000 + index)
  const own = [tokens[index % 6] as Address, tokens[(index * 5 + 1) % 6] as Address]
  const pair = { kind: 'pair', fee: 3_000, reserve0: BigInt(reserve), reserve1: 1n } as const
  return { id, dex: 'uniswap_v2', address: id, tokens: own, ...pair }
}

/** Lists everything in order, because the order decides between equal pools. */
const toLists = (snapshot: PoolSnapshot) => ({
  size: snapshot.size,
  values: [...snapshot.values()],
  byToken: tokens.map(snapshot.byToken),
  neighbours: tokens.map(snapshot.neighbours),
  pairs: tokens.flatMap((a) => tokens.map((b) => [snapshot.byTokens(a, b), snapshot.bridges(a, b)])),
})

const change = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.option(fc.nat(3)))

it('has the pools of the book in the same order, and knows what has changed', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 8 }), { minLength: 1, maxLength: 25 }), (steps) => {
      const copy = createSnapshotCopy('ethereum')
      let [version, last, lastCopy] = [emptyVersion, null as PoolSnapshot | null, null as PoolSnapshot | null]
      for (const step of steps) {
        const changes = step.map(([index, reserve]): [Hex, PoolState | null] => [
          toPool(index, 0).id,
          reserve === null ? null : toPool(index, reserve),
        ])
        version = toNextVersion(version, new Map(changes))
        const next = toSnapshot(null, version)
        copy.apply(toSnapshotChanges(next, last))
        const nextCopy = copy.take(null)
        expect(toLists(nextCopy)).toEqual(toLists(next))
        if (last !== null && lastCopy !== null)
          expect([...nextCopy.changesSince(lastCopy)]).toEqual([...next.changesSince(last)])
        last = next
        lastCopy = nextCopy
      }
    }),
    { seed: 5, numRuns: 200 },
  )
})
