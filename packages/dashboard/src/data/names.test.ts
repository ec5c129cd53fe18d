import { expect, it } from 'vitest'
import { toName } from './names.ts'

it.each([
  ['uniswap_v3', 'Uniswap V3'],
  ['sushiswap', 'SushiSwap'],
  ['aave_v3', 'Aave V3'],
  ['universal_router', 'Universal Router'],
])('names %s', (id, name) => expect(toName(id)).toBe(name))
