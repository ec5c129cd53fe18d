import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { ForbiddenTargetError } from '../alertErrors.ts'

/** As `dns.lookup` with `all`. */
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
 * Connects to allowed addresses only. Looked at is the address that is connected to, so that neither a name that answers
 * differently the second time nor any way to write an address gets past it.
 */
export async function createGuardedAgent({
  isAllowed,
  timeoutMs,
  lookup = systemLookup as Lookup,
}: Options): Promise<Agent> {
  // With the first delivery: it takes longer to load than all of this package, and most processes deliver nothing.
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
    // A literal address is never looked up.
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

/** No answer of a receiver is read further. */
export const maxAnswerBytes = 64 * 1024

/** A host of a URL as an address has it. */
export const unbracket = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')
