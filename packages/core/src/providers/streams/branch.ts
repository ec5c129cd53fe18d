import type { LRUCache } from 'lru-cache'
import { toHex } from 'viem'
import { OutriggerError } from '../../errors/outriggerError.ts'
import type { Head, ProviderPool } from '../poolTypes.ts'
import { type ChainWindow, indexInWindow } from './chainWindow.ts'
import { toHead } from './head.ts'

/** Longest gap that is filled. After a longer one the stream skips blocks. */
export const maxGapBlocks = 4096
const parallelBlocks = 16

export type BranchParameters = {
  readonly window: ChainWindow
  readonly target: Head
  /** Known headers by hash. Fetched headers are added. */
  readonly known: Pick<LRUCache<string, Head>, 'get' | 'set' | 'delete' | 'values'>
  readonly send: ProviderPool['send']
  readonly signal: AbortSignal
}

/** No provider has the parent of a block that one provider has shown. */
export class UnknownAncestorError extends OutriggerError {
  readonly code = 'UNKNOWN_ANCESTOR'
  override readonly retryable = true

  constructor({ provider, number, parentHash }: Head) {
    super(`${provider} reports block ${number}, but no provider has its parent ${parentHash}. The block is skipped.`)
  }
}

/**
 * Returns the blocks from the window to a target in ascending order, including the target. It follows parent hashes
 * down, which proves that every block is an ancestor. A branch that starts below the window, or is longer than
 * `maxGapBlocks`, is not connected to it.
 *
 * @throws {UnknownAncestorError}
 */
export async function getBranch(parameters: BranchParameters): Promise<readonly Head[]> {
  const { window, target, known } = parameters
  const [first, tip] = [window[0], window.at(-1)]
  if (first === undefined || tip === undefined || target.number - tip.number > maxGapBlocks) return [target]
  if (target.number - tip.number > 2n) await fetchByNumber(parameters, tip.number + 1n)
  const descending = [target]
  for (let lowest = target; indexInWindow(window, lowest.parentHash, lowest.number - 1n) === -1; ) {
    if (lowest.number <= first.number) break
    const parent: Head | null = known.get(lowest.parentHash) ?? (await fetchParent(parameters, lowest))
    if (parent?.hash !== lowest.parentHash || parent.number !== lowest.number - 1n) {
      // One of them may be a false header with the hash of a real block, so they are fetched again next time.
      for (const { hash } of descending) known.delete(hash)
      throw new UnknownAncestorError(lowest)
    }
    known.set(parent.hash, parent)
    descending.push(parent)
    lowest = parent
  }
  return descending.reverse()
}

async function fetchParent({ send, signal }: BranchParameters, child: Head): Promise<Head | null> {
  const request = { method: 'eth_getBlockByHash', params: [child.parentHash, false] }
  const { result, provider } = await send(request, { signal, fresh: true, prefer: child.provider })
  return toHead(result, provider)
}

/**
 * Fetches a long gap by number, several blocks at a time. The parent hashes show later which blocks belong to the
 * branch.
 */
async function fetchByNumber({ target, known, send, signal }: BranchParameters, from: bigint): Promise<void> {
  const stored = new Set([...known.values()].map((head) => head.number))
  const missing: bigint[] = []
  for (let number = from; number < target.number; number += 1n) if (!stored.has(number)) missing.push(number)
  const fetchNext = async () => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const request = { method: 'eth_getBlockByNumber', params: [toHex(number), false] }
      const { result, provider } = await send(request, { signal, fresh: true, prefer: target.provider })
      const head = toHead(result, provider)
      if (head === null) return
      known.set(head.hash, head)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(parallelBlocks, missing.length) }, fetchNext))
  } finally {
    missing.length = 0
  }
}
