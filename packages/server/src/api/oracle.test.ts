import { toOutcome } from '@outrigger/api/internal'
import { createRestPool } from '@outrigger/core'
import {
  type BeaconOracle,
  BeaconUnavailableError,
  createGasOracle,
  EthPriceError,
  GasUnavailableError,
  type LrtOracle,
  LrtUnavailableError,
} from '@outrigger/oracle'
import { BeaconAnswerError, LrtRateError } from '@outrigger/oracle/internal'
import { expect, it } from 'vitest'
import type { ServiceError } from '../errors/serviceError.ts'
import { createOracleApi } from './oracle.ts'

it.each([
  new EthPriceError('it is a day old'),
  new LrtRateError([]),
  new LrtUnavailableError(null),
  new BeaconUnavailableError(null),
  new BeaconAnswerError('/eth/v1/node/syncing', null),
  new GasUnavailableError('ethereum', null),
])('says $name as service_unavailable, with its reason', async (error) => {
  await using gas = createGasOracle({ pools: [] })
  await using pool = createRestPool({ name: 'ethereum', endpoints: ['http://127.0.0.1:1'], probePath: '/' })
  const failing = { get: () => Promise.reject(error), peek: () => undefined, clear: () => false }
  const api = createOracleApi({
    pools: { ethereum: pool } as never,
    familyPools: {},
    beaconPool: null,
    gas: { ...gas, ...failing, clear: () => [] },
    lrt: failing as unknown as LrtOracle,
    beacon: failing as unknown as BeaconOracle,
    clock: { now: () => 0 },
    storeCounts: { failingSinceMs: () => null },
  })
  const caller = { key: null }
  const asked = [
    () => api.oracleGas({ chain: 'ethereum' }, caller),
    () => api.oracleLrtRates({}, caller),
    () => api.oracleLrtRates({ tokens: 'weETH' }, caller),
    () => api.oracleBeaconStatus({}, caller),
  ]
  for (const ask of asked) {
    const thrown = (await Promise.resolve(ask()).catch((caught: unknown) => caught)) as ServiceError
    expect(thrown.message).toBe(error.message)
    expect(toOutcome(thrown.code, 'flat')).toEqual({ status: 503, code: 'service_unavailable' })
  }
})
