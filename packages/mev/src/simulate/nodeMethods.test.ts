import { expect, it } from 'vitest'
import { toGasLimits } from './nodeMethods.ts'

const million = 1_000_000n

it.each([
  { gas: [undefined], limits: [16_777_216n] },
  { gas: [undefined, undefined, undefined, undefined], limits: [12_500_000n, 12_500_000n, 12_500_000n, 12_500_000n] },
  { gas: [2n * million, undefined], limits: [2n * million, 16_777_216n] },
  { gas: [60n * million], limits: [50n * million] },
  { gas: [60n * million, undefined, undefined], limits: [25n * million, 12_500_000n, 12_500_000n] },
])('shares the gas of a request between its transactions: $gas', ({ gas, limits }) => {
  expect(toGasLimits(gas)).toEqual(limits)
})
