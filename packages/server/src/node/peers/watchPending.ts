import type { PendingSighting, ProviderPool, Unwatch } from '@outrigger/core'
import type { Leases, PendingOptions, PendingTransaction } from '@outrigger/core/internal'
import type { Logger } from 'pino'
import { createSettledChanges } from '../settledChanges.ts'
import { followPeer } from './followPeer.ts'
import type { PeerFeed } from './peerFeed.ts'

type Parts = {
  readonly pool: ProviderPool
  /** Whether a reported transaction is still pending. */
  readonly isPending: (hash: `0x${string}`) => boolean
  readonly onTransaction: (transaction: PendingTransaction) => void
  readonly options: PendingOptions
  readonly leases: Leases
  /** The lease whose holder watches the chain for all. */
  readonly lease: string
  readonly feed: PeerFeed
  readonly secret: string
  readonly logger: Logger
}

const lookMs = 500
// Beyond this number, transactions that are no longer pending are dropped.
const maxKept = 10_000

/**
 * Watches the pending transactions of a chain through the node that watches for all. Uses the providers if that is this node, or
 * if
 * no node does.
 */
export function watchPending(parts: Parts): Unwatch {
  const { pool, isPending, onTransaction, options, leases, lease, feed, secret, logger } = parts
  const chain = pool.chain.name
  const kept = new Map<string, PendingSighting>()
  const output = feed.open(chain, () => [...kept.values()].filter(({ hash }) => isPending(hash)))
  function keep(sighting: PendingSighting): void {
    if (kept.size >= maxKept) for (const [hash, known] of kept) if (!isPending(known.hash)) kept.delete(hash)
    if (kept.size < 5 * maxKept) kept.set(sighting.hash, sighting)
  }
  let stopOwn: Unwatch | undefined
  let peer: { readonly address: string; readonly stop: () => void } | undefined

  const link = createSettledChanges<string | null>({
    rankOf: (lost) => Number(lost !== null),
    report: (lost) =>
      lost === null
        ? logger.info({ chain }, 'one node watches the mempool for all again')
        : logger.warn({ chain, peer: lost }, 'the node that watches the mempool does not answer, using own providers'),
    initial: 0,
  })
  function watchOwn(): void {
    stopOwn ??= pool.watchPendingTransactions((transaction) => {
      const sighting = { ...transaction, atMs: Date.now() }
      keep(sighting)
      output.tell(sighting)
      onTransaction(transaction)
    }, options)
  }
  function leavePeer(): void {
    peer?.stop()
    peer = undefined
  }
  function follow(at: string): void {
    if (peer?.address === at) return
    leavePeer()
    const onSighting = (sighting: PendingSighting) => {
      options.onSighting?.(sighting)
      onTransaction(sighting)
    }
    const onLive = () => {
      link.see(null)
      stopOwn?.()
      stopOwn = undefined
    }
    // Until a node watches for all again, each node watches for itself, so no transaction is missed.
    const onEnd = () => {
      link.see(at)
      peer = undefined
      watchOwn()
    }
    peer = { address: at, stop: followPeer({ address: at, chain, secret, onSighting, onLive, onEnd }) }
  }
  function look(): void {
    const holder = leases.get(lease)
    const isOther = holder !== undefined && holder.owner !== leases.owner && !leases.isHeld(lease)
    const other = isOther ? holder.address : null
    if (leases.isHeld(lease)) {
      leavePeer()
      link.see(null)
    }
    if (other !== null) follow(other)
    else watchOwn()
  }
  const timer = setInterval(look, lookMs)
  watchOwn()
  return () => {
    clearInterval(timer)
    link.close()
    leavePeer()
    stopOwn?.()
    output.close()
  }
}
