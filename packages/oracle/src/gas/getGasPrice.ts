import { type ChainProfile, type Clock, chains, observeReads } from '@outrigger/core'
import { getClientChain, poolOf, systemClock } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { computeGasQuote } from './compute/gasQuote.ts'
import { ChainNotServedError } from './gasErrors.ts'
import type { GasPrice } from './gasPrice.ts'
import { toGasPrice } from './gasPrice.ts'
import { createGasReader } from './sources/gasReader.ts'

export const gasTtlMs = 3_000

/** Options of `getGasPrice`. All have defaults. */
export type GetGasPriceOptions = {
  /** @default the profile of the client's chain */
  readonly chain?: ChainProfile
  /** Also weigh the node's pending block; a large answer on a busy chain. @default false */
  readonly pendingPool?: boolean
  readonly clock?: Clock
}

/**
 * Gas for the next block, read now: four tiers in wei, the exact next base fee and the congestion. Works with any viem
 * client; with one on a fail-over pool it survives its primary.
 *
 * `eth_getBlockByNumber`, `eth_feeHistory`; see `computeTips` and `computeChainNextBaseFee` for the formulas.
 *
 * @throws {ChainNotServedError} the client's chain is unknown or has no EVM gas market; and whatever its transport throws
 * @example
 * const client = createPublicClient({ chain: mainnet, transport: http() })
 * const { maxFeePerGas, maxPriorityFeePerGas } = (await getGasPrice(client)).tiers.fast
 * await wallet.sendTransaction({ to, value, maxFeePerGas, maxPriorityFeePerGas })
 */
export async function getGasPrice(client: PublicClient, options: GetGasPriceOptions = {}): Promise<GasPrice> {
  const { pendingPool = false, clock = systemClock } = options
  const chain = options.chain ?? (await getClientChain(client))
  if (chain === undefined) throw new ChainNotServedError('of this client', Object.keys(chains))
  if (chain.feeModel.kind === 'native') throw new ChainNotServedError(chain.name, [])
  const timestampMs = clock.now()
  const { value, provenance } = await observeReads(client, createGasReader(chain, { pendingPool, clock }))
  return toGasPrice(computeGasQuote(chain, value), poolOf(client)?.report().status ?? 'healthy', {
    source: provenance.role,
    stale: false,
    ttlMs: gasTtlMs,
    timestampMs,
  })
}
