import { OutriggerError } from '../errors/outriggerError.ts'
import type { Store } from '../store/store.ts'
import { retry } from '../time/retry.ts'

/** Another process changed the series in the meantime, so the change must be repeated. */
class StaleDraftError extends OutriggerError {
  readonly code = 'STALE_DRAFT'
  override readonly retryable = true
}

/** Documents of one series that are written together or not at all. Reads see earlier writes of the draft. */
export type Draft = {
  get<value>(collection: string, key: string): Promise<value | undefined>
  /** Writes a document. The value undefined deletes the document. */
  write(collection: string, key: string, value: unknown): void
}

/** State of a series. `revision` counts its changes. */
type Revised = { readonly revision: number }

/** The documents of one series in a store that several processes may share. */
export type SeriesStore<state extends Revised> = {
  state(): Promise<state>
  /**
   * Makes one change at a time, and repeats it if another process wrote first. If `draw` returns null, nothing
   * changes.
   */
  change(draw: (draft: Draft, state: state) => Promise<state | null>): Promise<void>
  /** Reads documents that all belong to one revision. */
  read<value>(read: (draft: Draft, state: state) => Promise<value>): Promise<value>
}

/**
 * @param place collection and key of the document with the state, and the state of an empty series
 * @example
 * const series = createSeriesStore(store, { collection: 'fees', key: 'base', empty: { revision: 0, newest: -1 } })
 * await series.change(async (draft, state) => {
 *   draft.write('fees:base:blocks', '12', block)
 *   return { ...state, newest: 12 }
 * })
 */
export function createSeriesStore<state extends Revised>(
  store: Store,
  { collection, key, empty }: { readonly collection: string; readonly key: string; readonly empty: state },
): SeriesStore<state> {
  let writing: Promise<unknown> = Promise.resolve()
  const readState = () => store.collection<state>(collection).get(key)

  function createDraft() {
    const written = new Map<string, { collection: string; key: string; value: unknown }>()
    const draft: Draft = {
      async get<value>(name: string, at: string) {
        const drafted = written.get(`${name}/${at}`)
        return drafted === undefined ? store.collection<value>(name).get(at) : (drafted.value as value | undefined)
      },
      write: (name, at, value) => void written.set(`${name}/${at}`, { collection: name, key: at, value }),
    }
    return { draft, written }
  }

  async function attempt(draw: (draft: Draft, state: state) => Promise<state | null>): Promise<void> {
    const { draft, written } = createDraft()
    const known = await readState()
    const next = await draw(draft, known ?? empty)
    if (next === null) return
    await store.commit([
      {
        collection,
        key,
        change(current) {
          if ((current as state | undefined)?.revision !== known?.revision)
            throw new StaleDraftError(`Another process wrote ${collection}/${key} meanwhile.`)
          return { ...next, revision: (known?.revision ?? 0) + 1 }
        },
      },
      ...[...written.values()].map(({ value, ...place }) => ({ ...place, change: () => value })),
    ])
  }

  return {
    state: async () => (await readState()) ?? empty,
    change(draw) {
      const shouldRetry = (error: unknown) => error instanceof StaleDraftError
      const result = writing.then(() =>
        retry(() => attempt(draw), { minDelayMs: 5, maxDelayMs: 200, maxTimeMs: 5000, shouldRetry }),
      )
      writing = result.catch(() => {})
      return result
    },
    async read(read) {
      for (;;) {
        const state = (await readState()) ?? empty
        const value = await read(createDraft().draft, state)
        if (((await readState()) ?? empty).revision === state.revision) return value
      }
    },
  }
}
