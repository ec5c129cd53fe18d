import type { GasReading } from '@outrigger/api'
import { contract, encode, type Response } from '@outrigger/api/contract'
import type { BeaconStatus, GasPrice, LrtRates } from '@outrigger/oracle'

export const toWireGasPrice = (
  price: Omit<GasPrice, 'baseFeeMismatch' | 'inclusion'> & Pick<GasReading, 'inclusion'>,
): Response<'oracleGas'> => encode(contract.oracleGas.response, { ...price, ...price.tiers })

export const toWireLrtRates = (answer: Omit<LrtRates, 'blockNumber' | 'skipped'>): Response<'oracleLrtRates'> =>
  encode(contract.oracleLrtRates.response, answer)

export const toWireBeaconStatus = (
  status: Omit<BeaconStatus, 'syncStatus'> & { readonly syncStatus: string },
): Response<'oracleBeaconStatus'> => encode(contract.oracleBeaconStatus.response, status)
