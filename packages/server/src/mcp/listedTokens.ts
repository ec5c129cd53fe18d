import { ApiAnswerError, type ApiClient } from '@outrigger/api'

type Token = { readonly address: string; readonly symbol: string; readonly name: string; readonly decimals: number }

/** Tokens that the node knows on a chain. */
export type ListedTokens = {
  readonly list: readonly Token[]
  /** Finds a token by its address, or by its symbol in any case. */
  find(addressOrSymbol: string): Token | undefined
}

/** Lists the known tokens of a chain: none on a chain without swaps. */
export async function listTokens(chain: string, api: ApiClient): Promise<ListedTokens> {
  const list = await api.aggregatorTokens({ chain }).then(
    ({ data }) => data.tokens,
    (error: unknown) => {
      if (error instanceof ApiAnswerError && [400, 404].includes(error.status)) return []
      throw error
    },
  )
  return {
    list,
    find(text) {
      const wanted = text.toLowerCase()
      return list.find(({ address, symbol }) => [address.toLowerCase(), symbol.toLowerCase()].includes(wanted))
    },
  }
}
