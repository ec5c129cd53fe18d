import type { Store } from '@outrigger/core'
import type { Interval } from './compute/intervals.ts'
import { createCounterDraft, createCounterStore } from './counterDraft.ts'
import type { CounterBars, TimeSpan } from './counterTypes.ts'
import { readBars } from './readBars.ts'

type StoredBarsOptions = TimeSpan & { readonly interval: Interval; readonly withAddresses: boolean }

/**
 * Returns the bars that a node counted in a store, without a provider. The bar of the newest block is partial, because the head
 * of the chain is unknown.
 */
export async function readStoredBars(
  store: Store,
  chain: string,
  { interval, withAddresses, ...span }: StoredBarsOptions,
): Promise<CounterBars> {
  const question = { interval, withAddresses, withFirstSeen: false, span, head: null, until: 0, now: span.toTime }
  const found = await createCounterStore(store, chain).read((draft, state) =>
    readBars(createCounterDraft(store, chain, draft), state, question),
  )
  return { chain, ...found }
}
