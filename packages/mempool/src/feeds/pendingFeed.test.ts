import type { PendingSighting } from '@outrigger/core'
import type { PendingOptions, PendingTransaction } from '@outrigger/core/internal'
import { expect, it } from 'vitest'
import { hashOf } from '../lifecycle/fixtures/entries.ts'
import { watchPendingFeed } from './pendingFeed.ts'

type Show = NonNullable<PendingOptions['onSighting']>

/** A scripted pool. `raw` is the response to its requests. */
function createFeed(answers: ((hash: string) => unknown)[] = []) {
  let onTransaction: (pending: PendingTransaction) => void = () => {}
  let onSighting: Show = () => {}
  const known = new Set<string>()
  const reported: string[] = []
  const lifetime = new AbortController()
  const unwatch = watchPendingFeed({
    pool: {
      watchPendingTransactions(listener, options) {
        onTransaction = listener
        onSighting = options?.onSighting ?? onSighting
        return () => {}
      },
      send: (async ({ params }: { params: readonly string[] }) => ({
        result: answers.shift()?.(params[0] ?? '') ?? null,
      })) as never,
    },
    signal: lifetime.signal,
    onSighting({ hash, provider, atMs }, raw) {
      reported.push(`${Number(hash)} ${provider} ${atMs} ${raw === null ? 'bare' : 'whole'}`)
      if (raw !== null) known.add(hash)
      return known.has(hash)
    },
  })
  const show = (n: number, provider: string, atMs: number, isWhole: boolean): PendingSighting => {
    const sighting = { hash: hashOf(n), provider, atMs, transaction: isWhole ? { hash: hashOf(n) } : null }
    onSighting(sighting)
    return sighting
  }
  return { reported, show, lookUp: (pending: PendingTransaction) => onTransaction(pending), unwatch }
}

it('reports a looked-up transaction with the time and provider of its first sighting', () => {
  const { reported, show, lookUp } = createFeed()
  show(1, 'a', 10, false)
  show(1, 'b', 20, false)
  lookUp({ hash: hashOf(1), provider: 'a', transaction: { hash: hashOf(1) } })
  show(2, 'b', 30, false)
  show(2, 'a', 40, true)
  lookUp({ hash: hashOf(2), provider: 'b', transaction: { hash: hashOf(2) } })
  expect(reported).toEqual([
    ...['1 a 10 bare', '1 b 20 bare', '1 a 10 whole'],
    ...['2 b 30 bare', '2 b 30 whole', '2 a 40 whole'],
  ])
})

it('retries a lookup without a result', async () => {
  const { reported, show, lookUp } = createFeed([() => null, (hash) => ({ hash })])
  show(1, 'a', 10, false)
  lookUp({ hash: hashOf(1), provider: 'a', transaction: null })
  await expect.poll(() => reported, { timeout: 20_000 }).toEqual(['1 a 10 bare', '1 a 10 whole'])
})
