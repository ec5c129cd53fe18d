import type { Collection, Store } from './store.ts'

/**
 * A store that lives as long as the process. Values are copied in and out, as a database would.
 *
 * @example
 * const store = createMemoryStore()
 * await store.collection<number>('counts').set('a', 1)
 */
export function createMemoryStore(): Store {
  const collections = new Map<string, Map<string, string>>()
  const close = async () => collections.clear()
  function documentsOf(name: string): Map<string, string> {
    const documents = collections.get(name) ?? new Map<string, string>()
    collections.set(name, documents)
    return documents
  }
  return {
    async commit(changes) {
      // Changes of one document build on each other; if one throws, none is stored.
      const next = new Map<string, { documents: Map<string, string>; key: string; text: string | undefined }>()
      for (const { collection, key, change } of changes) {
        const documents = documentsOf(collection)
        const name = JSON.stringify([collection, key])
        const known = next.has(name) ? next.get(name)?.text : documents.get(key)
        const value = change(known === undefined ? undefined : JSON.parse(known))
        next.set(name, { documents, key, text: value === undefined ? undefined : JSON.stringify(value) })
      }
      for (const { documents, key, text } of next.values())
        if (text === undefined) documents.delete(key)
        else documents.set(key, text)
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
          if (next === undefined) documents.delete(key)
          else documents.set(key, JSON.stringify(next))
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
