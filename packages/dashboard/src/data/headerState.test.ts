import { expect, it } from 'vitest'
import { toHeaderState } from './headerState.ts'
import type { ChainState, NodeState } from './outages.ts'

const chain = (change: Partial<ChainState> = {}): ChainState => ({
  chain_id: 1,
  endpoints: 2,
  unavailable_endpoints: 0,
  newest_block: 1,
  newest_block_at: null,
  outage: null,
  ...change,
})
const say = (ethereum: ChainState, rest: Partial<NonNullable<NodeState['answer']>> = {}) =>
  toHeaderState({
    silentSinceMs: undefined,
    answer: {
      overall_status: 'healthy',
      timestamp: '',
      providers: {},
      started_at: '',
      store_failing_since: null,
      chains: { ethereum, base: chain() },
      ...rest,
    },
  })
const none = { kind: 'unavailable', since: null, reason: null } as const

it('says connected only if the node, all providers and the store work', () => {
  expect(say(chain())).toEqual({ level: 'good', text: 'connected' })
  expect(say(chain({ unavailable_endpoints: 1 }))).toEqual({
    level: 'warn',
    text: '1 of 2 providers of ethereum fails',
  })
  expect(say(chain({ endpoints: 4, unavailable_endpoints: 3 })).text).toBe('3 of 4 providers of ethereum fail')
  expect(say(chain(), { store_failing_since: '2026-01-01T00:00:00Z' })).toEqual({ level: 'bad', text: 'store fails' })
  expect(toHeaderState({ answer: undefined, silentSinceMs: 1 })).toEqual({ level: 'bad', text: 'node does not answer' })
})

it('names a chain without a provider once', () => {
  expect(say(chain({ unavailable_endpoints: 2, outage: none }))).toEqual({
    level: 'bad',
    text: 'no provider: ethereum',
  })
})
