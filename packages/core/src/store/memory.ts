import { getOrCreate } from '../cache/getOrCreate.ts'
import type { Change, Collection, Store } from './store.ts'

/**
 * Creates a store that lives as long as the process. Values are copied in and out, as in a database.
 *
 * @example
 * const store = createMemoryStore()
 * await store.collection<number>('counts').set('a', 1)
 */
export function createMemoryStore(): Store {
  const collections = new Map<string, Map<string, string>>()
  const close = async () => collections.clear()
  const documentsOf = (name: string) => getOrCreate(collections, name, () => new Map<string, string>())
  return {
    async commit(changes) {
      const drafts = applyChanges(changes, documentsOf)
      for (const [collection, draft] of drafts) for (const [key, text] of draft) put(documentsOf(collection), key, text)
    },
    collection<value>(name: string): Collection<value> {
      const documents = documentsOf(name)
      const get = (key: string) => {
        const text = documents.get(key)
        return text === undefined ? undefined : (JSON.parse(text) as value)
      }
      return {
        get: async (key) => get(key),
        set: async (key, value) => void documents.set(key, JSON.stringify(value)),
        async update(key, change) {
          const next = change(get(key))
          put(documents, key, next === undefined ? undefined : JSON.stringify(next))
          return next
        },
        delete: async (key) => documents.delete(key),
        async list({ prefix = '', limit = Number.POSITIVE_INFINITY } = {}) {
          const keys = [...documents.keys()].filter((key) => key.startsWith(prefix)).sort()
          return keys.slice(0, limit).map((key) => ({ key, value: get(key) as value }))
        },
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

type Documents = ReadonlyMap<string, string>
type Draft = Map<string, string | undefined>

/** Applies changes to drafts. Changes of one document build on each other. If a change throws, none is stored. */
function applyChanges(changes: readonly Change[], documentsOf: (name: string) => Documents): Map<string, Draft> {
  const drafts = new Map<string, Draft>()
  for (const { collection, key, change } of changes) {
    const draft = getOrCreate(drafts, collection, (): Draft => new Map())
    const text = draft.has(key) ? draft.get(key) : documentsOf(collection).get(key)
    const value = change(text === undefined ? undefined : JSON.parse(text), Date.now())
    draft.set(key, value === undefined ? undefined : JSON.stringify(value))
  }
  return drafts
}

function put(documents: Map<string, string>, key: string, text: string | undefined): void {
  if (text === undefined) documents.delete(key)
  else documents.set(key, text)
}
