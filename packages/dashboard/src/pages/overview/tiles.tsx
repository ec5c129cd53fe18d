import { lendingChains, mempoolChains, type Response } from '@outrigger/api/contract'
import { toChain } from '../../data/alertRules.ts'
import { client, wire } from '../../data/client.ts'
import { toCurrency } from '../../data/currency.ts'
import { type ChainAnswer, useEach } from '../../data/each.ts'
import { describeFailure } from '../../data/failure.ts'
import { sumCompatible } from '../../data/findings.ts'
import { formatCount, formatHealth, formatNumber, formatTime, formatUsd } from '../../data/format.ts'
import { toName as toProtocolName } from '../../data/names.ts'
import { useChainNames, useLostChains, useSilence, useUnknown } from '../../data/outages.ts'
import { useReading } from '../../data/reading.ts'
import { toLink } from '../../data/route.ts'
import { type Sample, toRates, useSamples } from '../../data/samples.ts'
import { isDue, listNearest } from '../../data/stressTest.ts'
import { AddressLink } from '../../ui/links.tsx'
import { Measure, Measures } from '../../ui/measures.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { toProblems } from './problems.ts'

type OfChains = { readonly chains: readonly string[] }
const none = 'The node has no provider of a chain with this data.'

/** One tile for each thing that changes. */
export function Tiles({ chains }: OfChains) {
  return (
    <div class="tiles">
      <FiringAlerts />
      <Mempools chains={mempoolChains.filter((chain) => chains.includes(chain))} />
      <Findings chains={mempoolChains.filter((chain) => chains.includes(chain))} />
      <Liquidations chains={lendingChains.filter((chain) => chains.includes(chain))} />
      <Borrowers chains={lendingChains.filter((chain) => chains.includes(chain))} />
      <Requests />
      <Parts />
    </div>
  )
}

function FiringAlerts() {
  const lost = useLostChains()
  const toName = useChainNames()
  const reading = useReading(() => wire.alertsList({ resolved: false, limit: 200 }), { everyMs: 5000 })
  return (
    <Panel title="Alerts" reading={reading}>
      {(alerts) => {
        const firing = alerts.filter(({ state }) => state === 'active')
        const isBlind = (alert: (typeof alerts)[number]) => lost.includes(toName(toChain(alert) ?? ''))
        const blind = alerts.filter(isBlind).length
        const silent = `None of ${alerts.length} fires${blind > 0 ? `; ${blind} without data` : ''}`
        if (firing.length === 0)
          return (
            <p>
              <a href="#/alerts">{alerts.length === 0 ? 'No alert exists. Create one' : silent}</a>
            </p>
          )
        return (
          <Measures>
            {firing.slice(0, 5).map((alert) => (
              <Measure
                key={alert.id}
                name={<a href={toLink('alerts', alert.id)}>{alert.name}</a>}
                value={isBlind(alert) ? 'unknown' : <span class="bad">fires</span>}
                note={isBlind(alert) ? `${alert.metric}; no data now, fired before` : alert.metric}
              />
            ))}
          </Measures>
        )
      }}
    </Panel>
  )
}

type RowProps<T> = { readonly of: ChainAnswer<T>; readonly atMs: number | undefined; readonly page: string }

/** A row whose data is not known, with the reason. Undefined if the data is known. */
function useUnknownRow<T>({ of: { chain, value, error }, page }: RowProps<T>) {
  const unknown = useUnknown(chain)
  const name = <a href={toLink(page, chain)}>{chain}</a>
  const why = unknown ?? (value === undefined ? describeFailure(error) : undefined)
  return why === undefined ? undefined : <Measure name={name} value="unknown" note={why} />
}

type Mempool = { readonly life: Response<'mempoolLifecycle'>; readonly mix: Response<'mempoolStats'> }

function Mempools({ chains }: { readonly chains: readonly (typeof mempoolChains)[number][] }) {
  const reading = useEach(
    chains,
    async (chain): Promise<Mempool> => ({
      life: await wire.mempoolLifecycle({ chain }),
      mix: await wire.mempoolStats({ chain }),
    }),
    3000,
  )
  return (
    <Panel title="New pending transactions" reading={reading} empty={(rows) => rows.length === 0 && none}>
      {(rows) => (
        <Measures>
          {rows.map((row) => (
            <MempoolRow key={row.chain} of={row} atMs={reading.atMs} page="mempool" />
          ))}
        </Measures>
      )}
    </Panel>
  )
}

function MempoolRow(props: RowProps<Mempool>) {
  const { chain, value } = props.of
  const totals = useSamples(`mempool ${chain}`, value?.life.counts['pending'], props.atMs)
  const unknown = useUnknownRow(props)
  if (unknown !== undefined || value === undefined) return unknown ?? null
  const types = Object.entries(value.mix.tx_counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([type, count]) => `${formatCount(count)} ${type.replaceAll('_', ' ')}`)
  const note = `${formatCount(value.mix.total_pending)} pending${types.length > 0 ? `: ${types.slice(0, 4).join(', ')}` : ''}`
  return <RateRow name={<a href={toLink('mempool', chain)}>{chain}</a>} totals={totals} note={note} />
}

type RateRowProps = Pick<Parameters<typeof Measure>[0], 'name' | 'note'> & { readonly totals: readonly Sample[] }
const formatRate = (rate: number) => `${formatNumber(Math.round(rate * 10) / 10)}/s`

/** The rate at which a total increases. */
function RateRow({ name, totals, note }: RateRowProps) {
  const rates = toRates(totals)
  const rate = rates.at(-1)?.value
  return (
    <Measure
      name={name}
      value={rate === undefined ? 'measuring' : formatRate(rate)}
      line={<Sparkline samples={rates} gapMs={20_000} format={formatRate} />}
      note={note}
    />
  )
}

type FindingsReading = Awaited<ReturnType<typeof client.mev.getFindings>>

function Findings({ chains }: { readonly chains: readonly (typeof mempoolChains)[number][] }) {
  const reading = useEach(
    chains,
    (chain) => client.mev.getFindings(chain as (typeof chains)[number], { limit: 200 }),
    3000,
  )
  return (
    <Panel title="MEV now" reading={reading} empty={(rows) => rows.length === 0 && none}>
      {(rows) => (
        <Measures>
          {rows.map((row) => (
            <FindingsRow key={row.chain} of={row} atMs={reading.atMs} page="mev" />
          ))}
        </Measures>
      )}
    </Panel>
  )
}

function FindingsRow(props: RowProps<FindingsReading>) {
  const { chain, value } = props.of
  const sum = value && sumCompatible(value.findings)
  const format = (profit: number) => `${formatNumber(profit)} ${toCurrency(chain)}`
  const samples = useSamples(`findings ${chain}`, sum, props.atMs)
  const unknown = useUnknownRow(props)
  if (unknown !== undefined || sum === undefined) return unknown ?? null
  if (value?.blockNumber === null)
    return (
      <Measure
        name={<a href={toLink('mev', chain)}>{chain}</a>}
        value="unknown"
        note="the node is still reading the pools"
      />
    )
  const total = value?.total ?? 0
  return (
    <Measure
      name={<a href={toLink('mev', chain)}>{chain}</a>}
      value={format(sum)}
      line={<Sparkline samples={samples} gapMs={20_000} format={format} />}
      note={total === 0 ? 'no finding' : `${formatCount(total)} findings; the sum omits those that exclude each other`}
    />
  )
}

function Liquidations({ chains }: { readonly chains: readonly (typeof lendingChains)[number][] }) {
  const reading = useEach(chains, (chain) => wire.defiOpportunities({ chain, limit: 200 }), 10_000)
  return (
    <Panel
      title="Liquidation profit now"
      reading={reading}
      staleMs={30_000}
      empty={(rows) => rows.length === 0 && none}
    >
      {(rows) => (
        <Measures>
          {rows.map((row) => (
            <LiquidationsRow key={row.chain} of={row} atMs={reading.atMs} page="liquidations" />
          ))}
        </Measures>
      )}
    </Panel>
  )
}

function LiquidationsRow(props: RowProps<Response<'defiOpportunities'>>) {
  const { chain, value } = props.of
  const samples = useSamples(`liquidations ${chain}`, value?.total_profit_usd, props.atMs)
  const unknown = useUnknownRow(props)
  if (unknown !== undefined || value === undefined) return unknown ?? null
  const skipped = value.skipped?.length ?? 0
  const found = value.count === 0 ? 'none is profitable' : `${formatCount(value.count)} profitable`
  return (
    <Measure
      name={<a href={toLink('liquidations', chain)}>{chain}</a>}
      value={value.count === 0 && skipped > 0 ? 'none known' : formatUsd(value.total_profit_usd)}
      line={<Sparkline samples={samples} gapMs={40_000} format={formatUsd} />}
      note={
        skipped === 0 ? found : `${found}; not read: ${formatCount(skipped)} ${skipped === 1 ? 'market' : 'markets'}`
      }
    />
  )
}

function Borrowers({ chains }: { readonly chains: readonly (typeof lendingChains)[number][] }) {
  const reading = useEach(chains, (chain) => wire.defiStressTest({ chain }), 15_000)
  return (
    <Panel
      title="Nearest to liquidation"
      reading={reading}
      staleMs={45_000}
      empty={(rows) => rows.length === 0 && none}
    >
      {(rows) => (
        <Measures>
          {rows.map((row) => (
            <BorrowerRow key={row.chain} of={row} atMs={reading.atMs} page="liquidations" />
          ))}
        </Measures>
      )}
    </Panel>
  )
}

/** The borrower whose health factor is the lowest above 1, and how many are below. */
function BorrowerRow(props: RowProps<Response<'defiStressTest'>>) {
  const { chain, value } = props.of
  const unknown = useUnknownRow(props)
  if (unknown !== undefined || value === undefined) return unknown ?? null
  const positions = value.largest_positions
  const due = positions.filter(isDue).length
  const [nearest] = listNearest(positions, 1)
  const dueText = due === 0 ? '' : `${formatCount(due)} ${due === 1 ? 'is' : 'are'} below 1`
  if (nearest === undefined)
    return (
      <Measure
        name={<a href={toLink('liquidations', chain)}>{chain}</a>}
        value="none"
        note={dueText || 'no position with debt is known'}
      />
    )
  const { borrower, protocol, health_factor, total_debt_usd } = nearest
  return (
    <Measure
      name={<a href={toLink('liquidations', chain, protocol)}>{chain}</a>}
      value={formatHealth(health_factor)}
      line={<AddressLink chain={chain} address={borrower} />}
      note={`${toProtocolName(protocol)}, debt ${formatUsd(total_debt_usd)}${dueText && `; ${dueText}`}`}
    />
  )
}

function Requests() {
  const reading = useReading(() => wire.metrics({ type: 'analytics' }), { everyMs: 3000 })
  const analytics = reading.data?.metrics.analytics
  const requests = analytics !== undefined && 'requests' in analytics ? analytics.requests : undefined
  const totals = useSamples('requests', requests?.total, reading.atMs)
  return (
    <Panel title="Requests to this node" reading={reading}>
      <Measures>
        <RateRow
          name={<a href="#/keys">all keys</a>}
          totals={totals}
          note={requests && `${formatCount(requests.total)} in 24 h, ${formatCount(requests.failed)} failed`}
        />
      </Measures>
    </Panel>
  )
}

function Parts() {
  const silentSinceMs = useSilence()
  const reading = useReading(() => wire.metrics({ type: 'monitoring' }), { everyMs: 5000 })
  return (
    <Panel title="The node" reading={reading}>
      {({ metrics: { monitoring } }) => {
        const problems = toProblems(monitoring?.components ?? {})
        if (problems.length === 0)
          return silentSinceMs === undefined ? (
            <p class="good">All its parts work.</p>
          ) : (
            <p class="quiet">All its parts worked at {formatTime(silentSinceMs)}.</p>
          )
        return problems.map((problem) => (
          <p key={problem} class="warn">
            {problem}
          </p>
        ))
      }}
    </Panel>
  )
}
