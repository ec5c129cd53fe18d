import { aaveV2Pools, aaveV3Pools, sparkPools } from '@outrigger/calldata'
import { aaveV1Pool } from '@outrigger/calldata/internal'
import type { Address } from 'viem'
import { toToken } from '../flow/nativeToken.ts'
import { addressAt, argumentAddress, topicAddress, uintAt } from '../parse/words.ts'
import { findPaid, findReceived } from './amounts.ts'
import type { LiquidationDefinition } from './liquidation.ts'

const addressesOf = (book: object): ReadonlySet<Address> =>
  new Set(
    Object.values(book).flatMap((pools: readonly { readonly address: Address }[]) =>
      pools.map(({ address }) => address),
    ),
  )
const [v2, v3, spark] = [addressesOf(aaveV2Pools), addressesOf(aaveV3Pools), addressesOf(sparkPools)]

function toProtocol(pool: Address): string {
  if (pool === aaveV1Pool) return 'aave_v1'
  if (spark.has(pool)) return 'spark'
  if (v3.has(pool)) return 'aave_v3'
  return v2.has(pool) ? 'aave_v2' : 'aave_fork'
}

/** Liquidations in all versions of Aave, Spark and other forks. */
export const aave: readonly LiquidationDefinition[] = [
  {
    // v2 and v3: (collateral, debt, user) indexed; (debtToCover, collateralAmount, liquidator, receiveAToken)
    event: 'LiquidationCall(address,address,address,uint256,uint256,address,bool)',
    decode: ({ address, topics, data }) => ({
      protocol: toProtocol(address),
      lender: address,
      liquidator: addressAt(data, 2),
      borrower: topicAddress(topics[3]),
      debtToken: topicAddress(topics[2]),
      debtAmount: uintAt(data, 0),
      collateralToken: topicAddress(topics[1]),
      collateralAmount: uintAt(data, 1),
    }),
  },
  {
    // v1: emitted by the core contract, with the liquidator as fourth parameter.
    event: 'LiquidationCall(address,address,address,uint256,uint256,uint256,address,bool,uint256)',
    decode: ({ address, topics, data }, _flow, wrappedNative) => ({
      protocol: 'aave_v1',
      lender: address,
      liquidator: addressAt(data, 3),
      borrower: topicAddress(topics[3]),
      debtAmount: uintAt(data, 0),
      collateralAmount: uintAt(data, 1),
      debtToken: toToken(topicAddress(topics[2]), wrappedNative),
      collateralToken: toToken(topicAddress(topics[1]), wrappedNative),
    }),
  },
  {
    call: 'liquidationCall(address,address,address,uint256,bool)',
    decode: ({ from, to, input }, flow, wrappedNative) => {
      const collateralToken = toToken(argumentAddress(input, 0), wrappedNative)
      const debtToken = toToken(argumentAddress(input, 1), wrappedNative)
      return {
        protocol: toProtocol(to),
        lender: to,
        liquidator: from,
        borrower: argumentAddress(input, 2),
        debtToken,
        debtAmount: findPaid(flow, debtToken, from),
        collateralToken,
        collateralAmount: findReceived(flow, collateralToken, from),
      }
    },
  },
]
