import { wire } from './client.ts'
import { useReading } from './reading.ts'

/** Chains that pages are about: those of the contract. */
export const gasChains = ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base', 'avalanche'] as const
export const lendingChains = ['ethereum', 'optimism', 'arbitrum', 'polygon', 'base', 'gnosis'] as const
export const mempoolChains = ['ethereum', 'gnosis', 'optimism', 'arbitrum'] as const

/** Those that the node has providers of, in their order; undefined while it has not said, all where it does not say. */
export function useNodeChains<T extends string>(possible: readonly T[]): readonly T[] | undefined {
  const { data, error } = useReading(() => wire.oracleHealth(), { everyMs: 30_000 })
  if (data === undefined) return error === undefined ? undefined : possible
  return possible.filter((chain) => Object.hasOwn(data.providers, chain))
}
