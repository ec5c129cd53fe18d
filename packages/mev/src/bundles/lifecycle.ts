import type { Clock, ProviderPool } from '@outrigger/core'
import type { Leases } from '@outrigger/core/internal'
import type { PublicClient } from 'viem'
import { type Cancellation, requestCancel } from './cancel.ts'
import { dispatch } from './dispatch.ts'
import { createFollower } from './follower.ts'
import type { Journal } from './journal.ts'
import { createOwnership } from './ownership.ts'
import { type BundleRecord, toRecordId } from './record.ts'
import type { Relay } from './relays/relay.ts'
import { settle } from './verdict/settle.ts'
import { step, toVerdict, type VerdictState } from './verdict/step.ts'
import type { Cause } from './why/cause.ts'
import { explain } from './why/explain.ts'
import { gatherEvidence } from './why/gatherEvidence.ts'

type Parts = {
  readonly pool: ProviderPool
  readonly client: PublicClient
  readonly chainId: number
  readonly journal: Journal
  readonly relays: readonly Relay[]
  readonly clock: Clock
  readonly confirmations: number
  readonly leases: Leases | undefined
  /** Called after a record's status or causes changed. */
  readonly onChange: (record: BundleRecord) => void
  readonly onError: (error: unknown) => void
}

export type Lifecycle = {
  send(record: BundleRecord): Promise<BundleRecord>
  cancel(record: BundleRecord): Promise<Cancellation>
  explain(record: BundleRecord): Promise<readonly Cause[]>
  /** Resumes the bundles that were open when the previous process ended. Resolves after the current head was processed. */
  resume(): Promise<void>
  close(): Promise<void>
}

/** Records are kept for 30 days. */
const retentionMs = 30 * 86_400_000

/** Sends, follows, explains and cancels bundles until their verdict is final. */
export function createLifecycle(parts: Parts): Lifecycle {
  const { journal, relays, clock, onChange } = parts
  let isClosed = false
  const onError = (error: unknown) => isClosed || parts.onError(error)
  const background = createBackground(onError)
  const follower = createFollower({ ...parts, onError, onState, onHead })
  const ownership = createOwnership({ journal, leases: parts.leases, onOwn: follower.follow })
  const { own, isOwn } = ownership

  async function onState(id: string, state: VerdictState, confirmed: number): Promise<boolean> {
    const toNext = (record: BundleRecord) => {
      const isCancelled = record.cancellation?.cancelled === true
      return settle(record, toVerdict(isCancelled ? step(state, { type: 'cancelled' }) : state), state, confirmed)
    }
    const before = await journal.get(id)
    if (before === undefined || !isOwn(before)) return true
    if (toNext(before) === before) return before.isFinal
    const next = await journal.update(id, (current) => (current && isOwn(current) ? toNext(current) : current))
    if (next === undefined || !isOwn(next)) return true
    if (before.status !== next.status || before.includedBlock !== next.includedBlock) onChange(next)
    if (isNotIncluded(next) && next.causes === null) background.run(() => explainRecord(next))
    return next.isFinal
  }

  async function explainRecord(record: BundleRecord): Promise<readonly Cause[]> {
    const causes = explain(await gatherEvidence(record, { ...parts, seenAtMs: follower.seenAtMs }))
    // A reorg may have changed the status meanwhile.
    const next = await journal.update(toRecordId(record), (current) =>
      current?.status === record.status ? { ...current, causes } : current,
    )
    if (next?.causes) onChange(next)
    return causes
  }

  /** Sends each bundle for the next block if that block is one of its targets. */
  function onHead(ids: readonly string[], head: number): void {
    for (const id of ids)
      background.run(async () => {
        const record = await journal.get(id)
        if (record?.kind !== 'bundle' || record.status !== 'pending' || record.cancellation !== null) return
        if (!isOwn(record)) return
        const isSent = record.submissions.some(({ block }) => block === head + 1)
        if (record.targets.includes(head + 1) && !isSent) await dispatch(record, head + 1, { ...parts, onError })
      })
  }

  return {
    async send(record) {
      const id = toRecordId(record)
      const stored = (await journal.update(id, (current) => own(merge(current, record)))) ?? record
      // Not awaited because a slow provider must not delay the requests to relays.
      void follower.follow(stored)
      await dispatch(stored, record.targets[0] ?? 0, { ...parts, onError })
      return (await journal.get(id)) ?? stored
    },
    async cancel(sent) {
      const id = toRecordId(sent)
      const request = {
        requestedAtMs: clock.now(),
        cancelled: false,
        message: 'Cancellation requested from the relays.',
      }
      // Written before the requests, so that the bundle is not sent again meanwhile.
      const record = await journal.update(id, (current) => current && own({ ...current, cancellation: request }))
      const answer = await requestCancel(record as BundleRecord, relays)
      const cancellation = { ...request, ...answer }
      const known = await journal.update(id, (current) => current && { ...current, cancellation })
      if (known !== undefined) await follower.follow(known)
      return answer
    },
    explain: explainRecord,
    async resume() {
      await journal.prune(clock.now() - retentionMs)
      await ownership.adoptOrphans()
      if (!isClosed) await follower.caughtUp()
    },
    async close() {
      isClosed = true
      ownership.close()
      await follower.close()
      await background.settled()
    },
  }
}

/** Runs tasks in the background. `settled` waits for all of them. */
function createBackground(onError: (error: unknown) => unknown) {
  const tasks = new Set<Promise<unknown>>()
  return {
    run(work: () => Promise<unknown>): void {
      const task: Promise<unknown> = work()
        .catch(onError)
        .finally(() => tasks.delete(task))
      tasks.add(task)
    },
    settled: () => Promise.all(tasks),
  }
}

/** True if the bundle missed its blocks and the cause can be explained. */
export const isNotIncluded = ({ status }: BundleRecord): boolean => status === 'failed' || status === 'expired'

/** Merges a repeated submission of the same transactions into the existing record. */
function merge(current: BundleRecord | undefined, record: BundleRecord): BundleRecord {
  if (current === undefined) return record
  const { submissions } = current
  if (current.isFinal) return { ...record, submissions }
  // All relays cancelled the bundle. Under a new uuid they treat it as a new bundle.
  if (current.cancellation?.cancelled)
    return { ...record, submissions: submissions.filter(({ block }) => !record.targets.includes(block)) }
  const targets = [...new Set([...current.targets, ...record.targets])].sort((a, b) => a - b)
  const relays = [...new Set([...current.relays, ...record.relays])]
  const isOpenAgain = current.status === 'expired'
  return { ...current, targets, relays, cancellation: null, ...(isOpenAgain && { status: 'pending', causes: null }) }
}
