import type { BundleRecord } from '../record.ts'
import type { Verdict, VerdictState } from './step.ts'

/**
 * A record with a verdict; the same one where nothing has changed. Reasons of a verdict that holds no more are dropped.
 * @param confirmations blocks above the last that counts, after which the verdict is final
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
