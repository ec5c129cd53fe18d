import { expect, it } from 'vitest'
import { computeWorth } from './worth.ts'

const day = 86_400
const toUsd = (amount: bigint, priceUsd: number) => Number(amount) * priceUsd
const days = [
  { startMs: 10 * day * 1000, close: 100 },
  { startMs: 11 * day * 1000, close: 200 },
]
const first = { value: 3n, fee: 1n, time: 10 * day }
const second = { value: 5n, fee: 0n, time: 12 * day - 1 }
const unknown = { value: 2n, fee: 0n, time: 9 * day }

it.each([
  ['each at the price of its day', [first, second], 150, { volumeUsd: 1300, feesUsd: 100, basis: 'day' }],
  [
    'all at present where a day is not known',
    [first, unknown],
    150,
    { volumeUsd: 750, feesUsd: 150, basis: 'present' },
  ],
  ['what moves nothing takes no price', [first, { ...unknown, value: 0n }], null, { volumeUsd: 300, feesUsd: 100 }],
  ['neither is known', [first, unknown], null, null],
  ['nothing was moved', [], null, { volumeUsd: 0, feesUsd: 0, basis: 'day' }],
])('%s', (_, movements, presentUsd, expected) => {
  const worth = computeWorth(movements, days, presentUsd, toUsd)
  if (expected === null) expect(worth).toBeNull()
  else expect(worth).toMatchObject(expected)
})
