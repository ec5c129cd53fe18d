/** What of a lending position its health depends on; dollars by the protocol's own oracle. */
export type ShockedPosition = {
  /** As the node says it; null without debt. */
  readonly health_factor: number | null
  readonly collateral_assets: readonly {
    readonly symbol: string
    readonly usd_value: number
    /** 0-1. */
    readonly liquidation_threshold: number
    /** 0 where it secures no debt. */
    readonly ltv: number
  }[]
  readonly debt_assets: readonly { readonly symbol: string; readonly usd_value: number }[]
}

const isEther = (symbol: string) => /^(?:ETH|WETH|[\w.]*(?:ETH))$/i.test(symbol)

/**
 * The health factor of a position when ether, and with it every token of ether, is worth another price:
 * Σ collateral · threshold / Σ debt, the definition of Aave's and Compound's families of protocols.
 *
 * @param change of the price, -0.1 for 10 % less
 * @returns null without debt, or where the definition does not give the node's own figure at the present price, within 1 %
 * @example computeShockedHealth({ health_factor: 1.6, collateral_assets: [{ symbol: 'WETH', usd_value: 200, liquidation_threshold: 0.8, ltv: 0.8 }], debt_assets: [{ symbol: 'USDC', usd_value: 100 }] }, -0.5) // 0.8
 */
export function computeShockedHealth(position: ShockedPosition, change: number): number | null {
  const known = position.health_factor
  const present = computeHealth(position, 0)
  if (known === null || present === null || Math.abs(present - known) > known / 100) return null
  return computeHealth(position, change)
}

function computeHealth({ collateral_assets, debt_assets }: ShockedPosition, change: number): number | null {
  const worth = (symbol: string, usd: number) => (isEther(symbol) ? usd * (1 + change) : usd)
  const debt = debt_assets.reduce((sum, { symbol, usd_value }) => sum + worth(symbol, usd_value), 0)
  if (debt === 0) return null
  const cover = collateral_assets.reduce(
    (sum, { symbol, usd_value, liquidation_threshold }) => sum + worth(symbol, usd_value) * liquidation_threshold,
    0,
  )
  return cover / debt
}
