import type { BookState, LiquidationScanner, SkippedProtocol } from '@outrigger/defi'
import { UpstreamUnavailableError } from '../node/chainErrors.ts'
import type { Lending } from '../node/lending.ts'
import type { Pools } from '../node/providers.ts'
import { toOpportunityFilter, toSkippedField, toWireHealth, toWireOpportunity, toWireStats } from './defiWire.ts'
import type { Api } from './fulfilment.ts'

export type DefiApiParts = { readonly lending: Lending; readonly pools: Pools }

type DefiApi = Pick<Api, 'defiPositionHealth' | 'defiOpportunities' | 'defiProtocolsStats' | 'defiProtocols'>

export function createDefiApi({ lending, pools }: DefiApiParts): DefiApi {
  /** A scanner with current figures, and the protocols it has none for yet. */
  async function open(chain: string, ids?: readonly string[]) {
    const protocols = lending.protocols(chain, ids).map(({ id }) => id)
    const scanner = await lending.getReady(chain)
    // Without providers the figures may be outdated.
    if (pools[scanner.chain]?.report().status === 'unavailable')
      throw new UpstreamUnavailableError(chain, `No ${chain} provider answers, and old figures would be wrong ones.`)
    return { scanner, ...findLeftOut(scanner, protocols) }
  }

  return {
    defiProtocols: ({ chain }) => ({
      chain,
      protocols: lending
        .protocols(chain)
        .map(({ id }) => id)
        .sort(),
    }),
    async defiPositionHealth({ chain, address, protocol }) {
      return toWireHealth(await lending.getHealth(chain, address, protocol))
    },
    async defiOpportunities({ chain, limit = 100, min_profit_usd, min_collateral_usd = 0, protocol }) {
      const only = protocol === undefined ? {} : { protocols: [protocol] }
      const { scanner, unsure } = await open(chain, only.protocols)
      const matches = toOpportunityFilter({ ...only, ...(min_profit_usd !== undefined && { min_profit_usd }) })
      const opportunities = scanner
        .opportunities()
        .filter((one) => matches(one) && one.totalCollateralUsd >= min_collateral_usd)
        .slice(0, limit)
        .map(toWireOpportunity)
      const unpaid = scanner
        .skipped()
        .filter((one) => one.borrower !== null && (protocol === undefined || one.protocol === protocol))
      return {
        chain,
        count: opportunities.length,
        opportunities,
        total_profit_usd: opportunities.reduce((sum, { net_profit_usd }) => sum + net_profit_usd, 0),
        ...toSkippedField([...unsure.map((one) => ({ ...one, borrower: null })), ...unpaid.slice(0, limit)]),
      }
    },
    async defiProtocolsStats({ chain }) {
      const { scanner, leftOut, unsure } = await open(chain)
      const protocols = scanner.stats().filter((one) => !leftOut.includes(one.protocol))
      return { chain, protocols: protocols.map(toWireStats), ...toSkippedField(unsure) }
    },
  }
}

type Unsure = {
  /** Protocols without current figures. */
  readonly leftOut: readonly string[]
  /** What is missing: those, single markets, and borrowers who were never found. */
  readonly unsure: readonly SkippedProtocol[]
}

/** @throws {UpstreamUnavailableError} none of the protocols has current figures */
function findLeftOut(scanner: LiquidationScanner, protocols: readonly string[]): Unsure {
  const unnamed = scanner.skipped().filter(({ borrower }) => borrower === null)
  const whole = unnamed.filter(({ market }) => market === null)
  const leftOut = protocols.flatMap((protocol) => {
    const book = scanner.books().find((one) => one.protocol === protocol)
    // An empty protocol stands for all.
    const unread = whole.find((one) => one.protocol === protocol || one.protocol === '')
    const reason = book === undefined || book.state === 'ready' ? unread?.reason : toReason(book)
    return reason === undefined ? [] : [{ protocol, market: null, reason }]
  })
  // A lender that is not deployed there is not waited for.
  const isAbsent = (id: string) => scanner.books().some(({ protocol, state }) => protocol === id && state === 'absent')
  if (leftOut.length === protocols.length && leftOut.some(({ protocol }) => !isAbsent(protocol))) {
    const reasons = leftOut.map(({ protocol, reason }) => `${protocol}: ${reason}`)
    throw new UpstreamUnavailableError(scanner.chain, `Nothing can be said yet. ${reasons.join(' ')}`)
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
    ? `Its borrowers are still being looked for: ${Math.floor(progress * 100)} % done.`
    : `Its borrowers cannot be read at present: ${reason ?? 'no reason was given'}`
}
