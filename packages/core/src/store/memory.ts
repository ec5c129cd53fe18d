import type { Collection, Store } from './store.ts'

/** A store that lives as long as the process. Values are copied in and out, as a database would. */
export function createMemoryStore(): Store {
  const collections = new Map<string, Map<string, string>>()
  const close = async () => collections.clear()
  return {
    collection<value>(name: string): Collection<value> {
      const documents = collections.get(name) ?? new Map<string, string>()
      collections.set(name, documents)
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
