import type { Store } from '@outrigger/core'
import type { CandleInterval, CandleRange } from '../priceSource.ts'
import { addSighting, type LocalBar, type LocalBars, localSpans, toDocumentKey } from './localBar.ts'

const collectionName = 'prices'
const intervals = Object.keys(localSpans) as CandleInterval[]

/** Prices seen by this node, stored as hourly and daily bars. */
export type PriceSeries = {
  /** Adds a price. Resolves when it is stored. */
  add(tokenKey: string, sighting: { readonly priceUsd: number; readonly atMs: number }): Promise<void>
  /** Returns the bars that begin within the range, ascending. */
  read(tokenKey: string, range: CandleRange): Promise<readonly LocalBar[]>
}

/**
 * Creates a series of prices in a store. Hourly bars are kept for three months, daily bars for three years.
 *
 * @example
 * const series = createPriceSeries(store)
 * await series.add('ethereum:0xc02a…', { priceUsd: 3000, atMs: Date.now() })
 */
export function createPriceSeries(store: Store): PriceSeries {
  const documents = store.collection<LocalBars>(collectionName)

  return {
    async add(tokenKey, sighting) {
      const keys = intervals.map((interval) => ({ interval, key: toDocumentKey(tokenKey, interval, sighting.atMs) }))
      await store.commit(
        keys.map(({ interval, key }) => ({
          collection: collectionName,
          key,
          change: (current) => addSighting((current as LocalBars | undefined) ?? { bars: [] }, interval, sighting),
        })),
      )
      // Old documents are deleted only at the first sighting of a document, because each has many.
      for (const { interval, key } of keys)
        if (isFirst(await documents.get(key))) await dropOld(tokenKey, interval, sighting.atMs)
    },
    async read(tokenKey, { interval, fromMs, toMs }) {
      const prefix = `${tokenKey}:${interval}:`
      const first = toDocumentKey(tokenKey, interval, fromMs)
      const entries = await documents.list({ prefix })
      return entries
        .filter(({ key }) => key >= first)
        .flatMap(({ value }) => value.bars)
        .filter(({ startMs }) => startMs >= fromMs && startMs <= toMs)
    },
  }

  async function dropOld(tokenKey: string, interval: CandleInterval, nowMs: number): Promise<void> {
    const oldest = toDocumentKey(tokenKey, interval, nowMs - localSpans[interval].keptMs)
    for (const { key } of await documents.list({ prefix: `${tokenKey}:${interval}:` }))
      if (key < oldest) await documents.delete(key)
  }
}

const isFirst = (document: LocalBars | undefined): boolean =>
  document?.bars.length === 1 && document.bars[0]?.count === 1
