import { contract, encode, type Response } from '@outrigger/api/contract'
import type { BundleRecord, BundleSimulation, Cause, StateChange } from '@outrigger/mev/bundles'
import { formatEther } from 'viem'

/** Fields that bundles and private transactions have in common. */
function toSubmitted({ hash, status, relays, targets, submittedAtMs, submissions }: BundleRecord) {
  return {
    hash,
    status,
    relay: relays.join(','),
    targetBlock: targets.at(-1) ?? 0,
    submittedAtMs,
    submissions: submissions.map((one) => ({
      ...one,
      latencyMs: one.answeredAtMs === null ? null : Math.max(0, Math.round(one.answeredAtMs - one.sentAtMs)),
    })),
  }
}

export const toWireSubmitted = (record: BundleRecord, simulation: BundleSimulation | null): Response<'mevSubmit'> =>
  encode(contract.mevSubmit.response, {
    ...toSubmitted(record),
    transactions: record.transactions.map(({ hash }, index) => ({ hash, index })),
    simulation: simulation && { ...simulation, stateChanges: toAllChanges(simulation) },
  })

/** Returns the changes of the whole bundle: each slot from before the first transaction to after the last. */
function toAllChanges({ results }: BundleSimulation): StateChange[] | null {
  if (results.some(({ stateChanges }) => stateChanges === null)) return null
  const whole = new Map<string, StateChange>()
  for (const change of results.flatMap(({ stateChanges }) => stateChanges ?? [])) {
    const key = `${change.address}${change.key}`
    whole.set(key, { ...change, before: whole.get(key)?.before ?? change.before })
  }
  return [...whole.values()].filter(({ before, after }) => before !== after)
}

export const toWireSimulation = (simulation: BundleSimulation): Response<'mevSimulate'> =>
  encode(contract.mevSimulate.response, {
    ...simulation,
    coinbaseDiffEth: Number(formatEther(simulation.coinbaseDiff)),
  })

export function toWireBundle(record: BundleRecord): Response<'mevBundle'> {
  const { includedBlock, includedAt, causes } = record
  return encode(contract.mevBundle.response, {
    ...toSubmitted(record),
    includedBlock,
    transactions: record.transactions.map(({ hash }) => toTransaction(hash, record)),
    includedAtMs: includedAt === null ? null : includedAt * 1000,
    why: causes === null || causes.length === 0 ? null : causes.map(toWireCause),
  })
}

function toTransaction(hash: string, { mined, status }: BundleRecord) {
  const found = mined.find((one) => one.hash === hash)
  if (found === undefined) {
    const outcome = status === 'pending' ? status : 'missing'
    return { hash, status: outcome, blockNumber: null, gasUsed: null } as const
  }
  const outcome = found.succeeded ? 'included' : 'reverted'
  return { hash, status: outcome, blockNumber: found.block, gasUsed: Number(found.gasUsed) } as const
}

const reasons = {
  notSent: 'not_sent',
  late: 'late',
  reverted: 'reverted',
  conflict: 'conflict',
  underpriced: 'underpriced',
  notSimulated: 'not_simulated',
  timestamp: 'timestamp',
  notChosen: 'not_chosen',
} as const satisfies { readonly [kind in Cause['kind']]: string }

function toWireCause({ kind, message, position, transaction, relay }: Cause) {
  return {
    reason: reasons[kind],
    message,
    index: position ?? null,
    transaction: transaction ?? null,
    relay: relay ?? null,
  }
}

export const toWirePrivate = (record: BundleRecord): Response<'mevPrivate'> =>
  encode(contract.mevPrivate.response, toSubmitted(record))
