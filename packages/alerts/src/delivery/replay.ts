import type { Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import { collections, type Delivery, toDeliveryKey } from './delivery.ts'

// Ids of alerts have one length, so that none begins as another.
async function list(store: Store, collection: string, id = ''): Promise<readonly Delivery[]> {
  return (await store.collection<Delivery>(collection).list({ prefix: id })).map(({ value }) => value)
}

/** Those in the outbox that a process of several has taken stand elsewhere. */
async function listPending(store: Store, id?: string): Promise<readonly Delivery[]> {
  return (await list(store, collections.outbox)).filter(({ alertId }) => id === undefined || alertId === id)
}

/** What is on its way, and what was given up; of one alert or all. */
export async function listDeliveries(store: Store, id?: string) {
  return { pending: await listPending(store, id), dead: await list(store, collections.dead, id) }
}

/** The changes that remove what an alert has to replay. */
export async function listRemovals(store: Store, id: string): Promise<readonly Change[]> {
  async function listOf(collection: string): Promise<readonly Change[]> {
    const past = await store.collection(collection).list({ prefix: id })
    return past.map(({ key }) => ({ collection, key, change: () => undefined }))
  }
  return [...(await listOf(collections.dead)), ...(await listOf(collections.delivered))]
}

type ReplayParameters = {
  /** All alerts without one. */
  readonly id: string | undefined
  readonly arrived: boolean
  readonly nowMs: number
  readonly isWanted: (delivery: Delivery) => boolean
}

/** Puts given-up deliveries, and where wanted arrived ones, back into the outbox. */
export async function replayDeliveries(
  store: Store,
  { id, arrived, nowMs, isWanted }: ReplayParameters,
): Promise<readonly Delivery[]> {
  const past = [
    ...(await list(store, collections.dead, id)),
    ...(arrived ? await list(store, collections.delivered, id) : []),
  ]
  const again = past.map((delivery) => ({ ...delivery, attempts: 0, dueAtMs: nowMs, isReplay: true })).filter(isWanted)
  await store.commit(
    again.flatMap((delivery): readonly Change[] => {
      const key = toDeliveryKey(delivery)
      return [
        { collection: collections.outbox, key, change: () => delivery },
        { collection: collections.dead, key, change: () => undefined },
      ]
    }),
  )
  return again
}
