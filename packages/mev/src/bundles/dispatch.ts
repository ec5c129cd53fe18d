import type { Clock } from '@outrigger/core'
import { sleep } from '@outrigger/core'
import type { PrivacyHint } from './bundle.ts'
import type { Journal } from './journal.ts'
import { type BundleRecord, type Submission, toRecordId } from './record.ts'
import type { RelayReply } from './relays/exchange.ts'
import { type Addressed, fanOut } from './relays/fanOut.ts'
import type { Relay } from './relays/relay.ts'
import {
  type BundleOrder,
  explainUnfit,
  type RelayRequest,
  toPrivateRequest,
  toSendRequest,
} from './relays/requests.ts'

type Parts = {
  readonly journal: Journal
  readonly relays: readonly Relay[]
  readonly clock: Clock
  /** Called if a reply cannot be written to the journal. The request itself was sent. */
  readonly onError: (error: unknown) => unknown
}

/** Time that a relay's acceptance waits for the replies of the other relays. */
const graceMs = 100

/**
 * Sends a bundle for one block, or a private transaction, to its relays. Each submission is written to the journal before it is
 * sent, and a submission that is already in the journal is not sent again. Resolves after all relays have replied, or 100 ms
 * after the first acceptance. Later replies are written when they arrive.
 */
export async function dispatch(record: BundleRecord, block: number, parts: Parts): Promise<void> {
  const { journal, relays, clock, onError } = parts
  const id = toRecordId(record)
  const plans = relays
    .filter(({ profile }) => record.relays.includes(profile.name))
    .map((relay) => ({ relay, ...toPlan(relay, record, block) }))
  const nowMs = clock.now()
  const submissions = plans.map(({ relay, unfit }): Submission => {
    const sent = { relay: relay.profile.name, block, message: unfit, sentAtMs: nowMs, answeredAtMs: null }
    return { ...sent, outcome: unfit === null ? 'sending' : 'unfit' }
  })
  const claimed = await journal.claim(id, block, submissions)
  const addressed = plans.flatMap(({ relay, request }): readonly Addressed[] =>
    request !== null && claimed.includes(relay.profile.name) ? [{ relay, request }] : [],
  )
  const writes: Promise<unknown>[] = []
  let resolveFirst = () => {}
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve
  })
  const all = fanOut(addressed, ({ profile }, reply) => {
    writes.push(write(journal, id, { block, relay: profile.name, reply }).catch(onError))
    if (reply.outcome === 'accepted') resolveFirst()
  }).then(() => Promise.all(writes))
  await Promise.race([all, first.then(() => sleep(graceMs)).then(() => Promise.all(writes))])
}

type Plan = { readonly request: RelayRequest | null; readonly unfit: string | null }

function toPlan({ profile }: Relay, record: BundleRecord, block: number): Plan {
  if (record.kind === 'private') {
    const { raw } = record.transactions[0] as BundleRecord['transactions'][number]
    const hints = (record.hints ?? []) as readonly PrivacyHint[]
    const request = toPrivateRequest(profile, { raw, maxBlock: record.targets.at(-1) ?? block, hints })
    return { request, unfit: request === null ? 'the relay does not accept private transactions' : null }
  }
  const { transactions, uuid, minTimestamp, maxTimestamp, refund } = record
  const order: BundleOrder = {
    transactions,
    block,
    uuid,
    ...(minTimestamp !== undefined && { minTimestamp }),
    ...(maxTimestamp !== undefined && { maxTimestamp }),
    ...(refund && { refund }),
  }
  const unfit = explainUnfit(profile, order)
  return { request: unfit === null ? toSendRequest(profile, order) : null, unfit }
}

type Replied = { readonly block: number; readonly relay: string; readonly reply: RelayReply }

function write(journal: Journal, id: string, { block, relay, reply }: Replied): Promise<unknown> {
  const { outcome, message, sentAtMs, answeredAtMs } = reply
  return journal.update(id, (current) => {
    if (current === undefined) return undefined
    const submissions = current.submissions.map((one) =>
      one.relay === relay && one.block === block ? { ...one, outcome, message, sentAtMs, answeredAtMs } : one,
    )
    return { ...current, submissions }
  })
}
