/** A queue of blocks in the order of the chain. A block is processed when it and all blocks before it are ready. */
export class BlockQueue<block extends { readonly hash: string }> {
  #blocks: block[] = []
  /** Number of processed blocks, counted from the first. */
  #done = 0
  readonly #kept: number
  readonly #maxWaiting: number

  /** Keeps `kept` processed blocks, and at most `maxWaiting` blocks that wait. */
  constructor(kept: number, maxWaiting: number) {
    this.#kept = kept
    this.#maxWaiting = maxWaiting
  }

  /** Adds a block. Returns the oldest waiting block if too many wait now. */
  push(block: block): block | undefined {
    this.#blocks.push(block)
    return this.#blocks.length - this.#done > this.#maxWaiting ? this.#blocks[this.#done] : undefined
  }

  /** Returns the next block to process. Undefined if it is not ready. */
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

  /** Removes and returns the last block if it has this hash. */
  remove(hash: string): block | undefined {
    if (this.#blocks.at(-1)?.hash !== hash) return undefined
    const block = this.#blocks.pop()
    this.#done = Math.min(this.#done, this.#blocks.length)
    return block
  }

  /** Empties the queue and returns its blocks. */
  clear(): readonly block[] {
    const blocks = this.#blocks
    this.#blocks = []
    this.#done = 0
    return blocks
  }
}
