import type { ChainProfile } from '@outrigger/core'
import { FeeSourceMissingError } from '@outrigger/oracle'
import { findBlobParameters, getNextBlobBaseFee, getNodeBlobSchedule } from '@outrigger/oracle/internal'
import { type Hex, hexToBigInt, isHex, type PublicClient } from 'viem'
import type { BlobSituation } from './conflicts.ts'

type BlobBaseFee = { Method: 'eth_blobBaseFee'; Parameters?: undefined; ReturnType: Hex | null }

/**
 * Reads the blob base fee and the blob limit of the next block. The limit comes from the node's schedule (`eth_config`), or from
 * the chain profile if the node has no schedule. Unknown values are null.
 *
 * @param timestamp timestamp of the head in Unix seconds
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
 * Returns the blob base fee of the next block. Falls back to the fee of the head (`eth_blobBaseFee`) in two cases: the next fee
 * is unknown, or the head's fee is far above the computed fee. A block changes the fee by less than a fifth, so a larger gap
 * means that the node follows another schedule.
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
