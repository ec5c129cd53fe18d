import type { Clock } from '@outrigger/core'
import type { ApiKey } from '../keyring.ts'
import type { Used } from '../ledger/ledger.ts'
import { computeLimits, type TierSettings } from '../tiers.ts'
import { type Entry, type KeyState, listBuckets } from './keyStates.ts'
import { type HeaderList, toLevelText, toLines, toPolicyText, toPoolHeaders } from './limitHeaders.ts'

/** The rate limit headers that every response carries. */
export type KeyHeaders = {
  /** Returns the headers. A caller without a key gets the pools of an unused free key. */
  headers(key: ApiKey | undefined, entry: Entry): HeaderList
  /** Returns the same headers as lines of an HTTP head. */
  headerLines(key: ApiKey | undefined, entry: Entry): string
}

type Parts = {
  readonly open: (key: ApiKey) => KeyState
  readonly used: (keyId: string) => Used
  readonly settings: TierSettings | undefined
  readonly clock: Clock
  readonly getResetMs: (nowMs: number) => number
}

const unused: Used = { cu: 0, traceCu: 0 }

export function createKeyHeaders({ open, used, settings, clock, getResetMs }: Parts): KeyHeaders {
  function headers(key: ApiKey | undefined, entry: Entry): HeaderList {
    const nowMs = clock.now()
    const state = key && open(key)
    const { monthlyCu, monthlyTraceCu } = state?.limits ?? computeLimits({ tier: 'free' }, settings)
    const { cu, traceCu } = key === undefined ? unused : used(key.id)
    const pools = toPoolHeaders({
      cuLimit: monthlyCu,
      cuUsed: cu,
      traceLimit: monthlyTraceCu,
      traceUsed: traceCu,
      resetMs: getResetMs(nowMs),
    })
    if (state === undefined) return pools
    const levels = listBuckets(state, entry, nowMs)
    state.policies[entry] ??= toPolicyText(levels)
    const policy = state.policies[entry]
    return policy === '' ? pools : [...pools, 'ratelimit-policy', policy, 'ratelimit', toLevelText(levels)]
  }
  return { headers, headerLines: (key, entry) => toLines(headers(key, entry)) }
}
