import type { ChainProfile } from '@outrigger/core'
import { FeeSourceMissingError } from '@outrigger/oracle'
import { findBlobParameters, getNextBlobBaseFee, getNodeBlobSchedule } from '@outrigger/oracle/internal'
import { type Hex, hexToBigInt, isHex, type PublicClient } from 'viem'
import type { BlobSituation } from './conflicts.ts'

type BlobBaseFee = { Method: 'eth_blobBaseFee'; Parameters?: undefined; ReturnType: Hex | null }

/**
 * Reads the blob base fee of the next block, and how many blobs it takes by the schedule of the node (`eth_config`) or else of
 * the chain. What neither tells is null.
 *
 * @param timestamp of the head, in Unix seconds
 */
export async function readBlobSituation(
  client: PublicClient,
  { chain, timestamp }: { readonly chain: ChainProfile; readonly timestamp: bigint },
): Promise<BlobSituation> {
  const [nextBaseFee, nodeSchedule] = await Promise.all([readNextBlobFee(client, chain), getNodeBlobSchedule(client)])
  const schedule = nodeSchedule ?? chain.blobs?.schedule ?? []
  const parameters = findBlobParameters({ schedule }, Number(timestamp) + Math.ceil(chain.blockTimeMs / 1000))
  return { nextBaseFee, maxPerBlock: parameters?.max ?? null }
}

/** Where the next block's fee is not known, that of the head (`eth_blobBaseFee`) has to do. */
async function readNextBlobFee(client: PublicClient, chain: ChainProfile): Promise<bigint | null> {
  try {
    return await getNextBlobBaseFee(client, chain)
  } catch (error) {
    if (!(error instanceof FeeSourceMissingError)) throw error
    const fee = await client.request<BlobBaseFee>({ method: 'eth_blobBaseFee' }).catch(() => null)
    return isHex(fee) ? hexToBigInt(fee) : null
  }
}
