/** The key that is signed in, as the node reports it. */
export type Session =
  | { readonly signed_in: false }
  | {
      readonly signed_in: true
      readonly key: {
        readonly id: string
        readonly name: string
        readonly scopes: readonly string[]
        readonly tier: string
      }
    }

const path = '/dashboard/session'

/** The node responded to the sign-in with an error. */
export class SignInError extends Error {}

export async function readSession(): Promise<Session> {
  const response = await fetch(path)
  return response.json()
}

/** Starts a session with an API key or with a one-time token from `outrigger up`. @throws {SignInError} */
export async function signIn(credential: string): Promise<Session> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credential }),
  })
  if (response.ok) return response.json()
  throw new SignInError(
    response.status === 401
      ? 'The node does not know this key, or it is revoked or expired.'
      : `The node answers ${response.status}.`,
  )
}

export async function signOut(): Promise<void> {
  await fetch(path, { method: 'DELETE' })
}

/** Returns the one-time token in the page's URL and removes it from the URL. */
export function takeToken(): string | undefined {
  const [, token] = /^#sign-in=([\w-]+)$/.exec(location.hash) ?? []
  if (token !== undefined) history.replaceState(null, '', location.pathname)
  return token
}

/** Whether a key with the scopes `held` has one of the scopes `needed`. The node checks the same rule on every request. */
export function isAllowed(held: readonly string[], needed: readonly string[]): boolean {
  return needed.length === 0 || held.includes('admin:account') || needed.some((scope) => held.includes(scope))
}
