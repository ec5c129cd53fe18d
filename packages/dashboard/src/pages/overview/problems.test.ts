import { expect, it } from 'vitest'
import { toProblems } from './problems.ts'

it('names only parts that do not work well', () => {
  expect(
    toProblems({
      providers_base: { status: 'unavailable', endpoints: 2, healthy_endpoints: 0 },
      providers_ethereum: { status: 'healthy', endpoints: 2, healthy_endpoints: 2 },
      event_loop: { status: 'degraded', lag_ms: 126.8 },
      store: { status: 'degraded', latency_ms: 1500 },
      rest: { status: 'unavailable' },
    }),
  ).toEqual([
    'base: 0 of 2 providers respond well.',
    'The node reacts late, by 127 ms.',
    'store: degraded. It takes 1.5 s on average.',
    'rest: unavailable.',
  ])
})
