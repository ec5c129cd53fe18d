import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { ForbiddenTargetError } from '../alertErrors.ts'

/** Signature of `dns.lookup` with `all`. */
export type Lookup = (
  host: string,
  options: { readonly all: true },
  done: (error: Error | null, found: readonly { readonly address: string; readonly family: number }[]) => void,
) => void

type Options = {
  readonly isAllowed: (address: string) => boolean
  readonly timeoutMs: number
  readonly lookup?: Lookup | undefined
}

/**
 * Creates an agent that connects to allowed addresses only. It checks the resolved address of the connection, so neither DNS
 * rebinding nor an unusual spelling of an address bypasses it.
 */
export async function createGuardedAgent({
  isAllowed,
  timeoutMs,
  lookup = systemLookup as Lookup,
}: Options): Promise<Agent> {
  // Loaded with the first delivery, because it loads slower than this whole package, and most processes deliver nothing.
  const { Agent, buildConnector } = await import('undici')
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: ((host: string, options: { readonly all?: boolean }, done: (...result: unknown[]) => void) =>
      lookup(host, { ...options, all: true }, (error, found) => {
        if (error) return done(error)
        const allowed = found.filter(({ address }) => isAllowed(address))
        const [first] = allowed
        if (first === undefined) return done(new ForbiddenTargetError(host))
        return options.all ? done(null, allowed) : done(null, first.address, first.family)
      })) as unknown as LookupFunction,
  })
  return new Agent({
    // Literal addresses are not resolved, so they are checked here.
    connect: (options, done) => {
      const host = unbracket(options.hostname)
      if (isIP(host) !== 0 && !isAllowed(host)) done(new ForbiddenTargetError(host), null)
      else connect(options, done)
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxAnswerBytes,
    keepAliveTimeout: 4000,
  })
}

/** Limit of a receiver's response. */
const maxAnswerBytes = 64 * 1024

/** Removes the brackets of an IPv6 host. */
export const unbracket = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')
