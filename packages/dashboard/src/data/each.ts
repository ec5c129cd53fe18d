import { isUnanswered } from './failure.ts'
import { type Reading, useReading } from './reading.ts'

/** The response for one chain, or the error of its request. */
export type ChainAnswer<T> = { readonly chain: string; readonly value: T | undefined; readonly error: unknown }

/** Repeats the same request for several chains. A failed request affects only the result of its chain. */
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
  const askAll = async () => {
    const answers = await Promise.all(chains.map(askOne))
    const [first] = answers
    // The node itself is silent. The last answers remain, with their age.
    if (first !== undefined && answers.every(({ error }) => isUnanswered(error))) throw first.error
    return answers
  }
  return useReading(askAll, { everyMs, of: chains })
}
