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
  /** An answer could not be written. What was sent has been sent all the same. */
  readonly onError: (error: unknown) => unknown
}

/** How long an answer that has come waits for those of other relays. */
const patienceMs = 100

/**
 * Sends a bundle for a block, or a private transaction, to its relays: what is about to be sent is written to the journal
 * first, and nothing is sent that has been written there before. Resolves when all have answered, or shortly after the first
 * that took it; the answers of the others are written as they come.
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
  let tellFirst = () => {}
  const first = new Promise<void>((resolve) => {
    tellFirst = resolve
  })
  const all = fanOut(addressed, ({ profile }, reply) => {
    writes.push(write(journal, id, { block, relay: profile.name, reply }).catch(onError))
    if (reply.outcome === 'accepted') tellFirst()
  }).then(() => Promise.all(writes))
  await Promise.race([all, first.then(() => sleep(patienceMs)).then(() => Promise.all(writes))])
}

type Plan = { readonly request: RelayRequest | null; readonly unfit: string | null }

function toPlan({ profile }: Relay, record: BundleRecord, block: number): Plan {
  if (record.kind === 'private') {
    const { raw } = record.transactions[0] as BundleRecord['transactions'][number]
    const hints = (record.hints ?? []) as readonly PrivacyHint[]
    const request = toPrivateRequest(profile, { raw, maxBlock: record.targets.at(-1) ?? block, hints })
    return { request, unfit: request === null ? 'it takes no private transactions' : null }
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
