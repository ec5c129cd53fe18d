import { type Clock, observeReads } from '@outrigger/core'
import { type ChainOption, type ClientOption, poolOf, systemClock, toClient } from '@outrigger/core/internal'
import { computeGasQuote } from './compute/gasQuote.ts'
import { type GasPrice, toGasPrice } from './gasPrice.ts'
import { checkInclusionTarget } from './model/inclusion.ts'
import { createChainModel, observeSample } from './model/observeSample.ts'
import { getPricedChain } from './pricedChain.ts'
import { createGasReader } from './sources/gasReader.ts'
import type { InclusionTarget } from './tierTargets.ts'

export const gasTtlMs = 3_000

/** Options of `getGasPrice`. All have defaults. */
export type GetGasPriceOptions = {
  /** @default the client's chain */
  readonly chain?: ChainOption
  /** Whether to read the node's pending block as well. It is a large response on a busy chain. @default false */
  readonly pendingPool?: boolean
  /**
   * Also quote inclusion within this many milliseconds, up to a day, as `inclusion.asked`. Reads a history of 1024 blocks.
   * @default 30_000 if `confidence` is set
   */
  readonly within?: number
  /** Requested probability of inclusion, 0.5 to 0.999. @default 0.95 if `within` is set */
  readonly confidence?: number
  readonly clock?: Clock
}

/**
 * Reads the current price of gas for the next block: four tiers in wei, the exact next base fee and the congestion.
 * Works with any viem client. A client on a failover pool also works while its primary is down.
 *
 * Calls `eth_getBlockByNumber` and `eth_feeHistory`. See `computeTips` and `computeChainNextBaseFee` for the formulas.
 *
 * @throws {ChainNotServedError} the client's chain is unknown or has no EVM gas market
 * @throws {GasModelError} the window or confidence is out of range
 * @throws errors of the client's transport
 * @example
 * const client = createPublicClient({ chain: mainnet, transport: http() })
 * const { maxFeePerGas, maxPriorityFeePerGas } = (await getGasPrice(client)).inclusion.fast
 * await wallet.sendTransaction({ to, value, maxFeePerGas, maxPriorityFeePerGas })
 * const { inclusion } = await getGasPrice(client, { within: 90_000, confidence: 0.9 })
 * inclusion.asked?.calibration // { samples: 1017, coverage: 0.903, … }
 */
export async function getGasPrice(client: ClientOption, options: GetGasPriceOptions = {}): Promise<GasPrice> {
  const viemClient = toClient(client)
  const { pendingPool = false, clock = systemClock } = options
  const chain = await getPricedChain(viemClient, options.chain)
  const timestampMs = clock.now()
  const target = toTarget(options)
  const reader = createGasReader(chain, { pendingPool, clock, longHistoryAt: target && 1 })
  const { value, provenance } = await observeReads(viemClient, reader)
  const inclusion = target && { target, model: observeSample(chain, createChainModel(chain), value) }
  const quote = computeGasQuote(chain, value, inclusion)
  return toGasPrice(quote, poolOf(viemClient)?.report().status ?? 'healthy', {
    source: provenance.role,
    stale: false,
    ttlMs: gasTtlMs,
    timestampMs,
  })
}

/** @throws {GasModelError} the window or confidence is out of range */
export function toTarget({
  within,
  confidence,
}: Pick<GetGasPriceOptions, 'within' | 'confidence'>): InclusionTarget | undefined {
  if (within === undefined && confidence === undefined) return undefined
  const target = { withinMs: within ?? 30_000, confidence: confidence ?? 0.95 }
  checkInclusionTarget(target)
  return target
}
