import { wire } from './client.ts'
import { useReading } from './reading.ts'

/**
 * Returns the chains of `possible` for which the node has providers. Undefined before the first response; all of `possible` if
 * the first request fails.
 */
export function useNodeChains<T extends string>(possible: readonly T[]): readonly T[] | undefined {
  const { data, error } = useReading(() => wire.oracleHealth(), { everyMs: 30_000 })
  if (data === undefined) return error === undefined ? undefined : possible
  return possible.filter((chain) => Object.hasOwn(data.providers, chain))
}
