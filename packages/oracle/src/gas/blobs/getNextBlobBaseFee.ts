import type { ChainProfile } from '@outrigger/core'
import type { PublicClient } from 'viem'
import { mostPerGas } from '../compute/gasQuote.ts'
import { FeeSourceMissingError } from '../fees/feeErrors.ts'
import { ImplausibleFeesError } from '../gasErrors.ts'
import { computeNextBlobBaseFee, findBlobParameters } from './compute/blobBaseFee.ts'
import { getBlobHead, getNodeBlobSchedule, getStatedBlobFee } from './sources/nodeBlobs.ts'

/**
 * Returns the blob base fee of the next block, in wei per blob gas.
 *
 * Uses the fee in the node's fee history. At a fork nodes still apply the parent's parameters, so the fee is computed with
 * the parameters of the next block. It is also computed if the node does not report it. The blob schedule comes from the
 * node (`eth_config`), otherwise from the chain's profile. `eth_blobBaseFee` is not used, because it is the head's fee.
 *
 * @throws {FeeSourceMissingError} the node does not report the fee, and the fee cannot be computed either
 * @throws {ImplausibleFeesError} it is above 10^15 wei
 * @throws {UnreadableChainError} the node has no latest block
 */
export async function getNextBlobBaseFee(client: PublicClient, chain: ChainProfile): Promise<bigint> {
  const [head, stated, nodeSchedule] = await Promise.all([
    getBlobHead(client, chain.name),
    getStatedBlobFee(client),
    chain.blobs && getNodeBlobSchedule(client),
  ])
  const market = chain.blobs && { ...chain.blobs, schedule: nodeSchedule ?? chain.blobs.schedule }
  const childTime = head.timestamp + Math.ceil(chain.blockTimeMs / 1000)
  const computed = market && head.blobs && computeNextBlobBaseFee(head.blobs, market, childTime)
  const isFork =
    market !== null &&
    (findBlobParameters(market, head.timestamp) !== findBlobParameters(market, childTime) ||
      head.timestamp < market.reservePriceTime !== childTime < market.reservePriceTime)
  const isOfNext = stated !== null && stated.number > head.number
  const fee = isOfNext && !(isFork && computed !== null) ? stated.fee : computed
  if (fee === null) throw new FeeSourceMissingError(chain.name, 'baseFeePerBlobGas of eth_feeHistory', undefined)
  if (fee > mostPerGas) throw new ImplausibleFeesError(`They are ${fee} wei per blob gas.`)
  return fee
}
