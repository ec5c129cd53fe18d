import type { Price, PricedToken, Token } from './prices.ts'

/** How long a token without a price is not requested again. */
const unpricedMs = 300_000

type Ask = (token: Token) => Promise<Price>

/**
 * Returns a function that reads the prices of tokens. A failed request affects only its token. A token that has no price while others
 * have one is requested again after five minutes.
 */
export function createPriceReader(): (tokens: readonly Token[], ask: Ask) => Promise<readonly PricedToken[]> {
  const unpriced = new Map<string, { readonly error: unknown; readonly atMs: number }>()
  return async (tokens, ask) => {
    const readOne = async (token: Token): Promise<PricedToken> => {
      const known = unpriced.get(token.address)
      if (known !== undefined && Date.now() - known.atMs < unpricedMs)
        return { token, price: undefined, error: known.error }
      unpriced.delete(token.address)
      try {
        return { token, price: await ask(token), error: undefined }
      } catch (error) {
        return { token, price: undefined, error }
      }
    }
    const answers = await Promise.all(tokens.map(readOne))
    // If nothing has a price, the failure is that of the chain, which may end soon.
    if (answers.some(({ price }) => price !== undefined))
      for (const { token, price, error } of answers)
        if (price === undefined && !unpriced.has(token.address))
          unpriced.set(token.address, { error, atMs: Date.now() })
    return answers
  }
}
