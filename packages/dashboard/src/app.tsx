import { useEffect, useRef, useState } from 'preact/hooks'
import { Outages, useOutages } from './data/outages.ts'
import { useReading } from './data/reading.ts'
import { useRoute } from './data/route.ts'
import { isAllowed, readSession, type Session, signIn, signOut, takeToken } from './data/session.ts'
import type { Page } from './pages/page.ts'
import { pages } from './pages/registry.ts'
import { SignIn } from './signIn.tsx'
import { OutageBanner } from './ui/outageBanner.tsx'

type SignedIn = Extract<Session, { readonly signed_in: true }>

export function App() {
  const [session, setSession] = useState<Session>()
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    const token = takeToken()
    const begin = token === undefined ? readSession() : signIn(token)
    begin.then(setSession, () => {
      setFailure(
        token === undefined ? 'The node does not answer.' : 'This link was used, or is too old. Sign in with a key.',
      )
      setSession({ signed_in: false })
    })
  }, [])
  if (session === undefined) return <p class="waiting">Waiting for the node …</p>
  if (!session.signed_in) return <SignIn failure={failure} onSignedIn={setSession} />
  const leave = () => void signOut().finally(() => location.reload())
  return <Shell session={session} onLeave={leave} onEnded={() => setSession({ signed_in: false })} />
}

type ShellProps = { readonly session: SignedIn; readonly onLeave: () => void; readonly onEnded: () => void }

function Shell({ session, onLeave, onEnded }: ShellProps) {
  const [id = '', ...rest] = useRoute()
  const page = pages.find((one) => one.id === id) ?? pages[0]
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const title = page?.title ?? ''
  const outages = useOutages(isAllowed(session.key.scopes, ['admin:account'])) ?? []
  useEffect(() => {
    document.title = `${title} · Outrigger`
    // Navigation moves the focus to the new page. The browser sets the focus on the first page.
    if (!isFirst.current) main.current?.focus()
    isFirst.current = false
  }, [title])
  if (page === undefined) return null
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header class="bar">
        <span class="brand">Outrigger</span>
        <nav aria-label="Pages">
          {pages.map((one) => (
            <a key={one.id} href={`#/${one.id}`} aria-current={one === page ? 'page' : undefined}>
              {one.title}
            </a>
          ))}
        </nav>
        <Connection lost={outages.map(({ chain }) => chain)} onEnded={onEnded} />
        <span class="who" title={`Scopes: ${session.key.scopes.join(', ')}`}>
          {session.key.name}
        </span>
        <button type="button" onClick={onLeave}>
          Sign out
        </button>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <OutageBanner outages={outages} />
        <h1>{page.title}</h1>
        <Outages.Provider value={outages}>
          <Body page={page} session={session} rest={rest} />
        </Outages.Provider>
      </main>
    </>
  )
}

function Body({
  page,
  session,
  rest,
}: {
  readonly page: Page
  readonly session: SignedIn
  readonly rest: readonly string[]
}) {
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
    <span class={`status ${isBad ? 'bad' : 'good'}`} role="status" aria-live="polite">
      <span aria-hidden="true">{isBad ? '■' : '●'}</span> {text}
    </span>
  )
}
