import { mempoolChains } from '@outrigger/api/contract'
import { chains } from '@outrigger/core'
import { expect, it } from 'vitest'
import { toCurrency } from './currency.ts'

it('knows the native currency of each chain with a mempool', () => {
  const known = mempoolChains.map((chain) => [chain, chains[chain].nativeCurrency.symbol])
  expect(mempoolChains.map((chain) => [chain, toCurrency(chain)])).toEqual(known)
})
