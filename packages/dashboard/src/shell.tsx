import { chainNames } from '@outrigger/api/contract'
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatFullTime, formatTime } from './data/format.ts'
import { toHeaderState } from './data/headerState.ts'
import { describeEnd, type NodeState, NodeStates, PageChain, useNodeState } from './data/outages.ts'
import { useNow, useReading } from './data/reading.ts'
import { toLink, useRoute } from './data/route.ts'
import { isAllowed, readSession, type Session } from './data/session.ts'
import { themes, useTheme } from './data/theme.ts'
import { groups, type Page } from './pages/page.ts'
import { pages } from './pages/registry.ts'
import { Choice } from './ui/choice.tsx'
import { OutageBanner } from './ui/outageBanner.tsx'
import { SearchBox } from './ui/searchBox.tsx'

type SignedIn = Extract<Session, { readonly signed_in: true }>
type ShellProps = {
  readonly session: SignedIn
  readonly onLeave: () => void
  /** Called with the reason when the session has ended. */
  readonly onEnded: (reason: string) => void
}

/** The frame around every page: header, navigation, banner and footer. */
export function Shell({ session, onLeave, onEnded }: ShellProps) {
  const [id = '', ...rest] = useRoute()
  const page = pages.find((one) => one.id === (id || 'overview'))
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const title = page?.title ?? 'Page not found'
  const node = useNodeState()
  const path = [id, ...rest].join('/')
  useEffect(() => {
    document.title = `${title} · Outrigger`
    // Navigation moves the focus to the new page. The browser sets the focus on the first page.
    // The search keeps the focus while the user types in it.
    const isTyping = document.activeElement?.matches('input, textarea, select')
    if (!isFirst.current && !isTyping) main.current?.focus()
    isFirst.current = false
  }, [title])
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Header session={session} node={node} onLeave={onLeave} onEnded={onEnded} />
      <div class="frame">
        <Navigation page={page} path={path} chain={page?.chains === undefined ? undefined : rest[0]} />
        <main id="main" ref={main} tabIndex={-1} data-silent={node.silentSinceMs !== undefined || undefined}>
          <OutageBanner of={node} />
          <h1>{title}</h1>
          <Printed />
          <NodeStates.Provider value={node}>
            <PageChain.Provider value={chainNames.find((name) => name === rest[0])}>
              {page === undefined ? <NotFound path={path} /> : <Body page={page} session={session} rest={rest} />}
            </PageChain.Provider>
          </NodeStates.Provider>
          <Footer startedAt={node.answer?.started_at} />
        </main>
      </div>
    </>
  )
}

type HeaderProps = ShellProps & { readonly node: NodeState }

function Header({ session, node, onLeave, onEnded }: HeaderProps) {
  return (
    <header class="bar">
      <a class="brand" href="#/overview">
        Outrigger
      </a>
      <SearchBox />
      <Connection node={node} onEnded={onEnded} />
      <span class="who" title={`Scopes: ${session.key.scopes.join(', ')}`}>
        {session.key.name}
      </span>
      <button type="button" onClick={onLeave}>
        Sign out
      </button>
    </header>
  )
}

type NavigationProps = {
  readonly page: Page | undefined
  readonly path: string
  /** The chain on the present page, which links keep. A page that does not cover it says so. */
  readonly chain: string | undefined
}

/** Links to the pages. On a narrow screen, a button opens them. */
function Navigation({ page, path, chain }: NavigationProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(false), [path])
  return (
    <div class="side">
      <button
        type="button"
        class="menu"
        aria-expanded={isOpen}
        aria-controls="pages"
        onClick={() => setOpen((last) => !last)}
      >
        Pages
      </button>
      <nav id="pages" aria-label="Pages" data-open={isOpen}>
        {groups.map((group) => (
          <div key={group} class="group">
            <span class="quiet">{group}</span>
            {pages
              .filter((one) => one.group === group)
              .map((one) => (
                <a
                  key={one.id}
                  href={toLink(one.id, one.chains && chain)}
                  aria-current={one === page ? 'page' : undefined}
                >
                  {one.title}
                </a>
              ))}
          </div>
        ))}
      </nav>
    </div>
  )
}

/** The time of a printed page, which has no ages. */
function Printed() {
  return (
    <p class="printed">
      As of {formatFullTime(useNow(10_000))}, from {location.origin}
    </p>
  )
}

function NotFound({ path }: { readonly path: string }) {
  return (
    <p class="empty">
      The dashboard has no page <code>#/{path}</code>. Choose a page on the left, or go to the{' '}
      <a href="#/overview">overview</a>.
    </p>
  )
}

type BodyProps = { readonly page: Page; readonly session: SignedIn; readonly rest: readonly string[] }

function Body({ page, session, rest }: BodyProps) {
  if (!isAllowed(session.key.scopes, page.scopes))
    return <p class="empty">This key lacks the scope {page.scopes.join(' or ')}, which the page needs.</p>
  const Component = page.component
  return <Component key={page.id} session={session} rest={rest} />
}

type ConnectionProps = { readonly node: NodeState; readonly onEnded: ShellProps['onEnded'] }

/** Shows whether the node, its providers and its store work. Screen readers announce each change. */
function Connection({ node, onEnded }: ConnectionProps) {
  const { data } = useReading(readSession, { everyMs: 4000 })
  const isEnded = data?.signed_in === false
  const { level, text } = toHeaderState(node)
  const startedAt = node.restartedAt === undefined ? node.answer?.started_at : ''
  useEffect(() => {
    if (isEnded) void describeEnd(startedAt).then(onEnded)
  }, [isEnded])
  return (
    <span class={`status connection ${level}`} role="status" aria-live="polite">
      <span aria-hidden="true">{marks[level]}</span> {text}
    </span>
  )
}

const marks = { good: '●', warn: '▲', bad: '■' } as const

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of all times, the start of the node, and the choice of the theme. */
function Footer({ startedAt }: { readonly startedAt: string | undefined }) {
  const [theme, setTheme] = useTheme()
  return (
    <footer class="tools">
      <Choice label="Theme" options={themes} value={theme} onChange={setTheme} />
      <span class="quiet">
        Times are in {zone}. {startedAt !== undefined && `The node has run since ${formatTime(startedAt)}.`}
      </span>
    </footer>
  )
}
