import { addressAt, argumentAddress, argumentUint, topicAddress, uintAt } from '../parse/words.ts'
import { findReceived, findToken } from './amounts.ts'
import { type LiquidationDefinition, unknownSides } from './liquidation.ts'

/** Liquidations in Compound v2 and its forks (Cream, Venus, …), whose functions return an error code, and in Comet. */
export const compound: readonly LiquidationDefinition[] = [
  {
    // (liquidator, borrower, repayAmount, cTokenCollateral, seizeTokens)
    event: 'LiquidateBorrow(address,address,uint256,address,uint256)',
    decode: ({ address, data }, flow) => ({
      protocol: 'compound_v2',
      lender: address,
      liquidator: addressAt(data, 0),
      borrower: addressAt(data, 1),
      debtToken: findToken(flow, uintAt(data, 2), { to: address }),
      debtAmount: uintAt(data, 2),
      collateralToken: addressAt(data, 3),
      collateralAmount: uintAt(data, 4),
    }),
  },
  {
    call: 'liquidateBorrow(address,uint256,address)',
    decode: ({ from, to, input, output }, flow) => {
      if (uintAt(output, 0) !== 0n) return null
      const [amount, collateralToken] = [argumentUint(input, 1), argumentAddress(input, 2)]
      return {
        protocol: 'compound_v2',
        lender: to,
        liquidator: from,
        borrower: argumentAddress(input, 0),
        debtToken: findToken(flow, amount, { to }),
        debtAmount: amount,
        collateralToken,
        collateralAmount: findReceived(flow, collateralToken, from),
      }
    },
  },
  {
    // Function of the native market. It reverts instead of returning an error code.
    call: 'liquidateBorrow(address,address)',
    decode: ({ from, to, input, value }, flow) => {
      const collateralToken = argumentAddress(input, 1)
      return {
        protocol: 'compound_v2',
        lender: to,
        liquidator: from,
        borrower: argumentAddress(input, 0),
        debtToken: findToken(flow, value, { to }),
        debtAmount: value,
        collateralToken,
        collateralAmount: findReceived(flow, collateralToken, from),
      }
    },
  },
  {
    event: 'AbsorbDebt(address,address,uint256,uint256)',
    decode: ({ address, topics, data }) => ({
      ...unknownSides,
      protocol: 'compound_v3',
      lender: address,
      liquidator: topicAddress(topics[1]),
      borrower: topicAddress(topics[2]),
      debtAmount: uintAt(data, 0),
    }),
  },
  {
    event: 'BuyCollateral(address,address,uint256,uint256)',
    decode: ({ address, topics, data }, flow) => ({
      ...unknownSides,
      protocol: 'compound_v3',
      lender: address,
      liquidator: topicAddress(topics[1]),
      debtToken: findToken(flow, uintAt(data, 0), { to: address }),
      debtAmount: uintAt(data, 0),
      collateralToken: topicAddress(topics[2]),
      collateralAmount: uintAt(data, 1),
    }),
  },
  {
    call: 'absorb(address,address[])',
    decode: ({ from, to, input }) => ({
      ...unknownSides,
      protocol: 'compound_v3',
      lender: to,
      liquidator: from,
      borrower: argumentAddress(input, 3),
    }),
  },
]
