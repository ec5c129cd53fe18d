import { type ChainProfile, chains } from '@outrigger/core'
import { getClientChain } from '@outrigger/core/internal'
import { type Hex, type PublicClient, BaseError as ViemError } from 'viem'
import { ChainNotServedError } from '../gasErrors.ts'
import type { GasQuote } from '../gasPrice.ts'
import { getGasPrice } from '../getGasPrice.ts'
import { computeFeeParts } from './compute/feeParts.ts'
import { TransactionRefusedError } from './feeErrors.ts'
import { readSurcharge } from './readSurcharge.ts'
import { isRevert } from './sources/gasOracleContracts.ts'
import type { FeeRequest, TransactionFee } from './transactionFee.ts'

const gasPerBlob = 131_072n

/** Options of `estimateTransactionFee`. */
export type EstimateFeeOptions = {
  /** @default the profile of the client's chain */
  readonly chain?: ChainProfile
  /** The price of gas, as of an oracle that is kept. @default read now */
  readonly price?: Pick<GasQuote, 'blockNumber' | 'tiers'>
}

/**
 * All that a transaction pays in each of the four tiers: execution, the L1 data fee and the operator's fee of a rollup, and
 * blobs. What a rollup charges is asked of the chain's own contracts, for the transaction as it would be sent.
 *
 * `eth_estimateGas`, and on a rollup GasPriceOracle (OP stack, Mantle, Scroll), NodeInterface (Arbitrum),
 * `linea_estimateGas`, `zks_estimateFee`.
 *
 * @throws {TransactionRefusedError} it would fail
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
  const { blockNumber, tiers } = options.price ?? (await getGasPrice(client, { chain }))
  const estimateGas = async () => request.gas ?? (await estimateExecution(client, request))
  const [surcharge, blobBaseFee] = await Promise.all([
    readSurcharge({ client, chain, request, tiers, estimateGas }),
    request.blobs ? getBlobBaseFee(client) : 0n,
  ])
  const blob = BigInt(request.blobs ?? 0) * gasPerBlob * blobBaseFee
  return {
    chain: chain.name,
    blockNumber,
    gasLimit: surcharge.gasLimit,
    tiers: computeFeeParts(tiers, surcharge, blob),
    source: surcharge.source,
  }
}

async function estimateExecution(client: PublicClient, { from, to, value, data }: FeeRequest): Promise<bigint> {
  try {
    return await client.estimateGas({
      ...(from && { account: from }),
      ...(to && { to }),
      ...(value !== undefined && { value }),
      ...(data && { data }),
    })
  } catch (error) {
    const reason = toRefusal(error)
    if (reason === null) throw error
    throw new TransactionRefusedError(reason, error)
  }
}

/** The node's own words where it answered that the transaction fails; null where it did not answer. */
function toRefusal(error: unknown): string | null {
  if (!(error instanceof ViemError)) return null
  const answer = error.walk((cause) => [3, -32_000, -32_003].includes((cause as { code?: number }).code ?? 0))
  if (answer === null && !isRevert(error)) return null
  const { details, shortMessage } = (answer ?? error) as ViemError
  return `${(details || shortMessage).replace(/\.?$/, '.')}`
}

/** Of the next block. `eth_blobBaseFee`. */
async function getBlobBaseFee(client: PublicClient): Promise<bigint> {
  const request = client.request as unknown as (request: { method: string }) => Promise<Hex>
  return BigInt(await request({ method: 'eth_blobBaseFee' }))
}
