import type { LendingProtocol } from '../../lending/protocol.ts'
import type { Account, Health, Market } from '../../market/market.ts'

/** What judges accounts: a lending protocol. */
export type HealthModel<market extends Market = Market> = Pick<
  LendingProtocol<market>,
  'computeScreen' | 'computeHealth'
> & {
  /** Health factor up to which `computeHealth` may say that an account is liquidatable. @default 1 */
  readonly limit?: number
}

/** An account that can be liquidated. */
export type LiquidatableAccount = {
  readonly account: Account
  /** By the exact arithmetic; computed when first asked for. */
  readonly health: Health
}

type Screened<market extends Market> = {
  readonly account: Account
  /** Between which floats its health factor lies, both included; NaN for unknown. */
  readonly least: number
  readonly most: number
  readonly model: HealthModel<market>
  readonly market: market
}

/** One that the screen has found. */
export class ScreenedAccount<market extends Market> implements LiquidatableAccount {
  readonly account: Account
  readonly least: number
  readonly most: number
  private readonly screened: Screened<market>
  private known: Health | undefined

  constructor(screened: Screened<market>) {
    this.account = screened.account
    this.least = screened.least
    this.most = screened.most
    this.screened = screened
  }

  get health(): Health {
    const { model, market, account } = this.screened
    this.known ??= model.computeHealth(market, account)
    return this.known
  }
}

/** By the exact health factors, which are computed only where the bounds overlap. */
export function compareHealth<market extends Market>(a: ScreenedAccount<market>, b: ScreenedAccount<market>): number {
  if (a.most < b.least) return -1
  if (b.most < a.least) return 1
  const [one, other] = [a.health.healthFactor ?? 0n, b.health.healthFactor ?? 0n]
  return one < other ? -1 : one > other ? 1 : 0
}
