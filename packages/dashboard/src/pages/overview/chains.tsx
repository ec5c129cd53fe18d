import { type chainNames, oracleChains, type Response } from '@outrigger/api/contract'
import { wire } from '../../data/client.ts'
import { useEach } from '../../data/each.ts'
import { describeFailure } from '../../data/failure.ts'
import { formatAge, formatGwei, formatMs, formatPercent, formatTime } from '../../data/format.ts'
import { useHeads } from '../../data/heads.ts'
import { type Providers as Endpoints, toSince } from '../../data/providers.ts'
import { type Reading, useNow } from '../../data/reading.ts'
import { toLink } from '../../data/route.ts'
import { useSamples } from '../../data/samples.ts'
import { Panel } from '../../ui/panel.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'

type Health = Response<'oracleHealth'>
type Endpoint = Endpoints['chains'][number]['endpoints'][number]
type Gas = Response<'oracleGas'>
type ChainsProps = {
  readonly chains: typeof chainNames
  readonly health: Reading<Health>
  /** The endpoints of all chains. Undefined for keys that may not see them. */
  readonly providers: Endpoints | undefined
  readonly mayStream: boolean
}
const gasMs = 2000
const none = 'No provider is configured. Start the node with --rpc, or with --devnet.'

/** Newest block, providers and fees of each chain, with lines of the last ten minutes. */
export function Chains({ chains, health, providers, mayStream }: ChainsProps) {
  const heads = useHeads(chains, mayStream)
  const gas = useEach(
    chains.filter((chain) => oracleChains.some((one) => one === chain)),
    (chain) => wire.oracleGas({ chain }),
    gasMs,
  )
  const now = useNow()
  const gasOf = (name: string) => gas.data?.find(({ chain }) => chain === name)
  return (
    <Panel title="Chains" reading={heads} empty={(rows) => rows.length === 0 && none}>
      {(rows) => (
        <Table
          label="Chains"
          rows={rows}
          keyOf={({ chain }) => chain}
          columns={[
            { title: 'Chain', of: ({ chain }) => <strong>{chain}</strong> },
            {
              title: 'Newest block',
              of: ({ chain, value, error }) =>
                value === undefined ? (
                  <span class="failure">{describeFailure(error)}</span>
                ) : (
                  <>
                    <a href={toLink('block', chain, value.number)}>{value.number}</a>
                    {value.atMs !== null && <span class="quiet">, {formatAge(now - value.atMs)} old</span>}
                  </>
                ),
            },
            { title: 'Providers', of: ({ chain }) => <Providers chain={chain} health={health} of={providers} /> },
            { title: 'Latency', of: ({ chain }) => <Latency chain={chain} health={health} /> },
            {
              title: 'Next base fee, gwei',
              of: ({ chain }) => <BaseFee chain={chain} gas={gasOf(chain)?.value} error={gasOf(chain)?.error} />,
            },
            {
              title: 'Standard fee, gwei',
              right: true,
              of: ({ chain }) => {
                const price = gasOf(chain)?.value
                return price && <a href={toLink('gas', chain)}>{formatGwei(price.standard.max_fee_gwei)}</a>
              },
            },
          ]}
        />
      )}
    </Panel>
  )
}

type ProvidersProps = Pick<LatencyProps, 'chain' | 'health'> & { readonly of: Endpoints | undefined }

function Providers({ chain, health, of }: ProvidersProps) {
  const { primary, backup } = health.data?.providers[chain] ?? {}
  const endpoints = of?.chains.find((one) => one.chain === chain)?.endpoints
  const all = endpoints ?? [primary, backup].filter((one) => one !== undefined)
  const healthy = all.filter(({ status }) => status === 'healthy').length
  // A chain is served while one endpoint is healthy, whatever the state of the others.
  const status = primary?.status === 'healthy' || healthy === 0 ? (primary?.status ?? 'unknown') : 'degraded'
  return (
    <a href="#/providers" class="plain">
      <Status of={status} />
      <span class="quiet wraps">
        {all.length > 1 && `, ${healthy} of ${all.length} endpoints healthy`}
        {endpoints?.map((endpoint) => describeFault(endpoint, toSince(of?.events ?? [], chain, endpoint.name)))}
      </span>
    </a>
  )
}

/** Says what is wrong with an endpoint, and since when. */
function describeFault({ name, status, success_rate: rate }: Endpoint, since: string | undefined): string {
  const isBad = status === 'degraded' || status === 'unavailable'
  const faults = [
    ...(isBad ? [since === undefined ? status : `${status} since ${formatTime(since)}`] : []),
    ...(rate !== null && rate < 0.995 ? [`${formatPercent(1 - rate)} of its last calls failed`] : []),
  ]
  return faults.length === 0 ? '' : `; ${name}: ${faults.join(', ')}`
}

type LatencyProps = { readonly chain: string; readonly health: Reading<Health> }

function Latency({ chain, health }: LatencyProps) {
  const ms = health.data?.providers[chain]?.primary.latency_ms
  // The node reports 0 until a call has succeeded.
  const known = ms === 0 ? undefined : ms
  const samples = useSamples(`latency ${chain}`, known, health.atMs)
  if (known === undefined) return <span class="quiet">unknown</span>
  return (
    <span class="measured">
      {formatMs(known)} <Sparkline samples={samples} gapMs={15_000} format={formatMs} />
    </span>
  )
}

type BaseFeeProps = { readonly chain: string; readonly gas: Gas | undefined; readonly error: unknown }

function BaseFee({ chain, gas, error }: BaseFeeProps) {
  const samples = useSamples(`next base fee ${chain}`, gas?.slow.base_fee_gwei, gas && Date.parse(gas.timestamp))
  if (gas === undefined) return error === undefined ? null : <span class="failure">{describeFailure(error)}</span>
  return (
    <span class="measured">
      {formatGwei(gas.slow.base_fee_gwei)} <Sparkline samples={samples} gapMs={60_000} format={formatGwei} />{' '}
      {gas.stale && <span class="badge warn">stale</span>}
    </span>
  )
}
