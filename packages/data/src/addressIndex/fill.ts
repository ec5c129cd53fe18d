import type { IndexedBlock } from './entries.ts'
import type { IndexedChain } from './indexedChain.ts'
import { type IndexStore, keptHashes, type Scope } from './indexStore.ts'

/** Blocks per change of the file. A kill loses at most this many. */
const batch = 16
/** Maximum number of reorganizations during one call. */
const mostUnwound = 20

/**
 * Reads blocks from one number to another, in that order. Stops at the first block that does not link to the previous
 * block.
 */
async function readLinked(chain: IndexedChain, from: number, to: number): Promise<readonly IndexedBlock[]> {
  const step = from <= to ? 1 : -1
  const numbers = Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + step * index)
  const linked: IndexedBlock[] = []
  for (let start = 0; start < numbers.length; start += chain.parallel) {
    const some = numbers.slice(start, start + chain.parallel)
    for (const block of await Promise.all(some.map((number) => chain.readBlock(number)))) {
      const last = linked.at(-1)
      const [child, parent] = step === 1 ? [block, last] : [last, block]
      if (block === null || (last !== undefined && child?.parentHash !== parent?.hash)) return linked
      linked.push(block)
    }
  }
  return linked
}

/**
 * Deletes the newest blocks if they are no longer in the chain. A head below the newest block comes from a provider
 * that lags, unless it differs from the indexed block of that number. If none of the kept hashes is in the chain, the
 * whole index is deleted and starts again.
 */
async function unwind(chain: IndexedChain, store: IndexStore, head: number): Promise<boolean> {
  const high = store.high()
  if (high === null) return false
  const top = Math.min(high, head)
  for (let number = top; number > high - keptHashes; number -= 1) {
    const hash = store.hashOf(number)
    if (hash === null && number === top) return false
    if (hash === null) break
    const found = await chain.readHash(number)
    // The provider is behind its own head, so this proves nothing.
    if (found === null) return false
    if (found !== hash) continue
    if (number < top) await store.dropAbove(number)
    return number < top
  }
  if (top > high - keptHashes) await store.dropAbove(null)
  return top > high - keptHashes
}

/** Adds blocks up to the head, and handles reorganizations. Returns the number of blocks added. */
export async function fillAbove(chain: IndexedChain, store: IndexStore, signal: AbortSignal): Promise<number> {
  let added = 0
  if (store.scopes().length === 0) return added
  let head = await chain.readHead()
  for (let unwound = 0; unwound < mostUnwound && !signal.aborted; ) {
    if (await unwind(chain, store, head)) unwound += 1
    const high = store.high()
    if (high !== null && high >= head) return added
    const from = high === null ? head : high + 1
    const blocks = await readLinked(chain, from, Math.min(head, from + batch - 1))
    if (blocks.length > 0 && (await store.addAbove(blocks))) added += blocks.length
    else unwound += 1
    head = await chain.readHead()
  }
  return added
}

/** Returns the next range to read downwards. It is the range below the scope with the highest `low`. */
function findNext(scopes: readonly Scope[]): { readonly from: number; readonly to: number } | null {
  const open = scopes.filter(({ low, fromBlock }) => low !== null && low > fromBlock)
  const lows = open.map(({ low }) => low as number)
  const top = Math.max(...lows)
  if (open.length === 0) return null
  const wanted = Math.min(...open.filter(({ low }) => low === top).map(({ fromBlock }) => fromBlock))
  // From the `low` of the next scope on, both continue together.
  const meeting = Math.max(wanted, ...lows.filter((low) => low < top))
  return { from: top - 1, to: Math.max(meeting, top - batch) }
}

/** Reads one batch of older blocks. Returns the number of added blocks, or null if no block is missing. */
export async function fillBelow(chain: IndexedChain, store: IndexStore): Promise<number | null> {
  const next = findNext(store.scopes())
  if (next === null) return null
  const blocks = await readLinked(chain, next.from, next.to)
  const isAdded = blocks.length > 0 && (await store.addBelow(blocks))
  return isAdded ? blocks.length : 0
}

/** Counts the older blocks that are missing, each once. */
export function countMissing(scopes: readonly Scope[]): number {
  const gaps = scopes
    .flatMap(({ low, fromBlock }) => (low !== null && low > fromBlock ? [[fromBlock, low] as const] : []))
    .sort(([a], [b]) => a - b)
  let [sum, seen] = [0, 0]
  for (const [from, to] of gaps) {
    sum += Math.max(0, to - Math.max(from, seen))
    seen = Math.max(seen, to)
  }
  return sum
}
