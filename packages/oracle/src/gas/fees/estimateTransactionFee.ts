import { type ChainProfile, chains } from '@outrigger/core'
import { computeIntrinsicGas, getClientChain } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { gasPerBlob } from '../blobs/compute/blobBaseFee.ts'
import { getNextBlobBaseFee } from '../blobs/getNextBlobBaseFee.ts'
import { ChainNotServedError } from '../gasErrors.ts'
import type { GasQuote } from '../gasPrice.ts'
import { getGasPrice } from '../getGasPrice.ts'
import { computeFeeParts, max } from './compute/feeParts.ts'
import { findGasRefusal, findRefusal } from './compute/refusal.ts'
import { TransactionRefusedError } from './feeErrors.ts'
import { readSurcharge } from './readSurcharge.ts'
import type { FeeRequest, TransactionFee } from './transactionFee.ts'

/** Options of `estimateTransactionFee`. */
export type EstimateFeeOptions = {
  /** @default the profile of the client's chain */
  readonly chain?: ChainProfile
  /** The price of gas, as of an oracle that is kept. @default read now */
  readonly price?: Pick<GasQuote, 'blockNumber' | 'tiers'>
}

/**
 * All that a transaction pays in each of the four tiers: execution, the L1 data fee and the operator's fee of a rollup, and
 * blobs at the next block's blob fee. What a rollup charges is asked of the chain's own contracts, for the transaction as it
 * would be sent, with its access list and authorizations.
 *
 * `eth_estimateGas`, and on a rollup GasPriceOracle (OP stack, Mantle, Scroll), NodeInterface (Arbitrum),
 * `linea_estimateGas`, `zks_estimateFee`.
 *
 * @throws {TransactionRefusedError} it would fail, or ask for more gas than the chain allows one transaction
 * @throws {FeeSourceMissingError} the chain's own contracts do not answer
 * @throws {ChainNotServedError} the client's chain is unknown or no EVM chain; and whatever its transport throws
 * @example
 * const { gasLimit, tiers } = await estimateTransactionFee(client, { from, to, value: 10n ** 18n })
 * const worthIt = profit > tiers.fast.total
 */
export async function estimateTransactionFee(
  client: PublicClient,
  request: FeeRequest,
  options: EstimateFeeOptions = {},
): Promise<TransactionFee> {
  const chain = options.chain ?? (await getClientChain(client))
  if (chain === undefined) throw new ChainNotServedError('of this client', Object.keys(chains))
  if (chain.feeModel.kind === 'native') throw new ChainNotServedError(chain.name, [])
  orRefuse(findRefusal(chain, request))
  const { blockNumber, tiers } = options.price ?? (await getGasPrice(client, { chain }))
  const [surcharge, blobBaseFee] = await Promise.all([
    readSurcharge({ client, chain, request, tiers }),
    request.blobs ? getNextBlobBaseFee(client, chain) : 0n,
  ])
  const { l1Gas, source } = surcharge
  // Nodes that do not know a list leave it out of their estimate.
  const gasLimit = max(surcharge.gasLimit, computeIntrinsicGas(request) + l1Gas)
  orRefuse(findGasRefusal(chain, gasLimit, l1Gas))
  const blob = BigInt(request.blobs ?? 0) * gasPerBlob * blobBaseFee
  return {
    chain: chain.name,
    blockNumber,
    gasLimit,
    tiers: computeFeeParts(tiers, { ...surcharge, gasLimit }, blob),
    source,
  }
}

/** @throws {TransactionRefusedError} there is a reason */
function orRefuse(reason: string | null): void {
  if (reason !== null) throw new TransactionRefusedError(reason, undefined)
}
