import { useEffect, useRef, useState } from 'preact/hooks'
import { Outages, useOutages } from './data/outages.ts'
import { useReading } from './data/reading.ts'
import { toLink, useRoute } from './data/route.ts'
import { isAllowed, readSession, type Session } from './data/session.ts'
import { themes, useTheme } from './data/theme.ts'
import { groups, type Page } from './pages/page.ts'
import { pages } from './pages/registry.ts'
import { Choice } from './ui/choice.tsx'
import { OutageBanner } from './ui/outageBanner.tsx'
import { SearchBox } from './ui/searchBox.tsx'

type SignedIn = Extract<Session, { readonly signed_in: true }>
type ShellProps = { readonly session: SignedIn; readonly onLeave: () => void; readonly onEnded: () => void }

/** The frame around every page: header, navigation, banner and footer. */
export function Shell({ session, onLeave, onEnded }: ShellProps) {
  const [id = '', ...rest] = useRoute()
  const page = pages.find((one) => one.id === (id || 'overview'))
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const title = page?.title ?? 'Page not found'
  const outages = useOutages(isAllowed(session.key.scopes, ['admin:account'])) ?? []
  const path = [id, ...rest].join('/')
  useEffect(() => {
    document.title = `${title} · Outrigger`
    // Navigation moves the focus to the new page. The browser sets the focus on the first page.
    if (!isFirst.current) main.current?.focus()
    isFirst.current = false
  }, [title])
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Header session={session} lost={outages.map(({ chain }) => chain)} onLeave={onLeave} onEnded={onEnded} />
      <div class="frame">
        <Navigation page={page} path={path} chain={page?.chains === undefined ? undefined : rest[0]} />
        <main id="main" ref={main} tabIndex={-1}>
          <OutageBanner outages={outages} />
          <h1>{title}</h1>
          <Outages.Provider value={outages}>
            {page === undefined ? <NotFound path={path} /> : <Body page={page} session={session} rest={rest} />}
          </Outages.Provider>
          <Footer />
        </main>
      </div>
    </>
  )
}

type HeaderProps = ShellProps & { readonly lost: readonly string[] }

function Header({ session, lost, onLeave, onEnded }: HeaderProps) {
  return (
    <header class="bar">
      <a class="brand" href="#/overview">
        Outrigger
      </a>
      <SearchBox />
      <Connection lost={lost} onEnded={onEnded} />
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
  /** The chain on the present page, which links to other pages keep. */
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
                  href={toLink(
                    one.id,
                    one.chains?.find((name) => name === chain),
                  )}
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

type ConnectionProps = { readonly lost: readonly string[]; readonly onEnded: () => void }

/** Shows whether the node and its providers respond. Screen readers announce each change. */
function Connection({ lost, onEnded }: ConnectionProps) {
  const { data, error } = useReading(readSession, { everyMs: 4000 })
  const isBad = error !== undefined || lost.length > 0
  const text =
    error !== undefined ? 'node does not answer' : lost.length > 0 ? `no provider: ${lost.join(', ')}` : 'connected'
  useEffect(() => {
    if (data?.signed_in === false) onEnded()
  }, [data, onEnded])
  return (
    <span class={`status connection ${isBad ? 'bad' : 'good'}`} role="status" aria-live="polite">
      <span aria-hidden="true">{isBad ? '■' : '●'}</span> {text}
    </span>
  )
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone of all times, and the choice of the theme. */
function Footer() {
  const [theme, setTheme] = useTheme()
  return (
    <footer class="tools">
      <Choice label="Theme" options={themes} value={theme} onChange={setTheme} />
      <span class="quiet">Times are in {zone}.</span>
    </footer>
  )
}
