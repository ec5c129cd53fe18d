import { type Reading, useReading } from './reading.ts'

/** An answer about one chain, or why there is none. */
export type ChainAnswer<T> = { readonly chain: string; readonly value: T | undefined; readonly error: unknown }

/** The same question about several chains: one that fails says so in its row, and the others stay. */
export function useEach<T>(
  chains: readonly string[],
  ask: (chain: string) => Promise<T>,
  everyMs: number,
): Reading<readonly ChainAnswer<T>[]> {
  const askOne = async (chain: string): Promise<ChainAnswer<T>> => {
    try {
      return { chain, value: await ask(chain), error: undefined }
    } catch (error) {
      return { chain, value: undefined, error }
    }
  }
  return useReading(() => Promise.all(chains.map(askOne)), { everyMs, of: chains })
}
