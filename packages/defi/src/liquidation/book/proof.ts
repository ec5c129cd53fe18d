import type { Deployment } from '@outrigger/calldata'
import type { Market } from '../../lending/market.ts'
import type { LendingProtocol } from '../../lending/protocol.ts'
import type { PositionSums, PositionTable } from './positionTable.ts'

/** Result of comparing a deployment's book with the sums of its contracts at one block. */
export type BookProof = {
  readonly blockNumber: bigint
  /** Why the accounts of a market are incomplete or wrong, by market. Empty if every sum matches. */
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

/** Returns why accounts with these sums cannot be all accounts with debt in the market, or null if the sums match. */
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
        return `Its known borrowers owe ${toShare(sum, total)} of the ${symbol} debt that its contract reports. A change of an account was missed, because a provider left out its log or there was no log. The accounts are searched and read again.`
    }
    const supplyTotal = rule.toSupplyTotal(market, index)
    if (supplyTotal !== null && (supplied[index] ?? 0n) > supplyTotal)
      return `Its known borrowers have supplied more ${symbol} than its contract reports in total. A change of an account was missed. Accounts are searched and read again.`
  }
  return null
}

function toShare(sum: bigint, total: bigint): string {
  if (total === 0n) return `${sum} units`
  const percent = (Number(sum) / Number(total)) * 100
  const text = percent.toFixed(2)
  return text === '100.00' ? `${sum} of ${total} units` : `${text} %`
}
