import { type ChainOption, type ClientOption, computeIntrinsicGas, toClient } from '@outrigger/core/internal'
import { gasPerBlob } from '../blobs/compute/blobBaseFee.ts'
import { getNextBlobBaseFee } from '../blobs/getNextBlobBaseFee.ts'
import { max } from '../compute/bigints.ts'
import type { GasQuote } from '../gasPrice.ts'
import { getGasPrice } from '../getGasPrice.ts'
import { getPricedChain } from '../pricedChain.ts'
import { computeFeeParts } from './compute/feeParts.ts'
import { findGasRefusal, findRefusal } from './compute/refusal.ts'
import { TransactionRefusedError } from './feeErrors.ts'
import { readSurcharge } from './readSurcharge.ts'
import type { FeeRequest, TransactionFee } from './transactionFee.ts'

/** Options of `estimateTransactionFee`. */
export type EstimateFeeOptions = {
  /** @default the client's chain */
  readonly chain?: ChainOption
  /** Gas price, for example from a running oracle. @default read now */
  readonly price?: Pick<GasQuote, 'blockNumber' | 'tiers'>
}

/**
 * Estimates the total fee of a transaction in each of the four tiers: execution, a rollup's L1 data fee and operator fee, and
 * blobs at the next block's blob fee. A rollup's fees come from the chain's own contracts, for the complete transaction
 * including its access list and authorizations.
 *
 * Calls `eth_estimateGas`, and on a rollup GasPriceOracle (OP stack, Mantle, Scroll), NodeInterface (Arbitrum),
 * `linea_estimateGas` or `zks_estimateFee`.
 *
 * @throws {TransactionRefusedError} the transaction would fail, or needs more gas than the chain allows per transaction
 * @throws {FeeSourceMissingError} the chain's own contracts do not respond
 * @throws {ChainNotServedError} the client's chain is unknown or not an EVM chain
 * @throws errors of the client's transport
 * @example
 * const { gasLimit, tiers } = await estimateTransactionFee(client, { from, to, value: 10n ** 18n })
 * const worthIt = profit > tiers.fast.total
 */
export async function estimateTransactionFee(
  client: ClientOption,
  request: FeeRequest,
  options: EstimateFeeOptions = {},
): Promise<TransactionFee> {
  const viemClient = toClient(client)
  const chain = await getPricedChain(viemClient, options.chain)
  throwRefusal(findRefusal(chain, request))
  const { blockNumber, tiers } = options.price ?? (await getGasPrice(viemClient, { chain }))
  const [surcharge, blobBaseFee] = await Promise.all([
    readSurcharge({ client: viemClient, chain, request, tiers }),
    request.blobs ? getNextBlobBaseFee(viemClient, chain) : 0n,
  ])
  const { l1Gas, source } = surcharge
  // Nodes that do not support access lists or authorizations leave them out of their estimate.
  const gasLimit = max(surcharge.gasLimit, computeIntrinsicGas(request) + l1Gas)
  throwRefusal(findGasRefusal(chain, gasLimit, l1Gas))
  const blob = BigInt(request.blobs ?? 0) * gasPerBlob * blobBaseFee
  return {
    chain: chain.name,
    blockNumber,
    gasLimit,
    tiers: computeFeeParts(tiers, { ...surcharge, gasLimit }, blob),
    source,
  }
}

/** @throws {TransactionRefusedError} `reason` is not null */
function throwRefusal(reason: string | null): void {
  if (reason !== null) throw new TransactionRefusedError(reason, undefined)
}
