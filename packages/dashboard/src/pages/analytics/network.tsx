import type { Response } from '@outrigger/api/contract'
import { wire } from '../../data/client.ts'
import { formatCount, formatNumber, formatPercent } from '../../data/format.ts'
import { useReading } from '../../data/reading.ts'
import { Figures } from '../../ui/figures.tsx'
import { Panel } from '../../ui/panel.tsx'

type Stats = Response<'blockchainNetworkStats'>

/** The time of the newest block, as far as the node reports its age. */
const toBlockMs = ({ metadata: { as_of } }: Stats) => (as_of ? Date.now() - as_of.age_ms : undefined)

/** The state of the network according to its newest blocks. */
export function Network({ chain }: { readonly chain: string }) {
  const reading = useReading(
    async () => {
      const stats = await wire.blockchainNetworkStats({ chain })
      return { stats: stats.data, atMs: toBlockMs(stats) }
    },
    { everyMs: 15_000 },
  )
  return (
    <Panel
      title="Network"
      note="Times and rates are means of the last ten blocks."
      reading={reading}
      staleMs={60_000}
      toDataMs={({ atMs }) => atMs}
    >
      {({ stats }) => <StatFigures of={stats} />}
    </Panel>
  )
}

function StatFigures({ of: stats }: { readonly of: Stats['data'] }) {
  const orUnknown = (value: number | null, format: (value: number) => string) =>
    value === null ? 'unknown' : format(value)
  const figures = [
    ['Newest block', String(stats.latest_block)],
    ['Block time', orUnknown(stats.block_time, (seconds) => `${formatNumber(seconds)} s`)],
    ['Transactions per second', orUnknown(stats.tps, formatNumber)],
    ['Gas used in the newest block', orUnknown(stats.gas_used_ratio, formatPercent)],
    ['Pending transactions', orUnknown(stats.pending_transactions, formatCount)],
    ['Peers of the provider', orUnknown(stats.peer_count, formatCount)],
  ] as const
  return <Figures of={figures} />
}
