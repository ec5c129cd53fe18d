import type { FindingsReading } from '@outrigger/api'
import { mempoolChains, type Response } from '@outrigger/api/contract'
import { useState } from 'preact/hooks'
import { wire } from '../data/client.ts'
import { toCurrency } from '../data/currency.ts'
import { sumCompatible } from '../data/findings.ts'
import { formatCount, formatNumber, formatPercent, formatTime } from '../data/format.ts'
import { useFindings } from '../data/liveFindings.ts'
import { useUnknown } from '../data/outages.ts'
import { notWatched } from '../data/pending.ts'
import { useReading } from '../data/reading.ts'
import { Choice } from '../ui/choice.tsx'
import { Figures } from '../ui/figures.tsx'
import { OfChain } from '../ui/ofChain.tsx'
import { Panel } from '../ui/panel.tsx'
import { Findings } from './mev/findings.tsx'
import { Scores } from './mev/scores.tsx'
import type { PageProps } from './page.ts'

const kinds = ['all', 'arbitrage', 'backrun', 'sandwich', 'liquidation', 'frontrun'] as const
type Kind = (typeof kinds)[number]

/** Current MEV findings with their confidence, and the accuracy of past predictions. */
export function Mev({ rest: [wanted] }: PageProps) {
  const [kind, setKind] = useState<Kind>('all')
  const tools = <Choice label="Kind" options={kinds} value={kind} onChange={setKind} />
  return (
    <OfChain page="mev" possible={mempoolChains} wanted={wanted} why={notWatched} tools={tools}>
      {(chain) => <Answers chain={chain} kind={kind} />}
    </OfChain>
  )
}

function Answers({ chain, kind }: { readonly chain: (typeof mempoolChains)[number]; readonly kind: Kind }) {
  const findings = useFindings(chain)
  const reading = useReading(() => wire.mevStatus({ chain }), { everyMs: 2000, of: [chain] })
  return (
    <div class="grid">
      <div class="wide">
        <Panel
          title="Findings"
          note="Most profitable first, after gas and the bid to the block builder."
          reading={findings}
          toDataMs={({ asOfMs }) => asOfMs ?? undefined}
        >
          {(found) => <Present of={found} kind={kind} />}
        </Panel>
      </div>
      <div class="wide">
        <Panel
          title="Predictions and outcomes"
          note="Each finding counts once. It held if the blocks that followed left at least 90 % of its estimated profit."
          reading={reading}
        >
          {({ data }) => <Scores chain={chain} of={data.score} />}
        </Panel>
      </div>
      <div class="wide">
        <Panel title="Pools" note="The pools in which the node looks for findings." reading={reading}>
          {({ data }) => <Pools of={data.pools} />}
        </Panel>
      </div>
    </div>
  )
}

/** Why findings are unknown before the first block. */
const notReady = 'Unknown: the node is still reading the pools.'

function Present({
  of: { chain, blockNumber, findings, total, asOfMs },
  kind,
}: {
  readonly of: FindingsReading
  readonly kind: string
}) {
  const unknown = useUnknown(chain)
  const rows = findings.filter(({ type }) => kind === 'all' || type === kind)
  const best = Math.max(0, ...rows.map(({ confidence }) => confidence))
  return (
    <>
      {asOfMs !== null && <p class="warn">No provider responds. As of {formatTime(asOfMs)}.</p>}
      {rows.length === 0 ? (
        <p class="empty">{unknown ?? (blockNumber === null ? notReady : 'There is no finding of this kind now.')}</p>
      ) : (
        <>
          <p>
            {formatCount(rows.length)} of {formatCount(total)}. Those that do not exclude each other make{' '}
            {formatNumber(sumCompatible(rows))} {toCurrency(chain)}. Highest confidence: {formatPercent(best)}.
          </p>
          <Findings rows={rows} chain={chain} />
        </>
      )}
    </>
  )
}

function Pools({
  of: { known, loaded, waiting, state, reason },
}: {
  readonly of: Response<'mevStatus'>['data']['pools']
}) {
  return (
    <>
      <Figures
        of={[
          ['Known', formatCount(known)],
          ['Followed', formatCount(loaded)],
          ['Not read yet', formatCount(waiting)],
          ['State', state],
        ]}
      />
      {reason !== null && <p class="warn">{reason}</p>}
    </>
  )
}
