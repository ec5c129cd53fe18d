import { AllProvidersFailedError } from '@outrigger/core'
import type { PublicClient } from 'viem'
import type { Chunk } from './chunks.ts'
import type { Manifest } from './manifest.ts'

/**
 * Returns the buckets whose blocks a reorganization replaced. Files that follow each other are
 * linked by hashes, so the last block of the last file decides about all of them.
 */
export async function findReplaced(
  client: PublicClient,
  chunks: readonly Chunk[],
  manifest: Manifest,
): Promise<readonly number[]> {
  const known = chunks.flatMap(({ bucket }) => {
    const file = manifest.files[bucket]
    return file === undefined || file.final ? [] : [{ bucket, file }]
  })
  const unlinked = known.filter(({ bucket, file }) => {
    const next = manifest.files[bucket + 1]
    return next?.from === file.to + 1 && next.parent_hash !== file.last_hash
  })
  // Which of the two files is old is not known.
  if (unlinked.length > 0) return unlinked.flatMap(({ bucket }) => [bucket, bucket + 1])
  const replaced: number[] = []
  for (const { bucket, file } of known.toReversed()) {
    const { hash } = await client.getBlock({ blockNumber: BigInt(file.to) })
    if (hash === file.last_hash) break
    replaced.push(bucket)
  }
  return replaced
}

/** Returns the number of the newest final block. -1 if the chain does not say. */
export async function getFinalBlock(client: PublicClient): Promise<number> {
  try {
    return Number((await client.getBlock({ blockTag: 'finalized' })).number)
  } catch (error) {
    if (error instanceof AllProvidersFailedError) throw error
    return -1
  }
}
