import { wire } from './client.ts'
import { useReading } from './reading.ts'

/** The chains of `possible` that the node has providers for; undefined until it has answered, all if it does not answer. */
export function useNodeChains<T extends string>(possible: readonly T[]): readonly T[] | undefined {
  const { data, error } = useReading(() => wire.oracleHealth(), { everyMs: 30_000 })
  if (data === undefined) return error === undefined ? undefined : possible
  return possible.filter((chain) => Object.hasOwn(data.providers, chain))
}
