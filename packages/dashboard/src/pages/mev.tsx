import { mempoolChains } from '@outrigger/api/contract'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatCount, formatNumber, formatPercent, formatTime } from '../data/format.ts'
import { type Mev as MevReading, readMev } from '../data/mev.ts'
import { type Reading, useReading } from '../data/reading.ts'
import { Choice } from '../ui/choice.tsx'
import { OfChain } from '../ui/ofChain.tsx'
import { Panel } from '../ui/panel.tsx'
import { Findings } from './mev/findings.tsx'
import { Scores } from './mev/scores.tsx'
import type { PageProps } from './page.ts'

const kinds = ['all', 'arbitrage', 'backrun', 'sandwich', 'liquidation', 'frontrun'] as const
type Kind = (typeof kinds)[number]
type Enabled = Extract<MevReading, { readonly enabled: true }>

/** Current MEV findings with their confidence, and the accuracy of past predictions. */
export function Mev({ rest: [wanted] }: PageProps) {
  const [kind, setKind] = useState<Kind>('all')
  const tools = <Choice label="Kind" options={kinds} value={kind} onChange={setKind} />
  return (
    <OfChain page="mev" possible={mempoolChains} wanted={wanted} tools={tools}>
      {(chain) => <Answers chain={chain} kind={kind} />}
    </OfChain>
  )
}

function Answers({ chain, kind }: { readonly chain: string; readonly kind: Kind }) {
  const reading = useReading((signal) => readMev(chain, signal), { everyMs: 2000, of: [chain] })
  return (
    <div class="grid">
      <div class="wide">
        <Part
          title="Findings"
          note="Present ones, most profitable first, net of gas and of the bid to the builder. A hash opens the transaction with what it could lose."
          reading={reading}
        >
          {(mev) => <Present of={mev} kind={kind} />}
        </Part>
      </div>
      <div class="wide">
        <Part
          title="How it turned out"
          note="Each finding is held against the blocks that came: it held where at least 90 % of its estimate was there. What stays open is a finding of each block, and counts each time."
          reading={reading}
        >
          {({ score }) => <Scores of={score} />}
        </Part>
      </div>
      <div class="wide">
        <Part title="Pools" note="What findings are computed on." reading={reading}>
          {({ pools }) => <Pools of={pools} />}
        </Part>
      </div>
    </div>
  )
}

type PartProps = {
  readonly title: string
  readonly note: string
  readonly reading: Reading<MevReading>
  readonly children: (mev: Enabled) => ComponentChildren
}

function Part({ title, note, reading, children }: PartProps) {
  return (
    <Panel
      title={title}
      note={note}
      reading={reading}
      empty={({ enabled }) => !enabled && 'This node looks for no MEV: mev.enabled is false in its configuration.'}
    >
      {(mev) => mev.enabled && children(mev)}
    </Panel>
  )
}

function Present({
  of: { chain, findings, count, stale, as_of },
  kind,
}: {
  readonly of: Enabled
  readonly kind: string
}) {
  const rows = findings.filter(({ type }) => kind === 'all' || type === kind)
  const sum = rows.reduce((total, { estimated_profit_eth }) => total + estimated_profit_eth, 0)
  const best = Math.max(0, ...rows.map(({ confidence }) => confidence))
  return (
    <>
      {stale && as_of && <p class="warn">No provider answers: as of {formatTime(as_of)}.</p>}
      {rows.length === 0 ? (
        <p class="empty">Nothing of this kind is found at present.</p>
      ) : (
        <>
          <p>
            {formatCount(rows.length)} of {formatCount(count)}, together {formatNumber(sum)} ETH, the surest{' '}
            {formatPercent(best)}
          </p>
          <Findings rows={rows} chain={chain} />
        </>
      )}
    </>
  )
}

function Pools({ of: { known, loaded, waiting, state, reason } }: { readonly of: Enabled['pools'] }) {
  return (
    <>
      <dl class="figures">
        <div>
          <dt>Known</dt>
          <dd>{formatCount(known)}</dd>
        </div>
        <div>
          <dt>Followed</dt>
          <dd>{formatCount(loaded)}</dd>
        </div>
        <div>
          <dt>To be read</dt>
          <dd>{formatCount(waiting)}</dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>{state}</dd>
        </div>
      </dl>
      {reason !== null && <p class="warn">{reason}</p>}
    </>
  )
}
