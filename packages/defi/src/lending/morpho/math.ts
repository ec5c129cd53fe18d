/** Assets and shares of one side of a market. */
export type Totals = { readonly assets: bigint; readonly shares: bigint }

export const wad = 10n ** 18n
/** Scale of an oracle's price: base units of the loan token per base unit of the collateral. */
export const oracleScale = 10n ** 36n
// SharesMathLib: prevents the first depositor from inflating the value of a share.
const virtualShares = 10n ** 6n
const virtualAssets = 1n

export const min = (a: bigint, b: bigint) => (a < b ? a : b)
/** Functions of MathLib, https://github.com/morpho-org/morpho-blue (src/libraries). */
export const mulDivDown = (x: bigint, y: bigint, d: bigint) => (x * y) / d
export const mulDivUp = (x: bigint, y: bigint, d: bigint) => (x * y + d - 1n) / d
export const wMulDown = (x: bigint, y: bigint) => (x * y) / wad
export const wDivDown = (x: bigint, y: bigint) => (x * wad) / y
export const wDivUp = (x: bigint, y: bigint) => mulDivUp(x, wad, y)
/** Returns the largest `x` with `mulDivDown(x, y, d) <= limit`. */
export const mulDivInverse = (limit: bigint, y: bigint, d: bigint) => ((limit + 1n) * d - 1n) / y

/** Functions of SharesMathLib in the same folder. */
export const toAssetsDown = (shares: bigint, total: Totals) =>
  mulDivDown(shares, total.assets + virtualAssets, total.shares + virtualShares)
export const toAssetsUp = (shares: bigint, total: Totals) =>
  mulDivUp(shares, total.assets + virtualAssets, total.shares + virtualShares)
export const toSharesDown = (assets: bigint, total: Totals) =>
  mulDivDown(assets, total.shares + virtualShares, total.assets + virtualAssets)
export const toSharesUp = (assets: bigint, total: Totals) =>
  mulDivUp(assets, total.shares + virtualShares, total.assets + virtualAssets)
/** Returns the most shares whose value, rounded down, is at most `assets`. */
export const toSharesWorth = (assets: bigint, total: Totals) =>
  mulDivInverse(assets, total.assets + virtualAssets, total.shares + virtualShares)
/** Returns the value of one share. */
export const toSharePrice = ({ assets, shares }: Totals) =>
  Number(assets + virtualAssets) / Number(shares + virtualShares)
