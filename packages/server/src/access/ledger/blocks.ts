import type { Clock, Store } from '@outrigger/core'
import type { Pool, Sum } from './account.ts'
import type { Balances, Booking } from './balances.ts'
import { computeBlock, type KeyUse, leastBlock, type PoolUnits } from './block.ts'
import { type MonthUsage, type OnMonth, toKeyId, toMonthChange, toMonthKey } from './documents.ts'
import type { Nodes } from './nodes.ts'

/** What this node may spend of the pools of keys, where several nodes share them. */
export type Blocks = {
  /** Whether a call may cost so much here. If not, more is asked for. */
  has(keyId: string, pool: Pool, cu: number, limits: PoolUnits): boolean
  /** Takes a block where a key has little left of its own; a look-up in memory else. */
  take(keyId: string, limits: PoolUnits): Promise<void>
  /** Renews what was not renewed with calls, and gives back what nobody asks for any more. */
  renew(): Promise<void>
  /** As that of balances, and takes another block of each key that is written. */
  book(): Booking
  /** From now on all is given back. */
  end(): void
}

type State = {
  readonly keyId: string
  limits: PoolUnits
  month: string
  /** For what is admitted and not in the store; `Infinity` until the first is taken. */
  size: { [pool in Pool]: number }
  /** Whether the last one was all that could be had. */
  isDry: { [pool in Pool]: boolean }
  /** Whether the block is larger than a node may keep while the key is idle. */
  isAmple: boolean
  /** What the dearest call costs that was refused of late, and when one was. */
  wanted: { [pool in Pool]: number }
  wantedAtMs: number
  usedAtMs: number
  renewedAtMs: number
  isWanted: boolean
  taking: Promise<void> | undefined
}

type Parts = {
  readonly store: Store
  readonly balances: Balances
  readonly nodes: Nodes
  /** Never goes back. */
  readonly monotonic: Clock
}

const pools = ['cu', 'trace'] as const
const endless = Number.POSITIVE_INFINITY
const idleAfterMs = 1000
/** As long as a key is known while the store is away. */
const endsAfterMs = 600_000
/** Blocks of idle keys become smaller as the pool does. */
const renewIdleMs = 30_000
/** Others may have given something back by then. */
const retryMs = 1000
/** A caller that was refused comes again a second later. */
const wantedForMs = 3000
const keysPerCommit = 64

export function createBlocks({ store, balances, nodes, monotonic }: Parts): Blocks {
  const states = new Map<string, State>()
  let isEnded = false

  function open(keyId: string, limits: PoolUnits): State {
    const known = states.get(keyId)
    if (known !== undefined && known.month === balances.month()) {
      known.limits = limits
      known.usedAtMs = monotonic.now()
      return known
    }
    const state = createState(keyId, limits, balances.month(), monotonic.now())
    states.set(keyId, state)
    return state
  }
  function toUse({ usedAtMs }: State): KeyUse {
    const idleMs = monotonic.now() - usedAtMs
    if (isEnded || idleMs >= endsAfterMs) return 'ended'
    return idleMs >= idleAfterMs ? 'idle' : 'active'
  }
  /** Whether more is to be taken before a call is let in. */
  function isShort({ keyId, limits, size, isDry, renewedAtMs }: State): boolean {
    if (renewedAtMs === Number.NEGATIVE_INFINITY) return true
    const used = balances.get(keyId)
    const isRecent = monotonic.now() - renewedAtMs < retryMs
    return pools.some((pool) => {
      const left = size[pool] - balances.admitted(keyId, pool)
      const unused = limits[pool] - (pool === 'cu' ? used.cu : used.traceCu)
      return left < leastBlock / 2 && left < unused && !(isRecent && isDry[pool])
    })
  }
  const book = () => bookBlocks({ states, balances, nodes, monotonic, toUse })
  async function renewKeys(keyIds: readonly string[]): Promise<void> {
    for (let first = 0; first < keyIds.length; first += keysPerCommit) {
      const { onMonth, settle } = book()
      const month = balances.month()
      const some = keyIds.slice(first, first + keysPerCommit)
      await store.commit(some.map((keyId) => toMonthChange(toMonthKey(keyId, month), [], onMonth)))
      settle([])
    }
  }

  return {
    has(keyId, pool, cu, limits) {
      const state = open(keyId, limits)
      const size = nodes.isCutOff() ? 0 : state.size[pool]
      if (balances.admitted(keyId, pool) + cu <= size) return true
      want(state, pool, cu, monotonic.now())
      return false
    },
    async take(keyId, limits) {
      if (pools.every((pool) => limits[pool] === endless)) return balances.load(keyId)
      const state = open(keyId, limits)
      if (!isShort(state)) return
      state.taking ??= renewKeys([keyId]).finally(() => {
        state.taking = undefined
      })
      // While the store is away, a key goes on with what it has.
      await state.taking.catch((error) => {
        if (state.renewedAtMs === Number.NEGATIVE_INFINITY) throw error
      })
    },
    async renew() {
      nodes.look()
      const idleSinceMs = monotonic.now() - renewIdleMs
      const due = [...states].filter(([, state]) => {
        const { isWanted, isAmple, renewedAtMs } = state
        return isEnded || isWanted || renewedAtMs < idleSinceMs || (isAmple && toUse(state) !== 'active')
      })
      await renewKeys(due.map(([keyId]) => keyId))
    },
    book,
    end() {
      isEnded = true
    },
  }
}

/** A call that costs so much was refused. */
function want(state: State, pool: Pool, cu: number, nowMs: number): void {
  if (nowMs - state.wantedAtMs >= wantedForMs) state.wanted = { cu: 0, trace: 0 }
  state.wanted[pool] = Math.max(state.wanted[pool], cu)
  state.wantedAtMs = nowMs
  state.isWanted = true
}

type BookParts = Omit<Parts, 'store'> & {
  readonly states: Map<string, State>
  readonly toUse: (state: State) => KeyUse
}

/** Takes another block of each key that is written. */
function bookBlocks(parts: BookParts): Booking {
  const { states, balances, nodes, monotonic, toUse } = parts
  const booking = balances.book()
  const planned = new Map<State, { readonly own: PoolUnits; readonly isAmple: boolean }>()
  const onMonth: OnMonth = (key, found, sums) => {
    booking.onMonth(key, found, sums)
    const keyId = toKeyId(key)
    const state = states.get(keyId)
    if (state === undefined || key !== toMonthKey(keyId, state.month)) return found
    const { own, others, isAmple } = computeOwn(parts, state, found, sums)
    planned.set(state, { own, isAmple })
    const { blocks: _, ...usage } = found
    const stored = toStored(own)
    const next = stored.cu > 0 || stored.trace > 0 ? { ...others, [nodes.owner]: stored } : others
    return Object.keys(next).length === 0 ? usage : { ...usage, blocks: next }
  }
  function settle(sums: readonly Sum[]): void {
    booking.settle(sums)
    for (const [state, { own, isAmple }] of planned) {
      const { keyId } = state
      for (const pool of pools) {
        state.size[pool] = own[pool]
        state.isDry[pool] = own[pool] - balances.admitted(keyId, pool) < leastBlock
      }
      state.renewedAtMs = monotonic.now()
      state.isWanted = false
      state.isAmple = isAmple
      if (toUse(state) === 'ended' && own.cu === 0 && own.trace === 0 && states.get(keyId) === state)
        states.delete(keyId)
    }
  }
  return { onMonth, settle }
}

/** Of the units that a key has not used, those of this node and of the others. */
function computeOwn(
  { balances, nodes, monotonic, toUse }: BookParts,
  state: State,
  { cu, traceCu, blocks = {} }: MonthUsage,
  sums: readonly Sum[],
) {
  const others = Object.entries(blocks).filter(([owner]) => owner !== nodes.owner && !nodes.isGone(owner))
  const own = { cu: 0, trace: 0 }
  const use = toUse(state)
  const isWanting = monotonic.now() - state.wantedAtMs < wantedForMs
  let isAmple = false
  for (const pool of pools) {
    const folded = sums.reduce((total, sum) => (sum.pool === pool ? total + sum.cu : total), 0)
    const pooled = {
      unused: state.limits[pool] - (pool === 'cu' ? cu : traceCu),
      others: others.reduce((total, [, block]) => total + block[pool], 0),
      admitted: balances.admitted(state.keyId, pool) - folded,
      nodes: nodes.count(),
      wanted: isWanting ? state.wanted[pool] : 0,
    }
    const size = computeBlock({ ...pooled, use })
    if (use === 'active' && size > computeBlock({ ...pooled, use: 'idle' })) isAmple = true
    // What is given up may not be spent while it is written.
    state.size[pool] = Math.min(state.size[pool], folded + size)
    own[pool] = size
  }
  return { own, others: Object.fromEntries(others), isAmple }
}

function createState(keyId: string, limits: PoolUnits, month: string, usedAtMs: number): State {
  return {
    keyId,
    limits,
    month,
    usedAtMs,
    renewedAtMs: Number.NEGATIVE_INFINITY,
    size: { cu: endless, trace: endless },
    isDry: { cu: false, trace: false },
    isAmple: false,
    wanted: { cu: 0, trace: 0 },
    wantedAtMs: Number.NEGATIVE_INFINITY,
    isWanted: true,
    taking: undefined,
  }
}

/** JSON has no `Infinity`; nobody needs to know what is taken of a pool that never ends. */
function toStored(own: PoolUnits): PoolUnits {
  const toFinite = (units: number) => (units === endless ? 0 : units)
  return { cu: toFinite(own.cu), trace: toFinite(own.trace) }
}
