import type { BundleRecord } from '../record.ts'
import type { Verdict, VerdictState } from './step.ts'

/**
 * Applies a verdict to a record. Returns the same record if nothing changed. Causes are dropped when the status changes.
 * @param confirmations number of blocks after the deciding block until the verdict is final
 */
export function settle(
  record: BundleRecord,
  { status, included, failure }: Verdict,
  state: VerdictState,
  confirmations: number,
): BundleRecord {
  const mined = state.blocks.flatMap((block) =>
    block.mined.map(({ hash, succeeded, gasUsed }) => ({ hash, block: block.number, succeeded, gasUsed })),
  )
  const last = included?.number ?? failure?.block ?? state.terms.targets.at(-1) ?? 0
  const includedBlock = included?.number ?? null
  const next: BundleRecord = {
    ...record,
    status,
    failure,
    mined,
    includedBlock,
    includedAt: included?.timestamp ?? null,
    causes: status === record.status ? record.causes : null,
    isFinal: status !== 'pending' && state.head >= last + confirmations,
  }
  return JSON.stringify(next) === JSON.stringify(record) ? record : next
}
