import { swapChains } from '@outrigger/api/contract'
import type { KnownTokens } from './amounts.ts'
import { wire } from './client.ts'
import { useReading } from './reading.ts'

/** Returns the listed tokens of a chain by address. Empty before the response, and on chains without swaps. */
export function useTokens(chain: string): KnownTokens {
  const listed = swapChains.find((one) => one === chain)
  const { data } = useReading(
    async () => {
      if (listed === undefined) return {}
      const answer = await wire.aggregatorTokens({ chain: listed })
      return Object.fromEntries(answer.data.tokens.map((token) => [token.address.toLowerCase(), token]))
    },
    { everyMs: 0, of: [chain] },
  )
  return data ?? {}
}
