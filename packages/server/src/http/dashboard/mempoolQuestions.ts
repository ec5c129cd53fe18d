import type { Classification, MempoolEvent, MempoolTransaction, MempoolWatcher } from '@outrigger/mempool'
import { type Address, type Hex, isAddress } from 'viem'
import { toEther, toSnakeCase, toWireTransaction } from '../../api/mempoolWire.ts'
import { ServiceError } from '../../errors/serviceError.ts'
import { type Mempools, openMempool } from '../../node/mempools.ts'
import { keepLifecycles, type Lifecycles } from './lifecycles.ts'
import type { Question } from './question.ts'

type Parts = { readonly mempools: Mempools }

class UnknownTransactionError extends ServiceError {
  readonly code = 'NOT_FOUND'
  constructor(chain: string, hash: string) {
    super(`No transaction ${hash.slice(0, 80)} was pending on ${chain} of late.`)
  }
}

const toIso = (ms: number) => new Date(ms).toISOString()

/** Reports the transitions of pending transactions, and all details of one transaction. */
export function createMempoolQuestions({ mempools }: Parts): readonly Question[] {
  const kept = new WeakMap<MempoolWatcher, Lifecycles>()

  async function open(chain: string): Promise<{ readonly watcher: MempoolWatcher; readonly lifecycles: Lifecycles }> {
    const { watcher } = await openMempool(mempools, chain)
    const lifecycles = kept.get(watcher) ?? keepLifecycles(watcher)
    kept.set(watcher, lifecycles)
    return { watcher, lifecycles }
  }

  const shared = { scopes: ['read:blockchain'], area: 'mempool' } as const
  return [
    {
      ...shared,
      path: '/dashboard/mempool/:chain',
      async answer({ chain = '' }) {
        const { lifecycles } = await open(chain)
        const sinceMs = lifecycles.sinceMs()
        return {
          chain,
          since: sinceMs === null ? null : toIso(sinceMs),
          counts: toSnakeCase<number>(lifecycles.counts() as Record<string, number>),
          latest: lifecycles.latest().map((event) => ({
            hash: event.entry.transaction.hash,
            tx_type: event.entry.classification.type,
            ...toWireStep(event),
          })),
        }
      },
    },
    {
      ...shared,
      path: '/dashboard/mempool/:chain/transactions/:hash',
      async answer({ chain = '', hash = '' }) {
        const { watcher, lifecycles } = await open(chain)
        const entry = watcher.get(hash.toLowerCase() as Hex)
        if (entry === null) throw new UnknownTransactionError(chain, hash)
        return {
          chain,
          transaction: toWireTransaction(entry),
          ...toWireDecoded(entry, watcher),
          nonce_state: watcher.nonceState(entry.transaction.hash),
          steps: lifecycles.of(entry.transaction.hash).map(toWireStep),
        }
      },
    },
  ]
}

function toWireStep({ atMs, transition }: MempoolEvent) {
  const { kind } = transition
  return {
    timestamp: toIso(atMs),
    kind,
    ...('by' in transition && { by: transition.by }),
    ...('reason' in transition && { reason: transition.reason }),
    ...('block' in transition && { block_number: Number(transition.block.number) }),
  }
}

/** Returns every action with its source. Its details are in `fields`. */
function toWireDecoded({ classification, movedValue, provider }: MempoolTransaction, watcher: MempoolWatcher) {
  const { rule, actions, undecoded } = classification
  const known = [...new Set(actions.flatMap(toTokens))].map((token) => [token, watcher.token(token)] as const)
  return {
    rule,
    provider,
    tokens: Object.fromEntries(known.filter(([, token]) => token !== null)),
    moved_eth: toEther(movedValue.wei),
    moved_is_complete: movedValue.isComplete,
    actions: actions.map(({ kind, protocol, function: name, target, depth, ...fields }) => ({
      kind,
      protocol,
      function: name,
      target,
      depth,
      fields: toPlain(fields),
    })),
    undecoded: undecoded.map(toPlain),
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
