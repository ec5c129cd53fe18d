import type { Response } from '@outrigger/api/contract'
import type { BundleRecord, BundleSimulation, Cause, StateChange } from '@outrigger/mev/bundles'
import { formatEther } from 'viem'

type Bundle = Response<'mevBundle'>

const toTime = (ms: number) => new Date(ms).toISOString()

const toSubmissions = ({ submissions }: BundleRecord): Bundle['submissions'] =>
  submissions.map(({ relay, block, outcome, message, sentAtMs, answeredAtMs }) => ({
    relay,
    block_number: block,
    outcome,
    message,
    latency_ms: answeredAtMs === null ? null : Math.max(0, Math.round(answeredAtMs - sentAtMs)),
  }))

export function toWireSubmitted(record: BundleRecord, simulation: BundleSimulation | null): Response<'mevSubmit'> {
  return {
    bundle_hash: record.hash,
    relay: record.relays.join(','),
    target_block: record.targets.at(-1) ?? 0,
    transactions: record.transactions.map(({ hash }, index) => ({ hash, index })),
    simulation: simulation && {
      success: simulation.success,
      coinbase_diff: String(simulation.coinbaseDiff),
      gas_used: Number(simulation.gasUsed),
      state_changes: toAllChanges(simulation),
    },
    submitted_at: toTime(record.submittedAtMs),
    submissions: toSubmissions(record),
  }
}

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

export function toWireSimulation(simulation: BundleSimulation): Response<'mevSimulate'> {
  const { success, method, blockNumber, stateBlockNumber, results, gasUsed, coinbaseDiff } = simulation
  return {
    success,
    method,
    simulation_block: Number(blockNumber),
    state_block: Number(stateBlockNumber),
    results: results.map((one) => ({
      tx_hash: one.hash,
      success: one.success,
      error: one.error,
      gas_used: Number(one.gasUsed),
      gas_price: String(one.gasPrice),
      coinbase_diff: String(one.coinbaseDiff),
      coinbase_transfer: String(one.coinbaseTransfer),
      logs: one.logs?.map((log) => ({ ...log, topics: [...log.topics] })) ?? null,
      state_changes: one.stateChanges && [...one.stateChanges],
    })),
    total_gas_used: Number(gasUsed),
    coinbase_diff: String(coinbaseDiff),
    coinbase_diff_eth: Number(formatEther(coinbaseDiff)),
  }
}

export function toWireBundle(record: BundleRecord): Bundle {
  const { hash, status, targets, includedBlock, includedAt, submittedAtMs, causes } = record
  return {
    bundle_hash: hash,
    status,
    target_block: targets.at(-1) ?? 0,
    included_block: includedBlock,
    transactions: record.transactions.map((one) => toTransaction(one.hash, record)),
    relay: record.relays.join(','),
    submitted_at: toTime(submittedAtMs),
    included_at: includedAt === null ? null : toTime(includedAt * 1000),
    submissions: toSubmissions(record),
    why: causes === null || causes.length === 0 ? null : causes.map(toWireCause),
  }
}

function toTransaction(hash: string, { mined, status }: BundleRecord): Bundle['transactions'][number] {
  const found = mined.find((one) => one.hash === hash)
  if (found === undefined)
    return { hash, status: status === 'pending' ? 'pending' : 'missing', block_number: null, gas_used: null }
  const outcome = found.succeeded ? 'included' : 'reverted'
  return { hash, status: outcome, block_number: found.block, gas_used: Number(found.gasUsed) }
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

export function toWirePrivate(record: BundleRecord): Response<'mevPrivate'> {
  const { hash, status, targets, submittedAtMs } = record
  return {
    tx_hash: hash,
    status,
    max_block: targets.at(-1) ?? 0,
    submitted_at: toTime(submittedAtMs),
    submissions: toSubmissions(record),
  }
}
