import type { chainNames } from '@outrigger/api/contract'
import { toCurrency } from '../data/currency.ts'
import { describeFailure } from '../data/failure.ts'
import { formatExact, formatFullTime, formatNumber } from '../data/format.ts'
import { useUnknown } from '../data/outages.ts'
import {
  isEvm,
  type KnownTransaction,
  toLastSeenMs,
  toMined,
  toState,
  toWatched,
  useTransaction,
} from '../data/transaction.ts'
import { Empty } from '../ui/empty.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import { AddressLink, BlockLink, Copyable } from '../ui/links.tsx'
import { OfSubject } from '../ui/ofSubject.tsx'
import { Panel } from '../ui/panel.tsx'
import { Status } from '../ui/status.tsx'
import type { PageProps } from './page.ts'
import { Call } from './transaction/call.tsx'
import { Fees } from './transaction/fees.tsx'
import { MevOf } from './transaction/mev.tsx'
import { Moved } from './transaction/moved.tsx'
import { Steps } from './transaction/steps.tsx'
import { WhyFailed } from './transaction/whyFailed.tsx'

/** One transaction: what it does, what became of it, what it costs, and the MEV in it. */
export function Transaction({ rest }: PageProps) {
  return (
    <OfSubject page="tx" what="hash" rest={rest}>
      {(chain, hash) => <Answers chain={chain} hash={hash} />}
    </OfSubject>
  )
}

type OfTransaction = { readonly chain: (typeof chainNames)[number]; readonly hash: string }

function Answers({ chain, hash }: OfTransaction) {
  const reading = useTransaction(chain, hash)
  const watched = toWatched(chain)
  const mined = reading.data && toMined(reading.data)
  const state = reading.data && toState(reading.data)
  return (
    <div class="grid">
      <div class="wide">
        <Panel
          title={`Transaction on ${chain}`}
          note={<Copyable text={hash} />}
          reading={reading}
          toDataMs={toLastSeenMs}
        >
          {(known) => <Summary chain={chain} of={known} />}
        </Panel>
      </div>
      {reading.data !== undefined && state !== undefined && (
        <>
          <div class="stack">
            <Call chain={chain} hash={hash} of={reading.data} />
            {mined !== undefined && <Moved chain={chain} of={mined} />}
          </div>
          <div class="stack">
            <Steps chain={chain} of={reading.data} />
            <Fees chain={chain} of={reading.data} />
          </div>
          {watched !== undefined && (
            <div class="wide">
              <MevOf chain={watched} hash={hash} of={reading.data} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

function Summary({ chain, of: known }: { readonly chain: (typeof chainNames)[number]; readonly of: KnownTransaction }) {
  const state = toState(known)
  const unknown = useUnknown(chain)
  return (
    <>
      {known.failure !== undefined && <p class="warn">{describeFailure(known.failure)}</p>}
      {known.failure === undefined && state !== undefined && unknown !== undefined && <p class="warn">{unknown}</p>}
      {state === undefined ? (
        <Empty>{chain} has no transaction with this hash. It may be unsent, dropped, or on another chain.</Empty>
      ) : (
        <>
          <Facts whole facts={listParties(known, chain)} />
          <Facts facts={listFacts(known, chain, state)} />
          {state === 'failed' && known.reported && <WhyFailed chain={chain} hash={known.reported.hash} />}
        </>
      )}
    </>
  )
}

function listParties({ reported, seen }: KnownTransaction, chain: string): readonly Fact[] {
  const from = reported?.from ?? seen?.transaction.from
  const to = reported?.to ?? seen?.transaction.to
  const toText = isEvm(reported) ? 'a new contract' : 'no other address'
  return [
    ['From', from ? <AddressLink chain={chain} address={from} full /> : 'nobody: a reward for the block'],
    ['To', to ? <AddressLink chain={chain} address={to} full /> : toText],
  ]
}

function listFacts({ reported, seen }: KnownTransaction, chain: string, state: string): readonly Fact[] {
  const symbol = reported?.value.split(' ')[1] ?? toCurrency(chain)
  const value = reported?.value ?? `${formatNumber(seen?.transaction.value_eth ?? 0)} ${symbol}`
  return [
    [
      'State',
      <>
        <Status of={state} />
        {reported === undefined && ', as last seen'}
      </>,
    ],
    typeof reported?.block_number === 'number' && ['Block', <BlockLink chain={chain} number={reported.block_number} />],
    !!reported?.timestamp && ['Block time', formatFullTime(reported.timestamp)],
    [hasEffect(state) ? 'Value' : 'Value, not sent', formatExact(value)],
    ...(seen ? listSeenFacts(seen, symbol, state) : []),
  ]
}

/** Transactions with these states have moved nothing but their fee, and will not. */
const hasEffect = (state: string) => !['failed', 'replaced', 'cancelled', 'dropped'].includes(state)

function listSeenFacts(seen: NonNullable<KnownTransaction['seen']>, symbol: string, state: string): readonly Fact[] {
  const { transaction, rule, moved_value_eth, moved_value_complete, nonce_state, provider } = seen
  return [
    [
      hasEffect(state) ? 'Moves' : 'Would have moved',
      `${moved_value_complete ? '' : 'at least '}${formatNumber(moved_value_eth)} ${symbol}`,
    ],
    ['Type', rule],
    ['Nonce', `${transaction.nonce}${nonce_state === 'queued' ? ', waits for an earlier one' : ''}`],
    ['Score', `${formatNumber(transaction.priority_score)} of 100`],
    ['First seen', `${formatFullTime(transaction.timestamp)} by ${provider}`],
  ]
}
