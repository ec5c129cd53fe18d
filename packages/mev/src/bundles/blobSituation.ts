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

/**
 * The next block's fee; that of the head (`eth_blobBaseFee`) where it is not known, and where the head's is far above it: a
 * block changes the fee by less than a fifth, so that the node then follows another schedule than ours.
 */
async function readNextBlobFee(client: PublicClient, chain: ChainProfile): Promise<bigint | null> {
  const [next, ofHead] = await Promise.all([
    getNextBlobBaseFee(client, chain).catch((error: unknown) => {
      if (error instanceof FeeSourceMissingError) return null
      throw error
    }),
    client.request<BlobBaseFee>({ method: 'eth_blobBaseFee' }).catch(() => null),
  ])
  if (!isHex(ofHead) || ofHead === '0x') return next
  const head = hexToBigInt(ofHead)
  return next === null || head * 4n > next * 5n + 4n ? head : next
}
