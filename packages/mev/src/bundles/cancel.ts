import { type BundleRecord, mayHold } from './record.ts'
import { type Addressed, fanOut } from './relays/fanOut.ts'
import type { Relay } from './relays/relay.ts'
import { toCancelPrivateRequest, toCancelRequest } from './relays/requests.ts'

export type Cancellation = { readonly cancelled: boolean; readonly message: string }

/** Asks every relay that may have a bundle to forget it. It is cancelled if each of them says that it has. */
export async function requestCancel(
  { kind, hash, uuid, submissions }: BundleRecord,
  relays: readonly Relay[],
): Promise<Cancellation> {
  const holding = new Map(submissions.filter(mayHold).map(({ relay, block }) => [relay, block]))
  const left: string[] = []
  const addressed = [...holding].flatMap(([name, block]): readonly Addressed[] => {
    const relay = relays.find(({ profile }) => profile.name === name)
    const request =
      relay === undefined
        ? null
        : kind === 'private'
          ? toCancelPrivateRequest(relay.profile, hash)
          : toCancelRequest(relay.profile, uuid, block)
    if (relay !== undefined && request !== null) return [{ relay, request }]
    left.push(`${name} takes ${kind === 'private' ? 'no private transaction' : 'nothing'} back`)
    return []
  })
  await fanOut(addressed, ({ profile }, { outcome, message, result }) => {
    if (outcome !== 'accepted') left.push(`${profile.name}: ${message}`)
    // Flashbots says so of a private transaction that it has handed on.
    else if (result === false) left.push(`${profile.name}: it cannot take it back any more`)
  })
  if (left.length > 0)
    return {
      cancelled: false,
      message: `It may still be included. ${left.join('; ')}. It is sent for no further block.`,
    }
  const names = [...holding.keys()].join(', ')
  return {
    cancelled: true,
    message:
      holding.size === 0 ? 'No relay had it.' : `Taken back by ${names}. A block that is being built may have it.`,
  }
}
