import { type BundleRecord, mayHaveBundle } from './record.ts'
import { type Addressed, fanOut } from './relays/fanOut.ts'
import type { Relay } from './relays/relay.ts'
import { toCancelPrivateRequest, toCancelRequest } from './relays/requests.ts'

export type Cancellation = { readonly cancelled: boolean; readonly message: string }

/** Requests cancellation from every relay that may have the bundle. The bundle counts as cancelled only if all relays confirm. */
export async function requestCancel(
  { kind, hash, uuid, submissions }: BundleRecord,
  relays: readonly Relay[],
): Promise<Cancellation> {
  const lastBlocks = new Map(submissions.filter(mayHaveBundle).map(({ relay, block }) => [relay, block]))
  const failures: string[] = []
  const addressed = [...lastBlocks].flatMap(([name, block]): readonly Addressed[] => {
    const relay = relays.find(({ profile }) => profile.name === name)
    const request =
      relay === undefined
        ? null
        : kind === 'private'
          ? toCancelPrivateRequest(relay.profile, hash)
          : toCancelRequest(relay.profile, uuid, block)
    if (relay !== undefined && request !== null) return [{ relay, request }]
    failures.push(`${name} cannot cancel ${kind === 'private' ? 'private transactions' : 'bundles'}`)
    return []
  })
  await fanOut(addressed, ({ profile }, { outcome, message, result }) => {
    if (outcome !== 'accepted') failures.push(`${profile.name}: ${message}`)
    // Flashbots returns false for a private transaction that it already forwarded.
    else if (result === false) failures.push(`${profile.name}: the relay can no longer cancel it`)
  })
  if (failures.length > 0)
    return {
      cancelled: false,
      message: `The bundle may still be included. ${failures.join('; ')}. It is not sent again.`,
    }
  const names = [...lastBlocks.keys()].join(', ')
  return {
    cancelled: true,
    message:
      lastBlocks.size === 0
        ? 'No relay had the bundle.'
        : `Cancelled by ${names}. A block in progress may still include it.`,
  }
}
