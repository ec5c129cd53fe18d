import { useState } from 'preact/hooks'
import { type Session, signIn } from './data/session.ts'

type Props = { readonly failure: string | undefined; readonly onSignedIn: (session: Session) => void }

export function SignIn({ failure, onSignedIn }: Props) {
  const [key, setKey] = useState('')
  const [said, setSaid] = useState(failure)
  const [busy, setBusy] = useState(false)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      onSignedIn(await signIn(key.trim()))
    } catch (error) {
      setSaid((error as Error).message)
    }
    setBusy(false)
  }
  return (
    <main class="sign-in" id="main" tabIndex={-1}>
      <h1>Outrigger</h1>
      <form onSubmit={(event) => void submit(event)}>
        <label class="field">
          <span>API key</span>
          <input
            type="password"
            autocomplete="current-password"
            required
            value={key}
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={busy}>
          Sign in
        </button>
      </form>
      <p class="failure" role="alert">
        {said}
      </p>
      <p class="note">
        <code>outrigger up</code> prints a link that signs you in once, <code>outrigger keys create</code> makes a key.
        The session has the scopes of the key and ends with it.
      </p>
    </main>
  )
}
