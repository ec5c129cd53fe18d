import type { Account, Health, Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'

/** Arithmetic that decides whether accounts are liquidatable, for example a lending protocol. */
export type HealthModel<market extends Market = Market> = Pick<
  LendingProtocol<market>,
  'computeScreen' | 'computeHealth'
> & {
  /** Health factor up to which `computeHealth` may find an account liquidatable. @default 1 */
  readonly limit?: number
}

/** A liquidatable account. */
export type LiquidatableAccount = {
  readonly account: Account
  /** By the exact arithmetic. Computed on first access. */
  readonly health: Health
}

/** An account that the screen has found, with bounds of its health factor (inclusive, NaN if unknown). */
export type ScreenedAccount = LiquidatableAccount & { readonly least: number; readonly most: number }

export function toScreenedAccount(
  account: Account,
  least: number,
  most: number,
  computeHealth: () => Health,
): ScreenedAccount {
  let known: Health | undefined
  return {
    account,
    least,
    most,
    get health() {
      known ??= computeHealth()
      return known
    },
  }
}

/** Sorts by exact health factor, which is computed only if the bounds overlap. */
export function compareHealth(a: ScreenedAccount, b: ScreenedAccount): number {
  if (a.most < b.least) return -1
  if (b.most < a.least) return 1
  const [one, other] = [a.health.healthFactor ?? 0n, b.health.healthFactor ?? 0n]
  return one < other ? -1 : one > other ? 1 : 0
}
