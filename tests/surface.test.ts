import { expect, it } from 'vitest'
import { findBreaks } from '../scripts/release/surface.mjs'

const before = [
  'core PoolOptions: chain endpoints? retries?',
  'core PoolReport: chain head status',
  'core createProviderPool: options',
  'rest GET /v1/gas/{chain} answer: base_fee tiers',
  'rest GET /v1/gas/{chain} parameters: chain urgency?',
]

it('permits new names, optional parameters and fields of answers', () => {
  const after = [
    'core PoolOptions: chain endpoints? retries? timeoutMs?',
    'core PoolReport: age chain head status',
    'core createOther: options',
    'core createProviderPool: options',
    'rest GET /v1/gas/{chain} answer: base_fee blob_fee tiers',
    'rest GET /v1/gas/{chain} parameters: block? chain urgency?',
  ]
  expect(findBreaks(before, after)).toEqual([])
})

it('reports what is gone, renamed, or required now', () => {
  const after = [
    'core PoolOptions: chain client endpoints? retries?',
    'core PoolReport: chain latest status',
    'rest GET /v1/gas/{chain} answer: tiers',
    'rest GET /v1/gas/{chain} parameters: chain urgency',
  ]
  expect(findBreaks(before, after)).toEqual([
    { name: 'core PoolOptions', what: 'requires client' },
    { name: 'core PoolReport', what: 'lost head' },
    { name: 'core createProviderPool', what: 'is gone' },
    { name: 'rest GET /v1/gas/{chain} answer', what: 'lost base_fee' },
    { name: 'rest GET /v1/gas/{chain} parameters', what: 'lost urgency?' },
    { name: 'rest GET /v1/gas/{chain} parameters', what: 'requires urgency' },
  ])
})
