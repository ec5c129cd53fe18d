import type { ChainName, Clock } from '@outrigger/core'
import { type Endpoint, redactText, retry, toEndpoints } from '@outrigger/core/internal'
import { InvalidRelayError } from '../errors.ts'
import { toSignatureHeader } from '../signature.ts'
import type { Signer } from '../signer.ts'
import { type Exchanged, exchange, NotTakenError, type PreparedRequest, type RelayReply, toCode } from './exchange.ts'
import { relayProfiles } from './registry.ts'
import type { RelayProfile } from './relayProfile.ts'
import type { RelayRequest } from './requests.ts'

/** A relay as settings name it: a name alone, or more of it. */
export type RelaySetting =
  | string
  | {
      /** One that is known, or a name of your own with a `url`. */
      readonly name: string
      /** @default its public address */
      readonly url?: string
      /** Whose dialect one with a name of its own speaks. @default flashbots */
      readonly dialect?: string
      /** Chain of one with a name of its own. @default ethereum */
      readonly chain?: ChainName
      /** Longest wait for its answer. @default 2000 */
      readonly timeoutMs?: number
      /** Added to every request, e.g. `authorization` of bloXroute. */
      readonly headers?: Readonly<Record<string, string>>
    }

export type Relay = {
  readonly profile: RelayProfile
  /** Encodes and signs. */
  prepare(request: RelayRequest): Promise<PreparedRequest>
  /** Sends; tries again only where the relay has certainly not taken it. Never rejects. */
  post(prepared: PreparedRequest): Promise<RelayReply>
}

/**
 * The relays that settings name for a chain.
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
  if (twice !== undefined) throw new InvalidRelayError(`The relay "${twice}" is named twice.`)
  return relays
}

/** @throws {InvalidRelayError} the name is unknown and has no address, or its address is no URL */
export function resolveRelay(setting: RelaySetting) {
  const given: Exclude<RelaySetting, string> = typeof setting === 'string' ? { name: setting } : setting
  const { name, url, dialect = 'flashbots', chain = 'ethereum', timeoutMs = 2000, headers = {} } = given
  const known = findProfile(name)
  if (url !== undefined && !(URL.canParse(url) && /^https?:/.test(url)))
    throw new InvalidRelayError(`The url of the relay "${name}" must be an address that begins with http or https.`)
  if (url === undefined && (known === undefined || Object.values(known.urls).includes(null)))
    throw new InvalidRelayError(
      known === undefined
        ? `There is no relay "${name}". Known are ${names()}; one of your own needs a url.`
        : `The relay "${name}" has no public address: give its url.`,
    )
  const model = known ?? findProfile(dialect)
  if (model === undefined) throw new InvalidRelayError(`There is no dialect "${dialect}". Known are ${names()}.`)
  const profile = known ?? { ...model, name, urls: { [chain]: null } }
  toEndpoint(name, url ?? 'http://localhost', headers)
  return { profile, url, timeoutMs, headers }
}

/**
 * Where requests go, and what must not be shown of it. Names of headers are in lower case, so that those of the settings take
 * the place of others; user and password of the address become a header, for fetch refuses such an address.
 * @throws {InvalidRelayError} HTTP cannot carry a header
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

  /** What a relay says, without what it may have echoed: the key that signs, and what it knows its caller by. */
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
          ? `gave no answer within ${timeoutMs} ms`
          : `broke the connection (${toCode(error)})`
        return { outcome: 'uncertain', message, result: null }
      })
      const answeredAtMs = clock.now()
      return { outcome, message: await toShown(message), result, sentAtMs, answeredAtMs }
    },
  }
}

/** Characters of a relay's words that are kept. */
const maxShown = 300

/** Replaces secrets, in whatever case they are written. */
function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replace(new RegExp(secret.replace(/[^\w]/g, '\\$&'), 'gi'), '…'), text)
}
