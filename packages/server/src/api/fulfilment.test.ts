import { alertMetrics as knownAlertMetrics } from '@outrigger/alerts'
import { alertMetrics, chainNames, dexIds, lendingIds, type ServedId, transactionTypes } from '@outrigger/api/contract'
import { dexIds as knownDexIds } from '@outrigger/calldata'
import { chains } from '@outrigger/core'
import { lendingProtocols } from '@outrigger/defi'
import { transactionTypes as knownTypes } from '@outrigger/mempool'
import { expect, it } from 'vitest'
import type { Api } from './fulfilment.ts'

it('of the contract does not compile with an endpoint missing', () => {
  const missing = {} as Omit<Api, 'oracleGas'>
  // @ts-expect-error the gas endpoint is promised as served
  const api: Api = missing
  // @ts-expect-error an endpoint that was removed has no fulfilment
  const id: ServedId = 'blockchainStatus'
  expect([api, id]).toBeDefined()
})

it.each([
  ['chainNames', chainNames, Object.keys(chains)],
  ['alertMetrics', alertMetrics, knownAlertMetrics],
  ['dexIds', dexIds, knownDexIds],
  ['lendingIds', lendingIds, lendingProtocols.map(({ id }) => id)],
  ['transactionTypes', transactionTypes, knownTypes],
])('%s of the contract (packages/api/src/contract/vocabulary.ts) are what the registry has', (_, promised, known) => {
  expect(promised).toEqual(known)
})
