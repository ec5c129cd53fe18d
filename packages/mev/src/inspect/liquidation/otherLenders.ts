import { addressAt, argumentAddress, topicAddress, uintAt } from '../parse/words.ts'
import { findToken } from './amounts.ts'
import { type LiquidationDefinition, unknownSides } from './liquidation.ts'

/** Liquidations of lenders with a single kind of liquidation. */
export const otherLenders: readonly LiquidationDefinition[] = [
  {
    // Morpho: (id, caller, borrower) indexed; (repaidAssets, repaidShares, seizedAssets, …)
    event: 'Liquidate(bytes32,address,address,uint256,uint256,uint256,uint256,uint256)',
    decode: ({ address, topics, data }, flow) => ({
      protocol: 'morpho',
      lender: address,
      liquidator: topicAddress(topics[2]),
      borrower: topicAddress(topics[3]),
      debtToken: findToken(flow, uintAt(data, 0), { to: address }),
      debtAmount: uintAt(data, 0),
      collateralToken: findToken(flow, uintAt(data, 2), { from: address }),
      collateralAmount: uintAt(data, 2),
    }),
  },
  {
    // ((loanToken, collateralToken, oracle, irm, lltv), borrower, seizedAssets, repaidShares, data): (seized, repaid)
    call: 'liquidate((address,address,address,address,uint256),address,uint256,uint256,bytes)',
    decode: ({ from, to, input, output }) => ({
      protocol: 'morpho',
      lender: to,
      liquidator: from,
      borrower: argumentAddress(input, 5),
      debtToken: argumentAddress(input, 0),
      debtAmount: uintAt(output, 1),
      collateralToken: argumentAddress(input, 1),
      collateralAmount: uintAt(output, 0),
    }),
  },
  {
    // Maker's dog: (ilk, urn) indexed.
    event: 'Bark(bytes32,address,uint256,uint256,uint256,address,uint256)',
    decode: ({ address, topics, data }) => ({
      ...unknownSides,
      protocol: 'maker',
      lender: address,
      borrower: topicAddress(topics[2]),
      collateralAmount: uintAt(data, 0),
    }),
  },
  {
    // Maker's cat, the predecessor of the dog.
    event: 'Bite(bytes32,address,uint256,uint256,uint256,address,uint256)',
    decode: ({ address, topics, data }) => ({
      ...unknownSides,
      protocol: 'maker',
      lender: address,
      borrower: topicAddress(topics[2]),
      collateralAmount: uintAt(data, 0),
    }),
  },
  {
    // Maker's auction: (id, usr) indexed; (max, price, owe, tab, lot). `usr` owns the vault.
    event: 'Take(uint256,uint256,uint256,uint256,uint256,uint256,address)',
    decode: ({ address, topics }) => ({
      ...unknownSides,
      protocol: 'maker',
      lender: address,
      borrower: topicAddress(topics[2]),
    }),
  },
  {
    event: 'TroveLiquidated(address,uint256,uint256,uint8)',
    decode: ({ address, topics, data }) => ({
      ...unknownSides,
      protocol: 'liquity',
      lender: address,
      borrower: topicAddress(topics[1]),
      debtAmount: uintAt(data, 0),
      collateralAmount: uintAt(data, 1),
    }),
  },
  {
    // Euler v1: (liquidator, violator, underlying) indexed; (collateral, repay, yield, …)
    event: 'Liquidation(address,address,address,address,uint256,uint256,uint256,uint256,uint256)',
    decode: ({ address, topics, data }) => ({
      protocol: 'euler',
      lender: address,
      liquidator: topicAddress(topics[1]),
      borrower: topicAddress(topics[2]),
      debtToken: topicAddress(topics[3]),
      debtAmount: uintAt(data, 1),
      collateralToken: addressAt(data, 0),
      collateralAmount: uintAt(data, 2),
    }),
  },
  {
    // Euler v2: (liquidator, violator) indexed; (collateral, repayAssets, yieldBalance)
    event: 'Liquidate(address,address,address,uint256,uint256)',
    decode: ({ address, topics, data }) => ({
      ...unknownSides,
      protocol: 'euler_v2',
      lender: address,
      liquidator: topicAddress(topics[1]),
      borrower: topicAddress(topics[2]),
      debtAmount: uintAt(data, 1),
      collateralToken: addressAt(data, 0),
      collateralAmount: uintAt(data, 2),
    }),
  },
  {
    // crvUSD's controllers: (liquidator, user) indexed; (collateral_received, stablecoin_received, debt)
    event: 'Liquidate(address,address,uint256,uint256,uint256)',
    decode: ({ address, topics, data }) => ({
      ...unknownSides,
      protocol: 'crvusd',
      lender: address,
      liquidator: topicAddress(topics[1]),
      borrower: topicAddress(topics[2]),
      debtAmount: uintAt(data, 2),
      collateralAmount: uintAt(data, 0),
    }),
  },
  {
    // Fluid's vaults: (liquidator, collateral, debt, to)
    event: 'LogLiquidate(address,uint256,uint256,address)',
    decode: ({ address, data }) => ({
      ...unknownSides,
      protocol: 'fluid',
      lender: address,
      liquidator: addressAt(data, 0),
      collateralAmount: uintAt(data, 1),
      debtAmount: uintAt(data, 2),
    }),
  },
]
