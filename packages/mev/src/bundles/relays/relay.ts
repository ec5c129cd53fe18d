import type { ChainName, Clock } from '@outrigger/core'
import { redactText, retry } from '@outrigger/core/internal'
import type { LocalAccount } from 'viem'
import { InvalidRelayError } from '../errors.ts'
import { toSignatureHeader } from '../signature.ts'
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

/**
 * How a request ended: the relay took it or refused it; it was not sent (`unreachable`); or it was, and there is no answer
 * (`uncertain`), so that it must not be sent again.
 */
export type RelayReply = {
  readonly outcome: 'accepted' | 'refused' | 'unreachable' | 'uncertain'
  /** Why, in words; null where it was accepted. */
  readonly message: string | null
  readonly result: unknown
  /** Unix ms. */
  readonly sentAtMs: number
  readonly answeredAtMs: number
}

/** A request to the byte as it goes out. */
export type PreparedRequest = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

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
  {
    chain,
    signer,
    clock,
  }: { readonly chain: ChainName; readonly signer: () => Promise<LocalAccount>; readonly clock: Clock },
): readonly Relay[] {
  const relays = settings.flatMap((setting) => {
    const { profile, url, timeoutMs, headers } = resolveRelay(setting)
    const known = profile.urls[chain]
    if (known === undefined) return []
    return [createRelay({ profile, url: url ?? known ?? '', timeoutMs, headers, signer, clock })]
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
  return { profile, url, timeoutMs, headers }
}

const findProfile = (name: string) => relayProfiles.find((profile) => profile.name === name)
const names = () => relayProfiles.map(({ name }) => name).join(', ')

type Parts = {
  readonly profile: RelayProfile
  readonly url: string
  readonly timeoutMs: number
  readonly headers: Readonly<Record<string, string>>
  readonly signer: () => Promise<LocalAccount>
  readonly clock: Clock
}

/** An answer that the same request may be sent again after. */
class NotTaken extends Error {
  readonly outcome: 'unreachable' | 'refused'
  constructor(outcome: 'unreachable' | 'refused', message: string) {
    super(message)
    this.outcome = outcome
  }
}

let requests = 0

function createRelay({ profile, url, timeoutMs, headers, signer, clock }: Parts): Relay {
  return {
    profile,
    async prepare({ method, params }) {
      requests += 1
      const body = JSON.stringify({ jsonrpc: '2.0', id: requests, method, params })
      const signed =
        profile.signature === 'none' ? {} : { 'x-flashbots-signature': await toSignatureHeader(body, await signer()) }
      return { body, headers: { 'content-type': 'application/json', ...signed, ...headers } }
    },
    async post(prepared) {
      const sentAtMs = clock.now()
      const signal = AbortSignal.timeout(timeoutMs)
      const ended = (outcome: RelayReply['outcome'], message: string | null, result: unknown = null): RelayReply => ({
        ...{ outcome, message: message === null ? null : redactText(message).slice(0, 300), result },
        ...{ sentAtMs, answeredAtMs: clock.now() },
      })
      try {
        const reply = await retry(() => exchange(url, prepared, signal), {
          ...{ tries: 2, minDelayMs: 50, maxTimeMs: timeoutMs, signal },
          shouldRetry: (error) => error instanceof NotTaken,
        })
        return ended(reply.outcome, reply.message, reply.result)
      } catch (error) {
        if (error instanceof NotTaken) return ended(error.outcome, error.message)
        const isLate = signal.aborted
        return ended(
          'uncertain',
          isLate ? `gave no answer within ${timeoutMs} ms` : `broke the connection (${toCode(error)})`,
        )
      }
    },
  }
}

type Exchanged = Pick<RelayReply, 'outcome' | 'message' | 'result'>

/** @throws {NotTaken} */
async function exchange(url: string, { body, headers }: PreparedRequest, signal: AbortSignal): Promise<Exchanged> {
  // A redirect would send the bundle to a host that is not configured.
  const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' }).catch((error) => {
    const code = toCode(error)
    throw neverSent.has(code) ? new NotTaken('unreachable', `cannot be reached (${code})`) : error
  })
  const text = await response.text()
  if (response.status === 429) throw new NotTaken('refused', 'takes no more requests for now (429)')
  const answer = parse(text)
  if (answer?.error) return { outcome: 'refused', message: toMessage(answer.error), result: null }
  if (response.ok && answer !== null) return { outcome: 'accepted', message: null, result: answer.result ?? null }
  const isRefusal = response.status >= 400 && response.status < 500
  return {
    outcome: isRefusal ? 'refused' : 'uncertain',
    message: `answered with status ${response.status}`,
    result: null,
  }
}

const neverSent: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])

function toCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
  return typeof code === 'string' ? code : toCode(cause)
}

type Answer = { readonly result?: unknown; readonly error?: unknown }

function parse(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function toMessage(error: unknown): string {
  const message = (error as { readonly message?: unknown }).message ?? error
  return typeof message === 'string' ? message : JSON.stringify(message)
}
