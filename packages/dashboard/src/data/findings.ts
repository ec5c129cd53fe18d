import type { FindingReading } from '@outrigger/api'
import type { KnownTokens } from './amounts.ts'
import { formatNumber, shorten } from './format.ts'
import { toName } from './names.ts'

type Described = Pick<FindingReading, 'type' | 'details'>

/**
 * Describes what a finding is, in one line.
 *
 * @example describeFinding(backrun, tokens) // 'buy WETH on Uniswap V3, sell it on SushiSwap, spread 6.4 %'
 */
export function describeFinding({ type, details }: Described, tokens: KnownTokens): string {
  const toToken = (address: unknown) => tokens[String(address)]?.symbol ?? shorten(String(address))
  const toNumber = (value: unknown) => formatNumber(Number(value))
  switch (type) {
    case 'arbitrage':
    case 'backrun':
      return `buy ${toToken(details['token'])} on ${toName(String(details['dexBuy']))}, sell it on ${toName(String(details['dexSell']))}, spread ${toNumber(details['spreadPercent'])} %`
    case 'sandwich':
      return `a swap of ${toNumber(details['victimValueEth'])} ETH accepts a price ${toNumber(details['slippageTolerance'])} % worse`
    case 'liquidation':
      return `repay ${toToken(details['debt'])} on ${toName(String(details['protocol']))}, receive ${toToken(details['collateral'])} with a bonus of ${toNumber(details['bonusPercent'])} %`
    case 'frontrun':
      return `copy the call ${details['selector']} of ${shorten(String(details['target']))}`
  }
}

/** The part of a finding that decides which others it excludes. */
type Rival = Pick<FindingReading, 'estimatedProfit' | 'transactions' | 'borrower'> & {
  readonly swaps: readonly { readonly hops: readonly { readonly pool: string }[] }[]
}

/**
 * Returns the findings that can be taken together, most profitable first. Of findings that share a pool, a transaction or a
 * borrower, only the most profitable one is in the list, because taking it changes what the others assume.
 */
export function listCompatible<finding extends Rival>(findings: readonly finding[]): readonly finding[] {
  const used = new Set<string>()
  return [...findings]
    .sort((a, b) => Number(b.estimatedProfit - a.estimatedProfit))
    .filter(({ swaps, transactions, borrower }) => {
      const needed = [...swaps.flatMap(({ hops }) => hops.map(({ pool }) => pool)), ...transactions, borrower ?? '']
      const isFree = needed.every((one) => one === '' || !used.has(one))
      if (isFree) for (const one of needed) used.add(one)
      return isFree
    })
}

/** Returns the profit in ETH of all findings that can be taken together. */
export const sumCompatible = (findings: readonly Rival[]): number =>
  Number(listCompatible(findings).reduce((sum, { estimatedProfit }) => sum + estimatedProfit, 0n)) / 1e18
