import { contract, encode, type Response } from '@outrigger/api/contract'
import { toZeros } from '@outrigger/api/internal'
import type { Classification, MempoolWatcher } from '@outrigger/mempool'
import { type Address, type Hex, isAddress } from 'viem'
import { ServiceError } from '../errors/serviceError.ts'
import type { Lifecycle, LifecycleStep } from '../node/lifecycles.ts'
import { toSnakeCase } from './mempoolWire.ts'

class UnknownTransactionError extends ServiceError {
  readonly code = 'NOT_FOUND'
  constructor(chain: string, hash: string) {
    super(`No transaction ${hash} is pending on ${chain} or ended recently.`)
  }
}

const lifecycleResponse = contract.mempoolLifecycle.response
const kinds = lifecycleResponse.properties.latest.items.properties.kind.enum

export function toWireLifecycle(chain: string, lifecycle: Lifecycle): Response<'mempoolLifecycle'> {
  return encode(lifecycleResponse, {
    chain,
    sinceMs: lifecycle.sinceMs(),
    counts: { ...toZeros(kinds), ...lifecycle.counts() },
    latest: lifecycle.latest().map(({ entry, ...step }) => ({
      hash: entry.transaction.hash,
      type: entry.classification.type,
      ...toStep(step),
    })),
  })
}

/** @throws {UnknownTransactionError} */
export function toWireDetail(watcher: MempoolWatcher, lifecycle: Lifecycle, hash: Hex): Response<'mempoolTransaction'> {
  const entry = watcher.get(hash)
  if (entry === null) throw new UnknownTransactionError(watcher.chain, hash)
  const { transaction, classification, symbols, priorityScore, firstSeenMs, mev, movedValue, provider } = entry
  const { type, rule, swap, actions, undecoded, unknownDelegates } = classification
  return encode(contract.mempoolTransaction.response, {
    chain: watcher.chain,
    transaction: {
      ...transaction,
      type,
      priorityScore,
      firstSeenMs,
      swap: swap && { ...swap, symbols },
      mev: mev && { ...mev, details: { ...mev.details } },
    },
    rule,
    provider,
    movedValue: movedValue.wei,
    isMovedValueComplete: movedValue.isComplete,
    actions: actions.map(({ kind, protocol, function: name, target, depth, ...fields }) => ({
      kind,
      protocol,
      function: name,
      target,
      depth,
      fields: toPlain(fields),
    })),
    undecoded,
    unknownDelegates,
    tokens: Object.fromEntries(
      [...new Set(actions.flatMap(toTokens))].flatMap((address) => {
        const token = watcher.token(address)
        return token === null ? [] : [[address, token]]
      }),
    ),
    nonceState: watcher.nonceState(hash),
    steps: lifecycle.of(hash).map(toStep),
  })
}

function toStep({ atMs, transition }: LifecycleStep) {
  return {
    timestampMs: atMs,
    kind: transition.kind,
    by: 'by' in transition ? transition.by : null,
    reason: 'reason' in transition ? transition.reason : null,
    blockNumber: 'block' in transition ? transition.block.number : null,
  }
}

/** Lists the tokens that an action names. */
function toTokens(action: Classification['actions'][number]): readonly Address[] {
  const fields = Object.entries(action).filter(([name]) => /token|asset|path/i.test(name))
  return fields
    .flatMap(([, value]) => value)
    .filter((value): value is Address => typeof value === 'string' && isAddress(value, { strict: false }))
}

/** Converts names to those of the API, and amounts to text because JSON numbers would lose digits. */
function toPlain(value: object): Record<string, unknown> {
  const entries = Object.entries(toSnakeCase<unknown>(value as Record<string, unknown>))
  return Object.fromEntries(entries.map(([name, field]) => [name, toText(field)]))
}

function toText(field: unknown): unknown {
  if (typeof field === 'bigint') return String(field)
  if (Array.isArray(field)) return field.map(toText)
  return typeof field === 'object' && field !== null ? toPlain(field) : field
}
