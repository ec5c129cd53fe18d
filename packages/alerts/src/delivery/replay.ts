import type { Store } from '@outrigger/core'
import type { Change } from '@outrigger/core/internal'
import { collections, type Delivery, toDeliveryKey } from './delivery.ts'

// All alert ids have the same length, so no id is the prefix of another.
async function list(store: Store, collection: string, id = ''): Promise<readonly Delivery[]> {
  return (await store.collection<Delivery>(collection).list({ prefix: id })).map(({ value }) => value)
}

/** Lists the pending and the dead deliveries of one alert or all. */
export async function listDeliveries(store: Store, id?: string) {
  // Keys of claimed deliveries begin with the name of a process, so these are filtered by alert.
  const pending = (await list(store, collections.outbox)).filter(({ alertId }) => id === undefined || alertId === id)
  return { pending, dead: await list(store, collections.dead, id) }
}

/** Returns the changes that delete an alert's dead and delivered notifications. */
export async function listRemovals(store: Store, id: string): Promise<readonly Change[]> {
  async function listOf(collection: string): Promise<readonly Change[]> {
    const past = await store.collection(collection).list({ prefix: id })
    return past.map(({ key }) => ({ collection, key, change: () => undefined }))
  }
  return [...(await listOf(collections.dead)), ...(await listOf(collections.delivered))]
}

type ReplayParameters = {
  /** @default all alerts */
  readonly id: string | undefined
  readonly arrived: boolean
  readonly nowMs: number
  readonly isDeliverable: (delivery: Delivery) => boolean
}

/** Puts dead deliveries, and with `arrived` also successful ones, back into the outbox. */
export async function replayDeliveries(
  store: Store,
  { id, arrived, nowMs, isDeliverable }: ReplayParameters,
): Promise<readonly Delivery[]> {
  const past = [
    ...(await list(store, collections.dead, id)),
    ...(arrived ? await list(store, collections.delivered, id) : []),
  ]
  const replayed = past
    .map((delivery) => ({ ...delivery, attempts: 0, dueAtMs: nowMs, isReplay: true }))
    .filter(isDeliverable)
  await store.commit(
    replayed.flatMap((delivery): readonly Change[] => {
      const key = toDeliveryKey(delivery)
      return [
        { collection: collections.outbox, key, change: () => delivery },
        { collection: collections.dead, key, change: () => undefined },
      ]
    }),
  )
  return replayed
}
