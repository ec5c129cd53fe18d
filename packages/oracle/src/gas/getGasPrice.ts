import { type ChainProfile, type Clock, chains, observeReads } from '@outrigger/core'
import { getClientChain, poolOf, systemClock } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { computeGasQuote } from './compute/gasQuote.ts'
import { ChainNotServedError } from './gasErrors.ts'
import type { GasPrice } from './gasPrice.ts'
import { toGasPrice } from './gasPrice.ts'
import type { GasSample } from './gasSample.ts'
import { checkInclusionTarget, type InclusionTarget } from './model/inclusion.ts'
import { createChainModel, observeSample } from './model/observeSample.ts'
import type { TierModelState } from './model/tierModel.ts'
import { createGasReader } from './sources/gasReader.ts'

export const gasTtlMs = 3_000

/** Options of `getGasPrice`. All have defaults. */
export type GetGasPriceOptions = {
  /** @default the profile of the client's chain */
  readonly chain?: ChainProfile
  /** Also weigh the node's pending block; a large answer on a busy chain. @default false */
  readonly pendingPool?: boolean
  /**
   * Also quote inclusion within this many milliseconds, as `inclusion.asked`; up to a day. Costs a history of 1024 blocks.
   * @default 30_000 where `confidence` is given
   */
  readonly within?: number
  /** Probability of that inclusion, 0.5 to 0.999. @default 0.95 where `within` is given */
  readonly confidence?: number
  readonly clock?: Clock
}

/**
 * Gas for the next block, read now: four tiers in wei, the exact next base fee and the congestion. Works with any viem
 * client; with one on a fail-over pool it survives its primary.
 *
 * `eth_getBlockByNumber`, `eth_feeHistory`; see `computeTips` and `computeChainNextBaseFee` for the formulas.
 *
 * @throws {ChainNotServedError} the client's chain is unknown or has no EVM gas market; and whatever its transport throws
 * @throws {GasModelError} a window or confidence out of range
 * @example
 * const client = createPublicClient({ chain: mainnet, transport: http() })
 * const { maxFeePerGas, maxPriorityFeePerGas } = (await getGasPrice(client)).tiers.fast
 * await wallet.sendTransaction({ to, value, maxFeePerGas, maxPriorityFeePerGas })
 * const { inclusion } = await getGasPrice(client, { within: 90_000, confidence: 0.9 })
 * inclusion.asked?.calibration // { samples: 1017, coverage: 0.903, … }
 */
export async function getGasPrice(client: PublicClient, options: GetGasPriceOptions = {}): Promise<GasPrice> {
  const { pendingPool = false, clock = systemClock } = options
  const chain = options.chain ?? (await getClientChain(client))
  if (chain === undefined) throw new ChainNotServedError('of this client', Object.keys(chains))
  if (chain.feeModel.kind === 'native') throw new ChainNotServedError(chain.name, [])
  const timestampMs = clock.now()
  const target = toTarget(options)
  const reader = createGasReader(chain, { pendingPool, clock, ...(target && { longHistoryAt: 1 }) })
  const { value, provenance } = await observeReads(client, reader)
  const quote = computeGasQuote(chain, value, target && { target, model: learnFrom(chain, value) })
  return toGasPrice(quote, poolOf(client)?.report().status ?? 'healthy', {
    source: provenance.role,
    stale: false,
    ttlMs: gasTtlMs,
    timestampMs,
  })
}

function toTarget({ within, confidence }: GetGasPriceOptions): InclusionTarget | undefined {
  if (within === undefined && confidence === undefined) return undefined
  const target = { withinMs: within ?? 30_000, confidence: confidence ?? 0.95 }
  checkInclusionTarget(target)
  return target
}

function learnFrom(chain: ChainProfile, sample: GasSample): TierModelState {
  return observeSample(chain, createChainModel(chain), sample)
}
