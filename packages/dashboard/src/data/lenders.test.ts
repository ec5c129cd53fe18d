import { expect, it } from 'vitest'
import { isLender, listLenderFilters, toFilterName } from './lenders.ts'

it('offers all versions of a lender together', () => {
  const filters = listLenderFilters(['spark', 'aave_v3', 'aave_v2', 'compound_v3', 'aave_v3'])
  expect(filters).toEqual(['all', 'aave', 'aave_v2', 'aave_v3', 'compound_v3', 'spark'])
  expect(filters.map((filter) => toFilterName(filter, filters))).toEqual([
    ...['All', 'Aave (all versions)', 'Aave V2', 'Aave V3', 'Compound V3', 'Spark'],
  ])
  const matching = (filter: string) => ['spark', 'aave_v3', 'aave_v2'].filter((id) => isLender(id, filter))
  expect(['all', 'aave', 'aave_v2'].map(matching)).toEqual([
    ['spark', 'aave_v3', 'aave_v2'],
    ['aave_v3', 'aave_v2'],
    ['aave_v2'],
  ])
})
