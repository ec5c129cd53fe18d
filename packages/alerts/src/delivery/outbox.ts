import { type Change, type Leases, toMemberName } from '@outrigger/core/internal'
import { type Delivery, toDeliveryKey } from './delivery.ts'

/** A part of the outbox. */
export type OutboxPart = {
  /** Whether this process is the one to deliver what is put there. */
  readonly isOwn: boolean
  /** What keys there begin with. */
  readonly prefix: string
  toKey(delivery: Delivery): string
  /** To be committed before what is put there. @throws {LeaseLostError} another process delivers it by now */
  fences(): readonly Change[]
}

/** Notifications that are to be delivered: all of them this process's own, or some of them, where several share a store. */
export type Outbox = {
  readonly own: OutboxPart
  /** Where so many new ones are put. */
  choose(count: number): OutboxPart
}

const all: OutboxPart = { isOwn: true, prefix: '', toKey: toDeliveryKey, fences: () => [] }

export const soleOutbox: Outbox = { own: all, choose: () => all }

/** Keys of what a process of several delivers begin so; those of what nobody has taken yet, with an alert's id. */
export const toOwnPrefix = (owner: string): string => `${owner}/`

/** Those that this process has no room for are put where any may take them. */
export function createSharedOutbox(leases: Leases, hasRoom: (count: number) => boolean): Outbox {
  const name = toMemberName(leases.owner)
  const prefix = toOwnPrefix(leases.owner)
  const own = {
    isOwn: true,
    prefix,
    toKey: (delivery: Delivery) => prefix + toDeliveryKey(delivery),
    fences: () => [leases.fence(name)],
  }
  const anybodys = { ...all, isOwn: false }
  return { own, choose: (count) => (hasRoom(count) && leases.isHeld(name) ? own : anybodys) }
}
