import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { toAge } from '../data/dataAge.ts'
import { describeFailure } from '../data/failure.ts'
import { PageChain, useChainState, useSilence } from '../data/outages.ts'
import { type Reading, useNow } from '../data/reading.ts'
import { Empty } from './empty.tsx'

type PanelProps<T> = {
  readonly title: string
  /** One line below the title. */
  readonly note?: ComponentChildren
  readonly reading?: Reading<T>
  /** Age of a response in ms above which data is marked as stale. @default 15_000 */
  readonly staleMs?: number
  /** Returns the time of the data itself in Unix ms, if it may be older than the response and than the newest block. */
  readonly toDataMs?: (data: T) => number | undefined
  /** The chain of the data. @default the chain of the page */
  readonly chain?: string
  /** Returns the text to show if the data is empty, and false otherwise. Not shown while the state of the chain is unknown. */
  readonly empty?: (data: T) => string | false
  readonly children: ComponentChildren | ((data: T) => ComponentChildren)
}

/**
 * A section of a page. Shows the age of its data, which is never newer than the newest block of its chain. If a request fails, shows
 * the error together with the last data.
 */
export function Panel<T>({ title, note, reading, staleMs = 15_000, toDataMs, chain, empty, children }: PanelProps<T>) {
  const id = `panel-${title.toLowerCase().replace(/\W+/g, '-')}`
  const pageChain = useContext(PageChain)
  const of = chain ?? pageChain
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <Age reading={reading} chain={of} staleMs={staleMs} toDataMs={toDataMs} />
      </header>
      {note && <p class="note">{note}</p>}
      {reading ? (
        <Content reading={reading} chain={of} empty={empty}>
          {children}
        </Content>
      ) : (
        (children as ComponentChildren)
      )}
    </section>
  )
}

type ContentProps<T> = Required<Pick<PanelProps<T>, 'children'>> & {
  readonly reading: Reading<T>
  readonly chain: string | undefined
  readonly empty: PanelProps<T>['empty']
}

function Content<T>({ reading: { data, error }, chain, empty, children }: ContentProps<T>) {
  const failure = error !== undefined && <p class="failure">{describeFailure(error)}</p>
  if (data === undefined) return failure || <p class="waiting">Waiting for the node …</p>
  const nothing = empty?.(data)
  if (nothing)
    return (
      <>
        {failure}
        <Empty chain={chain}>{nothing}</Empty>
      </>
    )
  return (
    <>
      {failure}
      {typeof children === 'function' ? children(data) : children}
    </>
  )
}

type AgeProps<T> = {
  readonly reading: Reading<T> | undefined
  readonly chain: string | undefined
  readonly staleMs: number
  readonly toDataMs: PanelProps<T>['toDataMs']
}

function Age<T>({ reading, chain, staleMs, toDataMs }: AgeProps<T>) {
  const now = useNow()
  const state = useChainState(chain)
  const silentSinceMs = useSilence()
  const { data, atMs, error } = reading ?? present
  if (data === undefined) return error === undefined ? null : <span class="badge bad">fails</span>
  const headAt = state?.newest_block_at
  const readMs = Math.min(atMs ?? now, silentSinceMs ?? now, toDataMs?.(data as T) ?? now)
  const headMs = headAt == null ? undefined : Date.parse(headAt)
  const age = toAge({
    readMs,
    headMs,
    isFailing: error !== undefined || silentSinceMs !== undefined,
    isOut: state?.outage != null,
    staleMs,
    nowMs: now,
  })
  // A panel without a request shows its age only if that is not the present.
  if (reading === undefined && !age.isStale) return null
  return <span class={age.isStale ? 'badge warn' : 'age'}>{age.text}</span>
}

/** Replaces the request of a panel that has none. */
const present = { data: null, atMs: undefined, error: undefined }
