import { type chainNames, mempoolChains, type Response } from '@outrigger/api/contract'
import { useRef } from 'preact/hooks'
import { wire } from './client.ts'
import { toNullIfAbsent } from './failure.ts'
import type { PendingDetail } from './pendingDetail.ts'
import { type Reading, useReading } from './reading.ts'

type ChainName = (typeof chainNames)[number]
export type ChainTransaction = Response<'blockchainTransaction'>['data']

/** Two answers about one transaction. An answer is null if the transaction does not exist there, and undefined if it is unknown. */
export type KnownTransaction = {
  /** The answer of the chain's providers. */
  readonly reported: ChainTransaction | null | undefined
  /** What the mempool of the node recorded. It forgets transactions some time after they end. */
  readonly seen: PendingDetail | null | undefined
  /** Why an answer is unknown. */
  readonly failure: unknown
}

/** Returns the chain if the node can watch its mempool. */
export const toWatched = (chain: ChainName) => mempoolChains.find((one) => one === chain)

/** Repeatedly reads what the chain and the mempool know of a transaction. Fails if neither answers. */
export function useTransaction(chain: ChainName, hash: string): Reading<KnownTransaction> {
  const last = useRef<KnownTransaction>(undefined)
  return useReading(
    async () => {
      // The mempool learns nothing more of a mined transaction that it has not seen.
      const isMissed = last.current?.seen === null && last.current.reported?.block_number != null
      last.current = await getTransaction(chain, hash, isMissed ? undefined : toWatched(chain))
      return last.current
    },
    { everyMs: 3000 },
  )
}

type Watched = ReturnType<typeof toWatched>

async function getTransaction(chain: ChainName, hash: string, watched: Watched): Promise<KnownTransaction> {
  const [reported, seen] = await Promise.allSettled([
    toNullIfAbsent(wire.blockchainTransaction({ chain, hash })),
    watched === undefined ? null : toNullIfAbsent(wire.mempoolTransaction({ chain: watched, hash })),
  ])
  const known = {
    reported: reported.status === 'fulfilled' ? (reported.value?.data ?? null) : undefined,
    seen: seen.status === 'fulfilled' ? seen.value : undefined,
    failure: reported.status === 'rejected' ? reported.reason : seen.status === 'rejected' ? seen.reason : undefined,
  }
  if (known.failure !== undefined && !known.reported && !known.seen) throw known.failure
  return known
}

/** The state of a transaction in one word. Undefined if the node does not know the transaction. */
export function toState({ reported, seen }: KnownTransaction): string | undefined {
  if (reported && reported.status !== 'pending') return reported.status
  // A provider may still return a transaction that the mempool saw replaced.
  return seen?.steps.at(-1)?.kind ?? (reported || seen ? 'pending' : undefined)
}

/** Returns when the node saw a transaction last, in Unix ms, while the providers do not say what became of it since. */
export function toLastSeenMs({ reported, seen }: KnownTransaction): number | undefined {
  if (reported !== undefined || !seen) return
  return Date.parse(seen.steps.at(-1)?.timestamp ?? seen.transaction.timestamp)
}

/** Whether a transaction is of the EVM family. The others report their fee. */
export const isEvm = (reported: KnownTransaction['reported']): boolean => reported?.fee === undefined

export type MinedTransaction = ChainTransaction & { readonly block_number: number; readonly from: string }

/** Returns a transaction that a block of a chain of the EVM family includes, and that did not fail. */
export function toMined({ reported }: KnownTransaction): MinedTransaction | undefined {
  if (!isEvm(reported) || reported?.status !== 'success' || reported.block_number === null) return
  return reported.from === null ? undefined : (reported as MinedTransaction)
}

/** Whether a transaction is pending, as far as the node knows. */
export const isPending = ({ reported, seen }: KnownTransaction): boolean =>
  reported?.status === 'pending' || (reported === undefined && seen != null && seen.nonce_state !== null)

/** Returns a number of gwei from a text such as `1.5 gwei`. Undefined for other units and for null. */
export function toGwei(text: string | null | undefined): number | undefined {
  const [, number] = /^([\d.]+) gwei$/.exec(text ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

/** Converts a text such as `1.5 ETH` to wei. */
export function toWei(text: string): bigint {
  const [whole = '0', part = ''] = text.split(' ', 1).join('').split('.')
  return BigInt(whole) * 10n ** 18n + BigInt(part.slice(0, 18).padEnd(18, '0'))
}
