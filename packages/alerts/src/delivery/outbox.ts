import { type Change, type Leases, toMemberName } from '@outrigger/core/internal'
import { type Delivery, toDeliveryKey } from './delivery.ts'

/** A part of the outbox. */
export type OutboxPart = {
  /** Whether this process sends the deliveries of this part. */
  readonly isOwn: boolean
  /** Prefix of its keys. */
  readonly prefix: string
  toKey(delivery: Delivery): string
  /** Changes to commit before new deliveries. @throws {LeaseLostError} another process has taken over this part */
  fences(): readonly Change[]
}

/** Pending notifications. With several processes on one store, only a part belongs to this process. */
export type Outbox = {
  readonly own: OutboxPart
  /** Chooses the part for this many new deliveries. */
  choose(count: number): OutboxPart
}

const all: OutboxPart = { isOwn: true, prefix: '', toKey: toDeliveryKey, fences: () => [] }

export const soleOutbox: Outbox = { own: all, choose: () => all }

/** Returns the key prefix of deliveries that a process has claimed. Keys of unclaimed deliveries begin with an alert's id. */
export const toOwnPrefix = (owner: string): string => `${owner}/`

/** Creates an outbox for several processes. Deliveries beyond this process's capacity stay unclaimed. */
export function createSharedOutbox(leases: Leases, hasRoom: (count: number) => boolean): Outbox {
  const name = toMemberName(leases.owner)
  const prefix = toOwnPrefix(leases.owner)
  const own = {
    isOwn: true,
    prefix,
    toKey: (delivery: Delivery) => prefix + toDeliveryKey(delivery),
    fences: () => [leases.fence(name)],
  }
  const unclaimed = { ...all, isOwn: false }
  return { own, choose: (count) => (hasRoom(count) && leases.isHeld(name) ? own : unclaimed) }
}
