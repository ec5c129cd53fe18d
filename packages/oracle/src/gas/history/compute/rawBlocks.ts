import type { BlockFees } from '../blockFees.ts'
import { type StoredL1, toL1, toStoredL1 } from './storedL1.ts'

/** Blocks per document. */
const blocksPerChunk = 64

/** A block as stored: time, whether the time is exact, base fee, gas used ratio, tips, blob fee, L1 inputs. */
type StoredBlock = [number, 0 | 1, number, number, number[], number | null, StoredL1 | null]

/** Blocks of one chunk, by position. An unknown block is 0. */
export type Chunk = (StoredBlock | 0)[]

export const chunkOf = (number: number): number => Math.floor(number / blocksPerChunk)

/** Adds blocks to a chunk. They replace blocks with the same number. */
export function putBlocks(chunk: Chunk | undefined, blocks: readonly BlockFees[]): Chunk {
  const next: Chunk = chunk === undefined ? new Array(blocksPerChunk).fill(0) : [...chunk]
  for (const block of blocks) next[Number(block.number) % blocksPerChunk] = toStored(block)
  return next
}

export function dropBlocks(chunk: Chunk, index: number, { from, to }: { from: number; to: number }): Chunk {
  return chunk.map((block, place) => {
    const number = index * blocksPerChunk + place
    return number >= from && number <= to ? 0 : block
  })
}

/** Returns the known blocks of a chunk, in ascending order. */
export function toBlocks(chunk: Chunk | undefined, index: number): readonly BlockFees[] {
  return (chunk ?? []).flatMap((stored, place) => {
    if (stored === 0) return []
    const [timestamp, exact, baseFee, gasUsedRatio, tips, blob, l1] = stored
    return {
      number: BigInt(index * blocksPerChunk + place),
      timestamp,
      isTimeExact: exact === 1,
      baseFeePerGas: BigInt(baseFee),
      gasUsedRatio,
      tips: tips.map(BigInt),
      blobBaseFeePerGas: blob === null ? null : BigInt(blob),
      l1: l1 === null ? null : toL1(l1),
    }
  })
}

function toStored(block: BlockFees): StoredBlock {
  const { l1, blobBaseFeePerGas: blob } = block
  return [
    block.timestamp,
    block.isTimeExact ? 1 : 0,
    Number(block.baseFeePerGas),
    roundRatio(block.gasUsedRatio),
    block.tips.map(toSafeNumber),
    blob === null ? null : Number(blob),
    l1 === null ? null : toStoredL1(l1),
  ]
}

/** Converts wei to a number for storage. It is exact below 2^53 and capped there. */
export const toSafeNumber = (wei: bigint): number => Math.min(Number(wei), Number.MAX_SAFE_INTEGER)

const roundRatio = (ratio: number): number => Math.round(ratio * 1e6) / 1e6

/**
 * Returns whether two readings describe the same block. Tips are not compared, because clients round percentiles
 * differently.
 */
export function isSameBlock(a: UntimedBlock, b: UntimedBlock): boolean {
  return (
    a.number === b.number &&
    a.baseFeePerGas === b.baseFeePerGas &&
    roundRatio(a.gasUsedRatio) === roundRatio(b.gasUsedRatio)
  )
}

/** Returns whether `b` has more tips than `a`, or different tips. */
export function hasOtherTips(a: UntimedBlock, b: UntimedBlock): boolean {
  if (b.tips.length < a.tips.length) return false
  return (
    a.tips.length !== b.tips.length ||
    a.tips.some((tip, index) => toSafeNumber(tip) !== toSafeNumber(b.tips[index] ?? 0n))
  )
}

/** A block as reported by `eth_feeHistory`, without its time. */
export type UntimedBlock = Omit<BlockFees, 'timestamp' | 'isTimeExact'>
