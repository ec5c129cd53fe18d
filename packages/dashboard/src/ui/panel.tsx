import type { ComponentChildren } from 'preact'
import { describeFailure } from '../data/failure.ts'
import { formatAge } from '../data/format.ts'
import { type Reading, useNow } from '../data/reading.ts'

type PanelProps<T> = {
  readonly title: string
  /** One line below the title. */
  readonly note?: ComponentChildren
  readonly reading?: Reading<T>
  /** Age in ms above which data is marked as stale. @default 15_000 */
  readonly staleMs?: number
  /** Returns the time of the data itself in Unix ms, if it may be older than the response. */
  readonly toDataMs?: (data: T) => number | undefined
  /** Returns the text to show if the data is empty, and false otherwise. */
  readonly empty?: (data: T) => string | false
  readonly children: ComponentChildren | ((data: T) => ComponentChildren)
}

/** A section of a page. Shows the age of its data. If a request fails, shows the error together with the last data. */
export function Panel<T>({ title, note, reading, staleMs = 15_000, toDataMs, empty, children }: PanelProps<T>) {
  const id = `panel-${title.toLowerCase().replace(/\W+/g, '-')}`
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {reading && <Age reading={reading} staleMs={staleMs} toDataMs={toDataMs} />}
      </header>
      {note && <p class="note">{note}</p>}
      {reading ? (
        <Content reading={reading} empty={empty}>
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
  readonly empty: PanelProps<T>['empty']
}

function Content<T>({ reading: { data, error }, empty, children }: ContentProps<T>) {
  const failure = error !== undefined && <p class="failure">{describeFailure(error)}</p>
  if (data === undefined) return failure || <p class="waiting">Waiting for the node …</p>
  const nothing = empty?.(data)
  if (nothing)
    return (
      <>
        {failure}
        <p class="empty">{nothing}</p>
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
  readonly reading: Reading<T>
  readonly staleMs: number
  readonly toDataMs: PanelProps<T>['toDataMs']
}

function Age<T>({ reading: { data, atMs: answeredMs, error }, staleMs, toDataMs }: AgeProps<T>) {
  const now = useNow()
  const atMs = (data && toDataMs?.(data)) ?? answeredMs
  if (atMs === undefined) return error === undefined ? null : <span class="badge bad">fails</span>
  const age = now - atMs
  const stale = error !== undefined || age > staleMs
  return (
    <span class={stale ? 'badge warn' : 'age'}>
      {stale && 'stale, '}
      {formatAge(age)} ago
    </span>
  )
}
