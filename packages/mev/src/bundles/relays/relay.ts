import type { ChainName, Clock } from '@outrigger/core'
import { type Endpoint, redactText, retry, toEndpoints } from '@outrigger/core/internal'
import { InvalidRelayError } from '../errors.ts'
import { toSignatureHeader } from '../signature.ts'
import type { Signer } from '../signer.ts'
import { type Exchanged, exchange, NotTakenError, type PreparedRequest, type RelayReply, toCode } from './exchange.ts'
import { relayProfiles } from './registry.ts'
import type { RelayProfile } from './relayProfile.ts'
import type { RelayRequest } from './requests.ts'

/** Relay in the settings: a name, or a name with options. */
export type RelaySetting =
  | string
  | {
      /** Name of a supported relay, or a custom name with a `url`. */
      readonly name: string
      /** @default the relay's public address */
      readonly url?: string
      /** Supported relay whose API a custom relay uses. @default flashbots */
      readonly dialect?: string
      /** Chain of a custom relay. @default ethereum */
      readonly chain?: ChainName
      /** Response timeout in ms. @default 2000 */
      readonly timeoutMs?: number
      /** Headers added to every request, e.g. `authorization` for bloXroute. */
      readonly headers?: Readonly<Record<string, string>>
    }

export type Relay = {
  readonly profile: RelayProfile
  /** Encodes and signs a request. */
  prepare(request: RelayRequest): Promise<PreparedRequest>
  /** Sends a request. Retries only if the relay certainly did not accept it. Never rejects. */
  post(prepared: PreparedRequest): Promise<RelayReply>
}

/**
 * Creates the configured relays of a chain.
 * @throws {InvalidRelayError}
 */
export function toRelays(
  settings: readonly RelaySetting[],
  { chain, signer, clock }: { readonly chain: ChainName; readonly signer: Signer; readonly clock: Clock },
): readonly Relay[] {
  const relays = settings.flatMap((setting) => {
    const { profile, url, timeoutMs, headers } = resolveRelay(setting)
    const known = profile.urls[chain]
    if (known === undefined) return []
    const endpoint = toEndpoint(profile.name, url ?? known ?? '', headers)
    return [createRelay({ profile, endpoint, timeoutMs, signer, clock })]
  })
  const names = relays.map(({ profile }) => profile.name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new InvalidRelayError(`The relay "${twice}" is configured twice. Remove one entry.`)
  return relays
}

/**
 * Returns the profile, URL, headers and timeout of a relay.
 * @throws {InvalidRelayError} the name is unknown and has no URL, or the URL is invalid
 */
export function resolveRelay(setting: RelaySetting) {
  const given: Exclude<RelaySetting, string> = typeof setting === 'string' ? { name: setting } : setting
  const { name, url, dialect = 'flashbots', chain = 'ethereum', timeoutMs = 2000, headers = {} } = given
  const known = findProfile(name)
  if (url !== undefined && !(URL.canParse(url) && /^https?:/.test(url)))
    throw new InvalidRelayError(`The url of the relay "${name}" is invalid. Expected an http or https URL.`)
  if (url === undefined && (known === undefined || Object.values(known.urls).includes(null)))
    throw new InvalidRelayError(
      known === undefined
        ? `Unknown relay "${name}". Use one of ${names()}, or add a url for a custom relay.`
        : `The relay "${name}" has no public address. Set its url.`,
    )
  const model = known ?? findProfile(dialect)
  if (model === undefined) throw new InvalidRelayError(`Unknown dialect "${dialect}". Use one of ${names()}.`)
  const profile = known ?? { ...model, name, urls: { [chain]: null } }
  toEndpoint(name, url ?? 'http://localhost', headers)
  return { profile, url, timeoutMs, headers }
}

/**
 * Returns the endpoint of a relay and its secrets. Header names are lowercased, so that headers of the settings replace default
 * headers. Credentials in the URL become a header because fetch rejects such URLs.
 * @throws {InvalidRelayError} a header is not valid in HTTP
 */
function toEndpoint(name: string, url: string, headers: Readonly<Record<string, string>>): Endpoint {
  const lower = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]))
  try {
    return toEndpoints([{ url, headers: lower }])[0] as Endpoint
  } catch (error) {
    const message = (error as Error).message.replace(/^Endpoint 1/, `The relay "${name}"`)
    throw new InvalidRelayError(message)
  }
}

const findProfile = (name: string) => relayProfiles.find((profile) => profile.name === name)
const names = () => relayProfiles.map(({ name }) => name).join(', ')

type Parts = {
  readonly profile: RelayProfile
  readonly endpoint: Pick<Endpoint, 'url' | 'headers' | 'secrets'>
  readonly timeoutMs: number
  readonly signer: Signer
  readonly clock: Clock
}

let requests = 0

function createRelay({ profile, endpoint, timeoutMs, signer, clock }: Parts): Relay {
  const { url, headers, secrets } = endpoint

  /** Removes secrets that a relay may have echoed: the signing key and the credentials of the endpoint. */
  async function toShown(message: string | null): Promise<string | null> {
    if (message === null) return null
    const keys = profile.signature === 'none' ? [] : [(await signer()).key]
    return hide(redactText(message), [...secrets, ...keys]).slice(0, maxShown)
  }
  return {
    profile,
    async prepare({ method, params }) {
      requests += 1
      const body = JSON.stringify({ jsonrpc: '2.0', id: requests, method, params })
      const signed =
        profile.signature === 'none'
          ? {}
          : { 'x-flashbots-signature': await toSignatureHeader(body, (await signer()).account) }
      return { body, headers: { 'content-type': 'application/json', ...signed, ...headers } }
    },
    async post(prepared) {
      const sentAtMs = clock.now()
      const signal = AbortSignal.timeout(timeoutMs)
      const { outcome, message, result } = await retry(() => exchange(url, prepared, signal), {
        tries: 2,
        minDelayMs: 50,
        maxTimeMs: timeoutMs,
        signal,
        shouldRetry: (error) => error instanceof NotTakenError,
      }).catch((error: unknown): Exchanged => {
        if (error instanceof NotTakenError) return { outcome: error.outcome, message: error.message, result: null }
        const message = signal.aborted
          ? `did not respond within ${timeoutMs} ms`
          : `closed the connection (${toCode(error)})`
        return { outcome: 'uncertain', message, result: null }
      })
      const answeredAtMs = clock.now()
      return { outcome, message: await toShown(message), result, sentAtMs, answeredAtMs }
    },
  }
}

/** Maximum length of a relay's message in a record. */
const maxShown = 300

/** Redacts secrets, ignoring case. */
function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replace(new RegExp(secret.replace(/[^\w]/g, '\\$&'), 'gi'), '…'), text)
}
