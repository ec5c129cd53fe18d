import { LendingReadError } from '../../reads/readErrors.ts'
import type { Account, Market, Reserve } from '../market.ts'

/**
 * The oracle of a market has no price for an account's debt or collateral, so its value cannot be computed, also not
 * by the contract.
 */
export class UnpricedAssetError extends LendingReadError {
  override readonly code = 'UNPRICED_ASSET'
  constructor({ id }: Market, { address }: Account, { symbol, token }: Reserve) {
    super(
      `The oracle of market ${id} has no price for ${symbol || token}, so the position of ${address} cannot be valued or liquidated. Retry later.`,
    )
  }
}

/**
 * Screen weights that exclude accounts with an unpriced asset. They exceed any debt, but stay finite when multiplied by an
 * amount.
 */
export const unpricedWeights = { collateral: 1e250, debt: -1e250 } as const
