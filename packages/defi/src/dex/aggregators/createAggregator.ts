import { OutriggerError } from '@outrigger/core'
import { nativeToken } from '../router/universalRouter.ts'
import type { AggregatorDefinition, AggregatorRequest, AggregatorSwap } from './aggregator.ts'
import { AggregatorError, InvalidAggregatorError } from './aggregatorErrors.ts'
import { askJson } from './askJson.ts'
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
}

export type Aggregator = {
  readonly name: AggregatorName
  /**
   * A promise and the transaction that is to bring it, neither of them proven.
   *
   * @throws {AggregatorError} it does not answer in time, refuses, or wants more paid than is swapped
   * @throws {AggregatorSchemaError} its answer has another form; `field` says where
   */
  swap(request: AggregatorRequest): Promise<AggregatorSwap>
}

export const aggregatorDefaults = { timeoutMs: 3_000, maxBytes: 1_048_576 } as const

/**
 * A client of a swap aggregator: 1inch, 0x, Velora (ParaSwap), KyberSwap or Odos.
 *
 * @throws {InvalidAggregatorError} a key for a provider that has none
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
  return {
    name,
    async swap(request) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const swap = await definition.swap(
          (path, body) => askJson(path, body, { url, headers, maxBytes, signal }),
          request,
        )
        checkValue(swap, request)
        return swap
      } catch (cause) {
        if (cause instanceof OutriggerError) throw cause
        if (signal.aborted) throw new AggregatorError(`no answer within ${timeoutMs} ms`, { cause })
        throw cause
      }
    },
  }
}

/** Exactly the input is paid in native currency, or nothing. */
function checkValue({ transaction }: AggregatorSwap, { tokenIn, amountIn }: AggregatorRequest): void {
  const due = tokenIn === nativeToken ? amountIn : 0n
  if (transaction.value === due) return
  throw new AggregatorError(`its transaction pays ${transaction.value} wei, and ${due} are to be paid`)
}
