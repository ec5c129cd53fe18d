import type { LiquidationParameters } from '@outrigger/api'
import type { BookState, LiquidationScanner, Opportunity, SkippedPosition, SkippedProtocol } from '@outrigger/defi'
import { UpstreamUnavailableError } from './chainErrors.ts'
import type { Lending } from './lending.ts'
import type { Pools } from './providers.ts'

/** Profitable liquidations of a chain, and the positions that could not be evaluated. */
export type Liquidations = {
  readonly chain: string
  /** Liquidations, most profitable first. */
  readonly opportunities: readonly Opportunity[]
  /** Positions that could not be evaluated, then unprofitable positions, up to the requested number. */
  readonly skipped: readonly SkippedPosition[]
}

type Parts = { readonly lending: Lending; readonly pools: Pools }

/** @throws {UpstreamUnavailableError} none of the protocols has current figures */
export async function getLiquidations(
  parts: Parts,
  chain: string,
  { minProfitUsd, minCollateralUsd = 0, protocol, limit = 100 }: LiquidationParameters = {},
): Promise<Liquidations> {
  const only = protocol === undefined ? {} : { protocols: [protocol] }
  const { scanner, unsure } = await openScanner(parts, chain, only.protocols)
  const matches = createOpportunityFilter({ ...only, ...(minProfitUsd !== undefined && { minProfitUsd }) })
  const opportunities = scanner
    .opportunities()
    .filter((one) => matches(one) && one.totalCollateralUsd >= minCollateralUsd)
    .slice(0, limit)
  const unpaid = scanner
    .skipped()
    .filter((one) => one.borrower !== null && (protocol === undefined || one.protocol === protocol))
  const skipped = [...unsure.map((one) => ({ ...one, borrower: null })), ...unpaid.slice(0, limit)]
  return { chain, opportunities, skipped }
}

export type OpportunityFilter = {
  /** @default every opportunity */
  readonly minProfitUsd?: number | undefined
  /** Protocol ids. An empty list matches all. */
  readonly protocols?: readonly string[] | undefined
}

/** Returns a filter of opportunities. */
export function createOpportunityFilter({
  minProfitUsd: least = Number.NEGATIVE_INFINITY,
  protocols = [],
}: OpportunityFilter): (opportunity: Opportunity) => boolean {
  const wanted = new Set(protocols)
  return ({ netProfitUsd, protocol }) => netProfitUsd >= least && (wanted.size === 0 || wanted.has(protocol))
}

/**
 * Returns a scanner with current figures, and the protocols that have none yet.
 * @throws {UpstreamUnavailableError}
 */
export async function openScanner({ lending, pools }: Parts, chain: string, ids?: readonly string[]) {
  const protocols = lending.protocols(chain, ids).map(({ id }) => id)
  const scanner = await lending.getReady(chain)
  // Without providers the figures may be outdated.
  if (pools[scanner.chain]?.report().status === 'unavailable')
    throw new UpstreamUnavailableError(
      chain,
      `No ${chain} provider responds, and outdated liquidations would be wrong.`,
    )
  return { scanner, ...findLeftOut(scanner, protocols) }
}

type Unsure = {
  /** Protocols without current figures. */
  readonly leftOut: readonly string[]
  /** Missing parts: those protocols, single markets, and borrowers that were never found. */
  readonly unsure: readonly SkippedProtocol[]
}

/** @throws {UpstreamUnavailableError} none of the protocols has current figures */
function findLeftOut(scanner: LiquidationScanner, protocols: readonly string[]): Unsure {
  const unnamed = scanner.skipped().filter(({ borrower }) => borrower === null)
  const whole = unnamed.filter(({ market }) => market === null)
  const leftOut = protocols.flatMap((protocol) => {
    const book = scanner.books().find((one) => one.protocol === protocol)
    // An empty protocol means all protocols.
    const unread = whole.find((one) => one.protocol === protocol || one.protocol === '')
    const reason = book === undefined || book.state === 'ready' ? unread?.reason : toReason(book)
    return reason === undefined ? [] : [{ protocol, market: null, reason }]
  })
  // Do not wait for a protocol that is not deployed on the chain.
  const isAbsent = (id: string) => scanner.books().some(({ protocol, state }) => protocol === id && state === 'absent')
  if (leftOut.length === protocols.length && leftOut.some(({ protocol }) => !isAbsent(protocol))) {
    const reasons = leftOut.map(({ protocol, reason }) => `${protocol}: ${reason}`)
    throw new UpstreamUnavailableError(scanner.chain, `The liquidations are not known yet. ${reasons.join(' ')}`)
  }
  const names = leftOut.map(({ protocol }) => protocol)
  const others = protocols.filter((protocol) => !names.includes(protocol))
  const silent = unnamed.filter(({ market, protocol }) => market !== null && others.includes(protocol))
  const doubtful = scanner.books().filter(({ protocol, reason }) => reason !== null && others.includes(protocol))
  return {
    leftOut: names,
    unsure: [
      ...leftOut,
      ...silent.map(({ protocol, market, reason }) => ({ protocol, market, reason })),
      ...doubtful.map(({ protocol, reason }) => ({ protocol, market: null, reason: reason ?? '' })),
    ],
  }
}

function toReason({ state, progress, reason }: BookState): string {
  if (state === 'absent' && reason !== null) return reason
  return state === 'building'
    ? `The scan for its borrowers is ${Math.floor(progress * 100)} % complete.`
    : `Its borrowers cannot be read: ${reason ?? 'no reason was given'}`
}
