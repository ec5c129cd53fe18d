import type { Account, Liquidation, Pair } from '../market.ts'
import { reserveOf } from './computeHealth.ts'
import type { CompoundV2Market } from './market.ts'

/**
 * Gas of the calls of `toLiquidationCalls`, fitted by least squares to about 360 liquidations with one to three collaterals
 * and debts on the devnet's Venus 0.4.1 (see `npm run bench -- "liquidation gas"`). 95 % are within 1.6 %. cTokens behind a
 * delegator use more.
 */
const base = 361_000n
/** The Comptroller reads a snapshot of each market, and its price from the oracle. */
const perCollateral = 46_000n
/** The same, plus the call that accrues interest for each debt that is not repaid. */
const perDebt = 101_100n
/** Sending ether costs less than transferring tokens. */
const nativeSaves = 9_000n

export function computeLiquidationGas(
  market: CompoundV2Market,
  { entries }: Account,
  { collateral }: Pair,
  _: Liquidation,
): bigint {
  const held = entries.filter(({ supplied }) => supplied > 0n).length
  const owed = entries.filter(({ borrowed }) => borrowed > 0n).length
  const saved = reserveOf(market, collateral).isNative ? nativeSaves : 0n
  return base + BigInt(held) * perCollateral + BigInt(owed) * perDebt - saved
}
