import { LRUCache } from 'lru-cache'
import type { PendingSighting, PendingTransaction, ProviderPool } from '../poolTypes.ts'
import { createFanOut } from './fanOut.ts'
import { createPendingLookups } from './pendingLookups.ts'

const maxSeen = 65_536

type Transaction = NonNullable<PendingTransaction['transaction']>

/** Emits each pending transaction once, as a hash or as a whole, and every sighting of it. */
export class PendingNews {
  readonly hashes = createFanOut<PendingTransaction>()
  readonly wholes = createFanOut<PendingTransaction>()
  readonly sightings = createFanOut<PendingSighting>()
  readonly #send: ProviderPool['send']
  readonly #seen = new LRUCache<string, true>({ max: maxSeen })
  #lookups

  constructor(send: ProviderPool['send']) {
    this.#send = send
    this.#lookups = this.#createLookups()
  }

  /**
   * Handles a hash or a transaction that a provider shows. A queued transaction waits for an earlier nonce of its
   * sender.
   */
  show(raw: unknown, provider: string, isQueued = false): void {
    const { hash, transaction } = toPending(raw)
    if (hash === null) return
    const pending = { hash, transaction, provider }
    if (this.sightings.size > 0) this.sightings.emit({ ...pending, atMs: Date.now() })
    // Most listeners need transactions that can be mined now. A provider pushes a queued one again when its turn comes.
    if (isQueued) return
    if (this.#seen.has(hash)) {
      // Another provider shows the transaction that is still being looked up.
      if (transaction !== null && this.#lookups.drop(hash)) this.wholes.emit(pending)
      return
    }
    this.#seen.set(hash, true)
    this.hashes.emit(pending)
    if (this.wholes.size === 0) return
    if (transaction !== null || !this.#lookups.add(hash, provider)) this.wholes.emit(pending)
  }

  /** Forgets the emitted transactions and cancels all lookups. */
  reset(): void {
    this.#lookups.close()
    this.#lookups = this.#createLookups()
    this.#seen.clear()
  }

  #createLookups() {
    return createPendingLookups(this.#send, (hash, provider, result) =>
      this.wholes.emit({ hash, transaction: toPending(result).transaction, provider }),
    )
  }
}

function toPending(raw: unknown): { readonly hash: `0x${string}` | null; readonly transaction: Transaction | null } {
  const transaction = typeof raw === 'object' && raw !== null ? (raw as Transaction) : null
  const hash = transaction === null ? raw : transaction['hash']
  const isHash = typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash)
  return isHash ? { hash: hash.toLowerCase() as `0x${string}`, transaction } : { hash: null, transaction: null }
}
