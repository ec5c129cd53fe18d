import type { BlockRange } from '../mev/blockRange.ts'
import type { Manifest } from './manifest.ts'

/** Consecutive blocks that become one file. */
export type Chunk = { readonly bucket: number; readonly from: number; readonly to: number }

/**
 * Splits a range into the chunks that the directory should have: one per bucket of `chunk_blocks`. Together with blocks that a
 * file of the bucket already has, a chunk remains consecutive.
 *
 * @example toChunks({ from: 5n, to: 12n }, { chunk_blocks: 10, files: {} }) // 5 to 9, and 10 to 12
 */
export function toChunks(
  { from, to }: BlockRange,
  { chunk_blocks: size, files }: Pick<Manifest, 'chunk_blocks' | 'files'>,
): Chunk[] {
  const [first, last] = [Number(from), Number(to)]
  const chunks: Chunk[] = []
  for (let bucket = Math.floor(first / size); bucket * size <= last; bucket += 1) {
    const known = files[bucket]
    const wantedFrom = Math.max(first, bucket * size)
    const wantedTo = Math.min(last, (bucket + 1) * size - 1)
    chunks.push({
      bucket,
      from: Math.min(wantedFrom, known?.from ?? wantedFrom),
      to: Math.max(wantedTo, known?.to ?? wantedTo),
    })
  }
  return chunks
}

/** Returns the name of a file, as of cryo: `ethereum__blocks__00001000_to_00001999.parquet`. */
export function toFileName({ chain, dataset, format }: Manifest, { from, to }: Pick<Chunk, 'from' | 'to'>): string {
  const pad = (block: number) => String(block).padStart(8, '0')
  return `${chain}__${dataset}__${pad(from)}_to_${pad(to)}.${format}`
}
