import { lendingChains, type Response } from '@outrigger/api/contract'
import { wire } from '../data/client.ts'
import { formatCount, formatUsd, shorten } from '../data/format.ts'
import { listLenderFilters, toFilterName } from '../data/lenders.ts'
import { toName } from '../data/names.ts'
import { useOpportunities } from '../data/opportunities.ts'
import { useReading, useReload } from '../data/reading.ts'
import { toLink } from '../data/route.ts'
import { isAllowed } from '../data/session.ts'
import { Choice } from '../ui/choice.tsx'
import { OfChain } from '../ui/ofChain.tsx'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import { AddressPositions } from './liquidations/addressPositions.tsx'
import { Nearest } from './liquidations/nearest.tsx'
import { Opportunities } from './liquidations/opportunities.tsx'
import { StressTestOf } from './liquidations/stressTest.tsx'
import type { PageProps } from './page.ts'

type AnswersProps = {
  readonly chain: (typeof lendingChains)[number]
  /** The lender, or family of lenders, in the URL. */
  readonly lender: string
  readonly mayStream: boolean
}

/** Profitable liquidations, lenders, and the effect of a price change on positions. */
export function Liquidations({ session, rest: [wanted, lender] }: PageProps) {
  const mayStream = isAllowed(session.key.scopes, ['stream:websocket'])
  return (
    <OfChain page="liquidations" possible={lendingChains} wanted={wanted}>
      {(chain) => <Answers chain={chain} lender={lender || 'all'} mayStream={mayStream} />}
    </OfChain>
  )
}

function Answers({ chain, lender, mayStream }: AnswersProps) {
  const found = useOpportunities(chain, mayStream)
  const stats = useReading(() => wire.defiProtocolsStats({ chain }), { everyMs: 10_000, of: [chain] })
  // The statistics reload with the opportunities, so that both panels describe the same moment.
  const present = found.data?.present ?? 0
  useReload(stats.reload, present)
  const test = useReading(() => wire.defiStressTest({ chain }), { everyMs: 8_000, of: [chain] })
  useReload(test.reload, present)
  const filters = listLenderFilters([...(test.data?.largest_positions.map(({ protocol }) => protocol) ?? []), lender])
  return (
    <div class="grid">
      <div class="wide">
        <div class="tools">
          <Choice
            label="Lender"
            options={filters.filter((one, index) => filters.indexOf(one) === index)}
            value={lender}
            onChange={(next) => {
              location.hash = toLink('liquidations', chain, next === 'all' ? undefined : next)
            }}
            format={(filter) => toFilterName(filter, filters)}
          />
        </div>
        <Nearest chain={chain} reading={test} lender={lender} filters={filters} />
      </div>
      <div class="wide">
        <Panel
          title="Opportunities"
          note="Gross profit is what a sale on the pools leaves above the debt, after slippage and the fee of a flash loan. Repaid and received by the oracle of the protocol. One that is over stays here for a while."
          reading={found}
        >
          {(data) => <Opportunities chain={chain} data={data} knowsLenders={stats.data?.protocols.length !== 0} />}
        </Panel>
      </div>
      <div class="wide">
        <StressTestOf key={chain} reading={test} lender={lender} />
      </div>
      <div class="wide">
        <AddressPositions key={chain} chain={chain} />
      </div>
      <div class="wide">
        <Panel
          title="Lenders"
          reading={stats}
          staleMs={30_000}
          empty={({ protocols, skipped }) => protocols.length === 0 && !skipped && 'No lender is on this chain.'}
        >
          {(answer) => <Lenders {...answer} />}
        </Panel>
      </div>
    </div>
  )
}

function Lenders({ protocols, skipped = [] }: Response<'defiProtocolsStats'>) {
  // If the value of a market is missing, the sum is only a lower bound.
  const toSum = (usd: number, unvalued: number | undefined) => `${unvalued === undefined ? '' : '≥ '}${formatUsd(usd)}`
  return (
    <>
      <Table
        label="Lenders"
        rows={protocols}
        keyOf={({ protocol }) => protocol}
        columns={[
          { title: 'Protocol', of: ({ protocol }) => toName(protocol) },
          { title: 'Supplied', right: true, of: ({ tvl_usd, unvalued_markets }) => toSum(tvl_usd, unvalued_markets) },
          {
            title: 'Borrowed',
            right: true,
            of: ({ total_borrowed_usd, unvalued_markets }) => toSum(total_borrowed_usd, unvalued_markets),
          },
          { title: 'Positions', right: true, of: ({ total_positions }) => formatCount(total_positions) },
          { title: 'Health 1 to 1.2', right: true, of: ({ at_risk_positions }) => formatCount(at_risk_positions) },
          {
            title: 'Liquidatable',
            right: true,
            of: ({ liquidatable_positions }) => formatCount(liquidatable_positions),
          },
        ]}
      />
      {skipped.map(({ protocol, market, reason }) => (
        <p key={`${protocol} ${market} ${reason}`} class="note">
          {protocol}
          {market !== null && ` ${shorten(market)}`}: {reason}
        </p>
      ))}
    </>
  )
}
