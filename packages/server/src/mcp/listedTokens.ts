import { ApiAnswerError, type ApiClient } from '@outrigger/api'

type Token = { readonly address: string; readonly symbol: string; readonly name: string; readonly decimals: number }

/** Tokens that the node knows on a chain. */
export type ListedTokens = {
  readonly list: readonly Token[]
  /** Finds tokens by address or symbol. Letter case matters only if symbols differ in nothing else. */
  find(addressOrSymbol: string): readonly Token[]
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
      const exact = list.filter(({ address, symbol }) => address.toLowerCase() === wanted || symbol === text)
      return exact.length > 0 ? exact : list.filter(({ symbol }) => symbol.toLowerCase() === wanted)
    },
  }
}
