/** Frames that are sent together. Connections with the same frames share a batch, whose bytes are joined once. */
export type Batch = {
  readonly bytes: number
  /** Returns the batch with one more frame. */
  with(frame: Buffer): Batch
  toBuffer(): Buffer
}

/** Creates a batch without frames. All batches of one turn start from it. */
export function createEmptyBatch(): Batch {
  return createBatch(undefined, Buffer.alloc(0), 0)
}

type Grown = { readonly before: Grown | undefined; readonly frame: Buffer }

function createBatch(before: Grown | undefined, frame: Buffer, bytes: number): Batch {
  const here: Grown = { before, frame }
  let next: Map<Buffer, Batch> | undefined
  let last: { readonly frame: Buffer; readonly batch: Batch } | undefined
  let joined: Buffer | undefined

  function grow(more: Buffer): Batch {
    const batch = next?.get(more) ?? createBatch(here, more, bytes + more.length)
    if (last !== undefined) next = (next ?? new Map([[last.frame, last.batch]])).set(more, batch)
    last = { frame: more, batch }
    return batch
  }
  function join(): Buffer {
    if (before?.before === undefined) return frame
    const whole = Buffer.allocUnsafe(bytes)
    let end = bytes
    for (let one: Grown | undefined = here; one !== undefined; one = one.before)
      end -= one.frame.copy(whole, end - one.frame.length)
    return whole
  }
  return {
    bytes,
    // The next connection usually gets the same frame.
    with: (more) => (last?.frame === more ? last.batch : grow(more)),
    toBuffer() {
      joined ??= join()
      return joined
    },
  }
}
