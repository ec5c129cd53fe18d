import { useEffect, useState } from 'preact/hooks'
import { readSession, type Session, signIn, signOut, takeToken } from './data/session.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './signIn.tsx'

export function App() {
  const [session, setSession] = useState<Session>()
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    const begin = async (token: string | undefined) => {
      try {
        setSession(await (token === undefined ? readSession() : signIn(token)))
      } catch {
        setFailure(
          token === undefined ? 'The node does not answer.' : 'This link was used, or is too old. Sign in with a key.',
        )
        setSession({ signed_in: false })
      }
    }
    void begin(takeToken())
    // A sign-in link that is pasted into an open tab changes only the part after `#`.
    const change = () => {
      const token = takeToken()
      if (token !== undefined) void begin(token)
    }
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  if (session === undefined) return <p class="waiting">Waiting for the node …</p>
  if (!session.signed_in) return <SignIn key={failure} failure={failure} onSignedIn={setSession} />
  const leave = () => void signOut().finally(() => location.reload())
  const end = (reason: string) => {
    setFailure(reason)
    setSession({ signed_in: false })
  }
  return <Shell session={session} onLeave={leave} onEnded={end} />
}
