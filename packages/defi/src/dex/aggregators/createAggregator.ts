import { type ChainName, chains, OutriggerError } from '@outrigger/core'
import type { Address, PublicClient } from 'viem'
import { toLower } from '../pool.ts'
import { permit2Address } from '../router/universalRouter.ts'
import type { AggregatorDefinition, AggregatorRequest, AggregatorSwap } from './aggregator.ts'
import { AggregatorError, InvalidAggregatorError } from './aggregatorErrors.ts'
import { askJson } from './askJson.ts'
import { checkSwap, isKnownToken } from './checkSwap.ts'
import { type AggregatorName, aggregators } from './registry.ts'

export type AggregatorOptions = {
  /** Base address. @default the provider's own service */
  readonly url?: string
  /** Sent as the provider wants it; in no error and no answer. */
  readonly apiKey?: string
  /** Longest wait for everything that a swap takes, of one request or two. @default 3000 */
  readonly timeoutMs?: number
  /** Longest answer that is read, unpacked. @default 1048576 */
  readonly maxBytes?: number
  /** Contracts that its transactions may call and have approved, besides the provider's known ones. */
  readonly contracts?: { readonly [chain in ChainName]?: readonly Address[] }
}

export type Aggregator = {
  readonly name: AggregatorName
  /**
   * Returns a promise and the transaction that should keep it. It calls and approves known contracts only, and what its
   * calldata says fits the request. Nothing is checked on the chain: `getBestQuote` does that, and simulates it.
   *
   * @throws {AggregatorError} it does not answer in time, refuses or promises nothing
   * @throws {UnsafeSwapError} its transaction is not the swap that was asked for
   * @throws {AggregatorSchemaError} its answer has another form; `field` says where
   */
  swap(request: AggregatorRequest): Promise<AggregatorSwap>
  /** The operators that the provider's registry on the chain names at present. */
  getOperators(client: PublicClient): Promise<readonly Address[]>
}

export const aggregatorDefaults = { timeoutMs: 3_000, maxBytes: 1_048_576 } as const

/**
 * A client of a swap aggregator: 1inch, 0x, Velora (ParaSwap), KyberSwap or Odos.
 *
 * @throws {InvalidAggregatorError} a key for a provider that has none, an unknown chain, or trust in a token or in Permit2
 * @example
 * const aggregator = createAggregator('1inch', { apiKey: process.env.ONEINCH_KEY })
 */
export function createAggregator(name: AggregatorName, options: AggregatorOptions = {}): Aggregator {
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
          (path, body) => askJson(path, body, { url, headers, maxBytes, signal }),
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

/** A call of a token or of Permit2 can move everything that the sender has. */
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
