/** Blocks in the order of the chain, whose turn comes when they and all before them are ready. */
export class BlockQueue<block extends { readonly hash: string }> {
  #blocks: block[] = []
  /** So many of the blocks, from the first, have had their turn. */
  #done = 0
  readonly #kept: number
  readonly #maxWaiting: number

  /** Remembers `kept` blocks that had their turn, and lets `maxWaiting` wait for theirs. */
  constructor(kept: number, maxWaiting: number) {
    this.#kept = kept
    this.#maxWaiting = maxWaiting
  }

  /** Adds a block. Returns the oldest that waits if there are too many now. */
  push(block: block): block | undefined {
    this.#blocks.push(block)
    return this.#blocks.length - this.#done > this.#maxWaiting ? this.#blocks[this.#done] : undefined
  }

  /** The next block whose turn it is; undefined where it is not ready. */
  next(isReady: (block: block) => boolean): block | undefined {
    const block = this.#blocks[this.#done]
    if (block === undefined || !isReady(block)) return undefined
    this.#done += 1
    if (this.#done > this.#kept) {
      this.#blocks.shift()
      this.#done -= 1
    }
    return block
  }

  /** Takes the last block out if it is this one. */
  remove(hash: string): block | undefined {
    if (this.#blocks.at(-1)?.hash !== hash) return undefined
    const block = this.#blocks.pop()
    this.#done = Math.min(this.#done, this.#blocks.length)
    return block
  }

  /** Empties the queue. Returns what was in it. */
  clear(): readonly block[] {
    const blocks = this.#blocks
    this.#blocks = []
    this.#done = 0
    return blocks
  }
}
