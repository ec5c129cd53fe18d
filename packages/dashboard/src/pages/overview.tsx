import { chainNames, lendingChains, oracleChains, type Response } from '@outrigger/api/contract'
import { useContext } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { type ChainAnswer, useEach } from '../data/each.ts'
import { describeFailure } from '../data/failure.ts'
import { formatAge, formatHealth, formatMs, formatNumber, formatPercent, formatUsd, shorten } from '../data/format.ts'
import { useHeads } from '../data/heads.ts'
import { Outages } from '../data/outages.ts'
import { useNow, useReading } from '../data/reading.ts'
import { isAllowed } from '../data/session.ts'
import { toShownProfit } from '../data/shownProfit.ts'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import { Table } from '../ui/table.tsx'
import type { PageProps } from './page.ts'
import { Events } from './providers/events.tsx'

const nothing = 'No provider is configured. Start the node with --rpc, or with --devnet.'

/** Current chains, gas prices, health and opportunities. */
export function Overview({ session }: PageProps) {
  const { scopes } = session.key
  const mayRead = isAllowed(scopes, ['read:blockchain'])
  const health = useReading(() => wire.oracleHealth(), { everyMs: 3000 })
  const chains = chainNames.filter((name) => Object.hasOwn(health.data?.providers ?? {}, name))
  return (
    <div class="grid">
      <div class="stack">
        <GasNow chains={chains.filter((chain) => oracleChains.some((one) => one === chain))} />
        {mayRead && <Heads chains={chains} mayStream={isAllowed(scopes, ['stream:websocket'])} />}
        {mayRead && <Opportunities chains={chains.filter((chain) => lendingChains.some((one) => one === chain))} />}
        {isAllowed(scopes, ['admin:account']) && <Changes />}
      </div>
      <div class="stack">
        <Panel
          title="Providers"
          reading={health}
          empty={({ providers }) => Object.keys(providers).length === 0 && nothing}
        >
          {(data) => <ProviderTable data={data} />}
        </Panel>
        {mayRead && <Parts />}
      </div>
    </div>
  )
}

function ProviderTable({ data }: { readonly data: Response<'oracleHealth'> }) {
  const rows = Object.entries(data.providers).flatMap(([chain, { primary, backup }]) => [
    { chain, role: 'primary', ...primary },
    ...(backup ? [{ chain, role: 'backup', ...backup }] : []),
  ])
  return (
    <>
      <p>
        Overall: <Status of={data.overall_status} />
      </p>
      <Table
        label="Providers"
        rows={rows}
        keyOf={({ chain, role }) => `${chain} ${role}`}
        columns={[
          { title: 'Chain', of: ({ chain }) => chain },
          { title: 'Role', of: ({ role }) => role },
          { title: 'State', of: ({ status }) => <Status of={status} /> },
          { title: 'Success', right: true, of: ({ success_rate }) => formatPercent(success_rate) },
          { title: 'Latency', right: true, of: ({ latency_ms }) => (latency_ms === 0 ? '–' : formatMs(latency_ms)) },
        ]}
      />
    </>
  )
}

const said = (error: unknown) => <span class="failure">{describeFailure(error)}</span>

function GasNow({ chains }: { readonly chains: readonly string[] }) {
  const reading = useEach(chains, (chain) => wire.oracleGas({ chain }), 2000)
  return (
    <Panel
      title="Gas now"
      note="Highest fee per gas of each tier, gwei."
      reading={reading}
      empty={(rows) => rows.length === 0 && nothing}
    >
      {(rows) => (
        <Table
          label="Gas now"
          rows={rows}
          keyOf={({ chain }) => chain}
          columns={[
            { title: 'Chain', of: ({ chain }) => <a href={`#/gas/${chain}`}>{chain}</a> },
            ...(['slow', 'standard', 'fast', 'instant'] as const).map((tier) => ({
              title: tier,
              right: true,
              of: ({ value }: ChainAnswer<Response<'oracleGas'>>) =>
                value ? formatNumber(value[tier].max_fee_gwei) : '–',
            })),
            { title: 'Base fee', right: true, of: ({ value }) => (value ? formatNumber(value.base_fee_gwei) : '–') },
            {
              title: 'From',
              of: ({ value, error }) =>
                value === undefined ? said(error) : value.stale ? <span class="badge warn">stale</span> : value.source,
            },
          ]}
        />
      )}
    </Panel>
  )
}

type HeadsProps = { readonly chains: typeof chainNames; readonly mayStream: boolean }

function Heads({ chains, mayStream }: HeadsProps) {
  const reading = useHeads(chains, mayStream)
  const now = useNow()
  return (
    <Panel title="Chains" reading={reading} empty={(rows) => rows.length === 0 && nothing}>
      {(rows) => (
        <Table
          label="Heads of the chains"
          rows={rows}
          keyOf={({ chain }) => chain}
          columns={[
            { title: 'Chain', of: ({ chain }) => chain },
            { title: 'Head', right: true, of: ({ value, error }) => (value ? String(value.number) : said(error)) },
            {
              title: 'Age of the head',
              right: true,
              of: ({ value }) => (value?.atMs == null ? '–' : formatAge(now - value.atMs)),
            },
          ]}
        />
      )}
    </Panel>
  )
}

/** The event loop always exists, so the page shows `late` instead of `unavailable`. */
const toWord = (part: string, status: string) => (part === 'event_loop' && status === 'unavailable' ? 'late' : status)

function Parts() {
  const reading = useReading(() => wire.metrics({ type: 'monitoring' }), { everyMs: 5000 })
  return (
    <Panel title="Parts of the node" reading={reading}>
      {({ metrics: { monitoring } }) => (
        <>
          <p>Health score: {formatPercent(monitoring?.overall_health_score ?? 0)}</p>
          <Table
            label="Parts of the node"
            rows={Object.entries(monitoring?.components ?? {})}
            keyOf={([name]) => name}
            columns={[
              { title: 'Part', of: ([name]) => name.replaceAll('_', ' ') },
              { title: 'State', of: ([name, { status }]) => <Status of={toWord(name, String(status))} /> },
              {
                title: 'Figures',
                of: ([, { status: _, ...figures }]) => (
                  <span class="wrap">
                    {Object.entries(figures)
                      .filter(([, value]) => typeof value === 'number')
                      .map(([name, value]) => `${name.replaceAll('_', ' ')} ${formatNumber(Number(value))}`)
                      .join(' · ')}
                  </span>
                ),
              },
            ]}
          />
        </>
      )}
    </Panel>
  )
}

/** The last changes of providers, with a link to the details. */
function Changes() {
  const reading = useReading(() => wire.accountProviders(), { everyMs: 5000 })
  return (
    <Panel
      title="What changed last"
      note={<a href="#/providers">All changes and the state of each endpoint</a>}
      reading={reading}
      empty={({ events }) => events.length === 0 && 'No provider has changed its state since the start of the node.'}
    >
      {({ events }) => <Events events={events} most={5} />}
    </Panel>
  )
}

function Opportunities({ chains }: { readonly chains: readonly string[] }) {
  const reading = useEach(chains, (chain) => wire.defiOpportunities({ chain, limit: 5 }), 10_000)
  const outages = useContext(Outages)
  return (
    <Panel title="Opportunities now" reading={reading} staleMs={30_000} empty={(rows) => rows.length === 0 && nothing}>
      {(rows) => {
        const found = rows.flatMap(({ chain, value }) => value?.opportunities.map((one) => ({ chain, ...one })) ?? [])
        return (
          <>
            {rows.map(
              ({ chain, error }) =>
                error !== undefined && (
                  <p key={chain}>
                    {chain}: {said(error)}
                  </p>
                ),
            )}
            {found.length === 0 ? (
              <p class="empty">
                {rows.some(({ chain, error }) => error !== undefined || outages.some((one) => one.chain === chain))
                  ? 'No opportunity is known. The opportunities of chains without data are unknown.'
                  : 'No liquidation is profitable now.'}
              </p>
            ) : (
              <Table
                label="Opportunities"
                rows={found}
                keyOf={(_, index) => index}
                columns={[
                  { title: 'Chain', of: ({ chain }) => <a href={`#/liquidations/${chain}`}>{chain}</a> },
                  { title: 'Protocol', of: ({ protocol }) => protocol },
                  { title: 'Borrower', of: ({ borrower }) => <code title={borrower}>{shorten(borrower)}</code> },
                  { title: 'Health', right: true, of: ({ health_factor }) => formatHealth(health_factor) },
                  { title: 'Net profit', right: true, of: (one) => formatUsd(toShownProfit(one).net) },
                ]}
              />
            )}
          </>
        )
      }}
    </Panel>
  )
}
