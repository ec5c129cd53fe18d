import type { Deployment } from '@outrigger/calldata'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { Market } from '../../market/market.ts'
import type { PositionSums, PositionTable } from './positionTable.ts'

/** What a deployment's book was held against at one block: the sums that its contracts keep of all accounts. */
export type BookProof = {
  readonly blockNumber: bigint
  /** By market, why its accounts cannot be all there are as they are; empty when every sum agrees. */
  readonly unproven: ReadonlyMap<Market['id'], string>
}

type Proven = { readonly market: Market; readonly table: Pick<PositionTable, 'sums'> }

export function computeProof(
  protocol: LendingProtocol,
  deployment: Deployment,
  blockNumber: bigint,
  markets: Iterable<Proven>,
): BookProof {
  const unproven = new Map<Market['id'], string>()
  for (const { market, table } of markets) {
    const doubt = findDoubt(protocol, deployment, market, table.sums)
    if (doubt !== null) unproven.set(market.id, doubt)
  }
  return { blockNumber, unproven }
}

/** Why accounts with these sums cannot be everybody who owes in the market; null where nothing speaks against it. */
export function findDoubt(
  { sums: rule }: LendingProtocol,
  deployment: Deployment,
  market: Market,
  { owed, supplied }: PositionSums,
): string | null {
  for (const [index, { symbol }] of market.reserves.entries()) {
    const debt = rule.toDebtSum(market, index, owed[index] ?? 0n, deployment)
    if (debt !== null) {
      const { sum, total, slack } = debt
      if (sum > total + slack || sum + slack < total)
        return `Its known borrowers owe ${toShare(sum, total)} of the ${symbol} that its contract says is owed: a change of an account was missed, in logs that a provider left out or where there is no log. Accounts are looked for and read anew.`
    }
    const most = rule.toSupplyTotal(market, index)
    if (most !== null && (supplied[index] ?? 0n) > most)
      return `Its known borrowers have supplied more ${symbol} than its contract says there is: a change of an account was missed. Accounts are looked for and read anew.`
  }
  return null
}

function toShare(sum: bigint, total: bigint): string {
  if (total === 0n) return `${sum} units`
  const percent = (Number(sum) / Number(total)) * 100
  const text = percent.toFixed(2)
  return text === '100.00' ? `${sum} of ${total} units` : `${text} %`
}
