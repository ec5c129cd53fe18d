import type { Clock } from '@outrigger/core'
import type { ApiKey } from '../keyring.ts'
import type { Used } from '../ledger/balances.ts'
import { computeLimits, type TierSettings } from '../tiers.ts'
import { type Entry, type KeyState, listBuckets } from './keyStates.ts'
import { createPoolLines, type HeaderList, toLevelText, toLines, toPolicyText, toPoolHeaders } from './limitHeaders.ts'

/** What every answer says of the limits of its caller. */
export type KeyHeaders = {
  /** Of a caller without a key: the pools that a free key has. */
  headers(key: ApiKey | undefined, entry: Entry): HeaderList
  /** The same as lines of a head. */
  headerLines(key: ApiKey | undefined, entry: Entry): string
}

type Parts = {
  readonly open: (key: ApiKey) => KeyState
  readonly used: (keyId: string) => Used
  readonly settings: TierSettings | undefined
  readonly clock: Clock
  readonly getResetMs: (nowMs: number) => number
}

export function createKeyHeaders({ open, used, settings, clock, getResetMs }: Parts): KeyHeaders {
  function getUnusedHeaders(nowMs: number): string[] {
    const { monthlyCu, monthlyTraceCu } = computeLimits({ tier: 'free' }, settings)
    const unused = { cuLimit: monthlyCu, cuUsed: 0, traceLimit: monthlyTraceCu, traceUsed: 0 }
    return toPoolHeaders({ ...unused, resetMs: getResetMs(nowMs) })
  }
  /** What a key has left in the buckets of its rates; null for one without limits. */
  function getRates(state: KeyState, entry: Entry, nowMs: number) {
    const known = state.policies[entry]
    if (known === '') return null
    const levels = listBuckets(state, entry, nowMs)
    const policy = known ?? toPolicyText(levels)
    state.policies[entry] = policy
    return policy === '' ? null : { policy, level: toLevelText(levels) }
  }

  return {
    headers(key, entry) {
      const nowMs = clock.now()
      if (key === undefined) return getUnusedHeaders(nowMs)
      const state = open(key)
      const { limits } = state
      const { cu, traceCu } = used(key.id)
      const pools = toPoolHeaders({
        cuLimit: limits.monthlyCu,
        cuUsed: cu,
        traceLimit: limits.monthlyTraceCu,
        traceUsed: traceCu,
        resetMs: getResetMs(nowMs),
      })
      const rates = getRates(state, entry, nowMs)
      return rates === null ? pools : [...pools, 'ratelimit-policy', rates.policy, 'ratelimit', rates.level]
    },
    headerLines(key, entry) {
      const nowMs = clock.now()
      if (key === undefined) return toLines(getUnusedHeaders(nowMs))
      const state = open(key)
      const { cu, traceCu: traceUsed } = used(key.id)
      const resetMs = getResetMs(nowMs)
      if (state.lines?.traceUsed !== traceUsed || state.lines.resetMs !== resetMs) {
        const { monthlyCu: cuLimit, monthlyTraceCu: traceLimit } = state.limits
        state.lines = createPoolLines({ cuLimit, traceLimit, traceUsed, resetMs })
      }
      const rates = getRates(state, entry, nowMs)
      const pools = state.lines.write(cu)
      return rates === null ? pools : `${pools}ratelimit-policy: ${rates.policy}\r\nratelimit: ${rates.level}\r\n`
    },
  }
}
