import { type ChainName, createMemoryStore, OutriggerError } from '@outrigger/core'
import { createEmitter, toPool } from '@outrigger/core/internal'
import { createBook, type UpdatableBook } from './book.ts'
import type { Books, BooksEvents, BooksOptions } from './bookTypes.ts'
import { createHeadFollower } from './headFollower.ts'

const defaultLogRange = 50_000n
const defaultProofInterval = 100n

/** `proofInterval` is below 1. Set it to a positive number of blocks. */
export class InvalidProofIntervalError extends OutriggerError {
  readonly code = 'INVALID_PROOF_INTERVAL'
  constructor(interval: bigint) {
    super(`A book cannot be checked every ${interval} blocks. Set \`proofInterval\` to 1n or more.`)
  }
}

/**
 * Finds every borrower of the protocols on the pool's chain and keeps all positions up to date. After the search, a block
 * costs one `eth_getLogs` and one `eth_call`, for any number of protocols and positions. If blocks arrive faster than they
 * can be read, states in between are skipped, but logs are not.
 *
 * Reorgs do not affect exactness: state is read at a block's hash, and accounts that a removed block touched are read again.
 *
 * @throws {InvalidProofIntervalError} if `proofInterval` is below 1
 * @example
 * await using books = createBooks({ pool, store, protocols: lendingProtocols })
 * await books.ready
 * books.on('block', ({ markets }) => markets.map(({ protocol, market, table }) => table.findLiquidatable(protocol, market)))
 */
export function createBooks(options: BooksOptions): Books {
  const { store = createMemoryStore(), protocols, maxLogRange = defaultLogRange, onReader } = options
  const { proofInterval = defaultProofInterval } = options
  const pool = toPool(options.pool)
  if (proofInterval < 1n) throw new InvalidProofIntervalError(proofInterval)
  const chain = pool.chain.name as ChainName
  const lifetime = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, lifetime.signal]) : lifetime.signal
  const events = createEmitter<BooksEvents>()
  let resolveReady = () => {}
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve
  })
  function onChange(): void {
    emitStates()
    follower.wake()
  }
  const shared = { pool, store, chain, maxLogRange, proofInterval, signal, onChange }
  const books = protocols
    .filter(({ deployments }) => deployments[chain] !== undefined)
    .map((protocol) => createBook({ ...shared, protocol, getTrouble: () => follower.trouble }))
  const getChangedStates = createStateChanges(books)

  function emitStates(): void {
    for (const state of getChangedStates()) {
      options.onProgress?.(state)
      events.emit('state', state)
    }
    if (books.every(({ isSettled }) => isSettled)) resolveReady()
  }

  const follower = createHeadFollower({
    pool,
    books,
    signal,
    onChange: emitStates,
    ...(onReader && { onReader }),
    onBlock: (block) => events.emit('block', block),
  })
  async function close(): Promise<void> {
    lifetime.abort()
    await Promise.all([follower.ended, ...books.map(({ ended }) => ended)])
    events.clear()
  }
  return {
    chain,
    ready,
    on: events.on,
    get: (id) => books.find(({ protocol }) => protocol.id === id),
    all: () => books,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Returns the states that differ from the last reported ones. A repeated proof with the same result does not count. */
function createStateChanges(books: readonly UpdatableBook[]): () => readonly UpdatableBook['state'][] {
  const reported = new Map<string, string>()
  return () =>
    books.flatMap(({ state }) => {
      const { proof, ...rest } = state
      const text = JSON.stringify({ ...rest, isProven: proof?.isProven })
      if (reported.get(state.protocol) === text) return []
      reported.set(state.protocol, text)
      return [state]
    })
}
