import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '@outrigger/core'
import type { ApiKey, Keyring } from '../../access/keyring.ts'
import type { CallerRequest, ClientIp } from '../caller/clientIp.ts'
import { isSameOrigin } from '../caller/keyless.ts'

/** Sessions of browsers. Each session represents one key, has the key's current permissions, and ends with the key. */
export type Sessions = {
  /** Finds the key of the session, if a page of this node sent the request. */
  find(request: CallerRequest): Promise<ApiKey | undefined>
  /** Starts a session with a key's secret or a sign-in token. Returns undefined if the credential is invalid. */
  start(
    credential: string,
    request: CallerRequest,
  ): Promise<{ readonly key: ApiKey; readonly cookie: string } | undefined>
  /** Ends the session of a request. Returns the cookie that replaces its cookie. */
  end(request: CallerRequest): string
  /** Creates a token that starts one session of a key, once, within an hour. */
  issueToken(keyId: string): string
}

type Parts = { readonly keyring: Keyring; readonly clientIp: ClientIp; readonly clock: Clock }

const tokenLifetimeMs = 3_600_000
/** With more sessions, the oldest of the same key ends. A key never ends another key's sessions. */
const maxSessionsPerKey = 32

/**
 * Keeps sessions in memory, so they end with the process. A cookie counts only if a page of this node sends the request, so that
 * no other site can use it.
 */
export function createSessions({ keyring, clientIp, clock }: Parts): Sessions {
  // By hash, so that look-up time reveals nothing about a guess.
  const keyIds = new Map<string, string>()
  const tokens = new Map<string, { readonly keyId: string; readonly untilMs: number }>()

  async function verify(credential: string, ip: string): Promise<ApiKey | undefined> {
    const name = toName(credential)
    const token = tokens.get(name)
    if (token === undefined) return keyring.verify(credential, ip)
    tokens.delete(name)
    return token.untilMs > clock.now() ? keyring.find(token.keyId, ip) : undefined
  }

  function open(request: CallerRequest, keyId: string): string {
    const id = randomBytes(32).toString('base64url')
    const own = [...keyIds].filter(([, other]) => other === keyId)
    for (const [oldest] of own.slice(0, Math.max(0, own.length + 1 - maxSessionsPerKey))) keyIds.delete(oldest)
    keyIds.set(toName(id), keyId)
    return toCookie(request, id)
  }

  return {
    async find(request) {
      const id = readCookie(request)
      if (id === undefined || !isOwnPage(request)) return undefined
      const name = toName(id)
      const keyId = keyIds.get(name)
      if (keyId === undefined) return undefined
      return keyring.find(keyId, clientIp(request))
    },
    async start(credential, request) {
      const key = await verify(credential, clientIp(request))
      return key && { key, cookie: open(request, key.id) }
    },
    end(request) {
      const id = readCookie(request)
      if (id !== undefined) keyIds.delete(toName(id))
      return `${toCookie(request, '')}; Max-Age=0`
    },
    issueToken(keyId) {
      const token = randomBytes(32).toString('base64url')
      tokens.set(toName(token), { keyId, untilMs: clock.now() + tokenLifetimeMs })
      return token
    },
  }
}

/** Used by a node without a dashboard. */
export const noSessions: Pick<Sessions, 'find'> = { find: async () => undefined }

const toName = (secret: string) => hash('sha256', secret)

/**
 * Whether a page of this node sends the request. Browsers report it in `Sec-Fetch-Site`, `Origin` or, over plain HTTP, `Referer`.
 */
export function isOwnPage({ headers }: CallerRequest): boolean {
  const { origin, host, referer } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  if (origin !== undefined) return isSameOrigin(origin, host)
  if (site === 'same-origin') return true
  return referer !== undefined && URL.canParse(referer) && isSameOrigin(new URL(referer).origin, host)
}

// Cookies apply to a host, regardless of the port, so two nodes on one machine need different names.
const toCookieName = ({ socket }: CallerRequest) => `outrigger-${(socket as { localPort?: number }).localPort ?? 0}`

function toCookie(request: CallerRequest, value: string): string {
  const secure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : ''
  return `${toCookieName(request)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`
}

function readCookie(request: CallerRequest): string | undefined {
  const { cookie } = request.headers
  if (cookie === undefined) return undefined
  const prefix = `${toCookieName(request)}=`
  const found = cookie.split(/; */).find((one) => one.startsWith(prefix))
  return found?.slice(prefix.length)
}
