import type { ComponentChildren } from 'preact'
import { formatAge, formatTime } from '../data/format.ts'
import type { ChainState, NodeState, Outage } from '../data/outages.ts'
import { useNow } from '../data/reading.ts'

/** Says what does not work, since when, what is affected and what the node does about it. */
export function OutageBanner({ of: { answer, silentSinceMs, restartedAt } }: { readonly of: NodeState }) {
  const chains = Object.entries(answer?.chains ?? {})
  const silent = chains.filter(([, state]) => isSilent(state))
  return (
    <div role="status" aria-live="polite">
      {silentSinceMs !== undefined && (
        <Line
          title={
            <>
              The node does not answer <Since time={silentSinceMs} />
            </>
          }
        >
          Values on this page are as old as they say. The page keeps trying.
        </Line>
      )}
      {silent.length > 1 && <SilentChains chains={silent} isAll={silent.length === chains.length} />}
      {chains.map(
        ([chain, state]) =>
          state.outage &&
          !(silent.length > 1 && isSilent(state)) && (
            <ChainLine key={chain} chain={chain} state={state} outage={state.outage} />
          ),
      )}
      {answer?.store_failing_since && (
        <Line
          title={
            <>
              Store: it cannot be read or written <Since time={answer.store_failing_since} />
            </>
          }
        >
          Blocks, fees, prices, streams and the gateway work. Keys and alerts cannot be changed, and histories get a
          gap. The node counts usage in memory and stores it when the store is back.
        </Line>
      )}
      {restartedAt !== undefined && (
        <Line title={<>The node restarted at {formatTime(restartedAt)}</>}>
          Changes of providers, the lifecycle of transactions and figures “since the start” begin at that time.
        </Line>
      )}
    </div>
  )
}

const isSilent = ({ outage }: ChainState) => outage?.kind === 'unavailable'

type SilentProps = { readonly chains: readonly (readonly [string, ChainState])[]; readonly isAll: boolean }

/** One line for all chains without a provider. */
function SilentChains({ chains, isAll }: SilentProps) {
  return (
    <Line title={`No provider responds: ${chains.map(([chain]) => chain).join(', ')}`}>
      {chains.map(([chain, { outage, newest_block_at: time }]) => (
        <span key={chain}>
          {chain} {outage?.since != null && <Since time={outage.since} />}
          {time !== null && (
            <>
              , newest block <AgeOf time={time} /> old
            </>
          )}
          .{' '}
        </span>
      ))}
      Their fees, blocks, positions and pending transactions are not updated. Stored history and decoding
      {isAll ? '' : ', and other chains,'} work. The node keeps trying each provider.{' '}
      <a href="#/providers">Which provider fails, and why</a>
    </Line>
  )
}

type LineProps = { readonly title: ComponentChildren; readonly children: ComponentChildren }

function Line({ title, children }: LineProps) {
  return (
    <div class="outage">
      <strong>{title}.</strong> {children}
    </div>
  )
}

function Since({ time }: { readonly time: string | number }) {
  return (
    <>
      since {formatTime(time)} ({formatAge(useNow() - new Date(time).getTime())})
    </>
  )
}

type ChainLineProps = { readonly chain: string; readonly state: ChainState; readonly outage: Outage }

function ChainLine({ chain, state, outage }: ChainLineProps) {
  const data =
    chain === 'beacon' ? 'Figures of the beacon chain' : `Fees, blocks, positions and pending transactions of ${chain}`
  const link = <a href="#/providers">Which provider fails, and why</a>
  if (outage.kind === 'late_head')
    return (
      <Line
        title={
          <>
            {chain}: newest block is <AgeOf time={outage.since} /> old
          </>
        }
      >
        Providers respond, but show no block after {formatBlock(state)}. {data} are as old as that block. Stored
        history, decoding and other chains work. The node uses the first provider that shows a newer block. {link}
      </Line>
    )
  const since =
    outage.since === null ? (
      ''
    ) : (
      <>
        {' '}
        <Since time={outage.since} />
      </>
    )
  return (
    <Line
      title={
        <>
          {chain}: no provider {outage.kind === 'wrong_chain' ? 'serves this chain' : 'responds'}
          {since}
        </>
      }
    >
      {outage.reason !== null && <>{outage.reason} The node refuses answers of another chain. </>}
      {data} are not updated
      {state.newest_block_at !== null && (
        <>
          ; the newest block is {formatBlock(state)}, <AgeOf time={state.newest_block_at} /> old
        </>
      )}
      . Stored history, decoding and other chains work. The node keeps trying each provider. {link}
    </Line>
  )
}

const formatBlock = ({ newest_block }: ChainState) => (newest_block === null ? 'the first' : String(newest_block))

function AgeOf({ time }: { readonly time: string | null }) {
  const now = useNow()
  return <>{time === null ? 'unknown' : formatAge(now - Date.parse(time))}</>
}
