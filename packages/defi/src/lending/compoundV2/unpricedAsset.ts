import type { Account, Market, Reserve } from '../../market/market.ts'
import { LendingReadError } from '../../reads/readErrors.ts'

/** The oracle of a market has no price for what an account owes or secures it with: nobody, the contract neither, can value it. */
export class UnpricedAssetError extends LendingReadError {
  override readonly code = 'UNPRICED_ASSET'
  constructor({ id }: Market, { address }: Account, { symbol, token }: Reserve) {
    super(
      `The oracle of market ${id} has no price for ${symbol || token}, so the position of ${address} cannot be valued, nor liquidated. Ask again later.`,
    )
  }
}

/**
 * Weights of a screen that keep whoever has an unpriced asset from being looked at: beyond anything that is owed, and yet
 * finite where it meets an amount.
 */
export const unpricedWeights = { collateral: 1e250, debt: -1e250 } as const
