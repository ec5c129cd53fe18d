import { permit2Address } from '@outrigger/calldata/internal'
import { type ChainName, chains, OutriggerError } from '@outrigger/core'
import type { Address, PublicClient } from 'viem'
import { toLower } from '../pool.ts'
import type { AggregatorDefinition, AggregatorRequest, AggregatorSwap } from './aggregator.ts'
import { AggregatorError, InvalidAggregatorError } from './aggregatorErrors.ts'
import { checkSwap, isKnownToken } from './checkSwap.ts'
import { fetchJson } from './fetchJson.ts'
import { type AggregatorName, aggregators } from './registry.ts'

/** Settings of a client of an aggregator. Only `name` is required. */
export type AggregatorOptions = {
  readonly name: AggregatorName
  /** Base URL. @default the provider's own service */
  readonly url?: string
  /** API key, sent in the provider's format. Never part of errors or answers. */
  readonly apiKey?: string
  /** Time limit of a swap in milliseconds, for all its requests together. @default 3000 */
  readonly timeoutMs?: number
  /** Limit for an answer in bytes, after decompression. @default 1048576 */
  readonly maxBytes?: number
  /** Contracts that its transactions may call or have approved, besides the provider's known ones. */
  readonly contracts?: { readonly [chain in ChainName]?: readonly Address[] }
}

export type Aggregator = {
  readonly name: AggregatorName
  /**
   * Returns a promised output and a transaction for it. The transaction only calls and approves known contracts, and
   * its calldata matches the request. Nothing is checked on-chain: `getBestQuote` does that, and simulates the
   * transaction.
   *
   * @throws {AggregatorError} if the response is late, a rejection, or promises nothing
   * @throws {UnsafeSwapError} if the transaction is not the requested swap
   * @throws {AggregatorSchemaError} if the answer differs from its documented form; `field` names the place
   */
  swap(request: AggregatorRequest): Promise<AggregatorSwap>
  /** Reads the operators that the provider's on-chain registry lists now. */
  getOperators(client: PublicClient): Promise<readonly Address[]>
}

export const aggregatorDefaults = { timeoutMs: 3_000, maxBytes: 1_048_576 } as const

/**
 * Creates a client of a swap aggregator: 1inch, 0x, Velora (ParaSwap), KyberSwap or Odos.
 *
 * @throws {InvalidAggregatorError} for a key if the provider has none, for an unknown chain, and for a token or Permit2
 * among `contracts`
 * @example
 * const aggregator = createAggregator({ name: '1inch', apiKey: process.env.ONEINCH_KEY })
 */
export function createAggregator(options: AggregatorOptions): Aggregator {
  const { name } = options
  const definition: AggregatorDefinition = aggregators[name]
  const { url = definition.url, apiKey, timeoutMs = aggregatorDefaults.timeoutMs } = options
  const { maxBytes = aggregatorDefaults.maxBytes } = options
  if (apiKey !== undefined && definition.toKeyHeaders === null)
    throw new InvalidAggregatorError(`${name} takes no API key. Leave it out.`)
  const headers = { ...definition.headers, ...(apiKey !== undefined && definition.toKeyHeaders?.(apiKey)) }
  const trusted = checkTrusted(options.contracts ?? {})
  return {
    name,
    async swap(request) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await definition.swap(
          (path, body) => fetchJson(path, body, { url, headers, maxBytes, signal }),
          request,
        )
        const known = [...(definition.contracts[request.chain] ?? []), ...(trusted[request.chain] ?? [])]
        const contracts = new Set(known.map(toLower))
        const terms = checkSwap(answer, request, { contracts, definition })
        const operators = terms?.operators?.filter((one) => !contracts.has(one)) ?? []
        return { ...answer, minAmountOut: terms?.minAmountOut ?? null, operators }
      } catch (cause) {
        if (cause instanceof OutriggerError) throw cause
        if (signal.aborted) throw new AggregatorError(`no answer within ${timeoutMs} ms`, { cause })
        throw cause
      }
    },
    getOperators: async (client) => (await definition.getOperators?.(client))?.map(toLower) ?? [],
  }
}

type Contracts = NonNullable<AggregatorOptions['contracts']>

/** Rejects tokens and Permit2, because a call of these can move everything the sender has. */
function checkTrusted(contracts: Contracts): Contracts {
  for (const [chain, addresses] of Object.entries(contracts) as readonly [ChainName, readonly Address[]][]) {
    if (!Object.hasOwn(chains, chain)) throw new InvalidAggregatorError(`contracts names an unknown chain, ${chain}.`)
    for (const address of addresses.map(toLower)) {
      if (address !== permit2Address && !isKnownToken(chain, address)) continue
      throw new InvalidAggregatorError(
        `${address} on ${chain} is ${address === permit2Address ? 'Permit2' : 'a token'}. Leave it out of contracts.`,
      )
    }
  }
  return contracts
}
