import type { Address } from 'viem'
import type { Call } from '../../decoder/call.ts'
import { otherAction } from '../../decoder/otherAction.ts'
import { type Decode, defineFunctions, defineProtocol, joinFunctions } from '../../decoder/protocol.ts'
import { lending, liquidation, liquidations } from '../lendingFunctions.ts'

const debt = (): Address => '0x5f98805a4e8be255a32880fdec7f6728c6568ba0'
const collateral = (call: Call) => call.wrappedNative

const supplyEth = lending('supply', { asset: 'native', amount: 'value' })
const borrow = lending('borrow', { asset: debt, amount: 1 })

/**
 * Decodes an adjustment of a trove: collateral is sent along or withdrawn, and a flag says whether the debt rises or
 * falls.
 */
const adjust: Decode = (call) => {
  if (call.value > 0n) supplyEth(call)
  if (call.uint(1) > 0n) lending('withdraw', { asset: 'native', amount: 1 })(call)
  if (call.uint(2) > 0n) lending(call.bool(3) ? 'borrow' : 'repay', { asset: debt, amount: 2 })(call)
}

/** Functions of troves. Forks have functions with the same names, but other tokens. */
const troveFunctions = defineFunctions({
  'liquidateTroves(uint256)': liquidation({ collateral, debt }),
  'batchLiquidateTroves(address[])': liquidations(0, { collateral, debt }),
  'redeemCollateral(uint256,address,address,address,uint256,uint256,uint256)': lending('other', {
    asset: debt,
    amount: 0,
  }),
})

export const liquity = defineProtocol({
  id: 'liquity',
  name: 'Liquity',
  source: 'https://github.com/liquity/dev',
  contracts: [
    {
      name: 'BorrowerOperations',
      addresses: { ethereum: ['0x24179cd81c9e782a4096035f7ec97fb8b783e007'] },
      functions: defineFunctions({
        'openTrove(uint256,uint256,address,address)': (call) => {
          supplyEth(call)
          borrow(call)
        },
        'addColl(address,address)': supplyEth,
        'withdrawColl(uint256,address,address)': lending('withdraw', { asset: 'native', amount: 0 }),
        'withdrawLUSD(uint256,uint256,address,address)': borrow,
        'repayLUSD(uint256,address,address)': lending('repay', { asset: debt, amount: 0 }),
        'adjustTrove(uint256,uint256,uint256,bool,address,address)': adjust,
        'closeTrove()': lending('repay', { asset: debt }),
        'claimCollateral()': otherAction,
      }),
    },
    {
      name: 'TroveManager',
      addresses: { ethereum: ['0xa39739ef8b0231dbfa0dcda07d7e29faabcf4bb2'] },
      functions: joinFunctions(
        troveFunctions,
        defineFunctions({ 'liquidate(address)': liquidation({ borrower: 0, collateral, debt }) }),
      ),
    },
    {
      name: 'StabilityPool',
      addresses: { ethereum: ['0x66017d22b0f8556afdd19fc67041899eb65a21bb'] },
      functions: defineFunctions({
        'provideToSP(uint256,address)': lending('supply', { asset: debt, amount: 0 }),
        'withdrawFromSP(uint256)': lending('withdraw', { asset: debt, amount: 0 }),
        'withdrawETHGainToTrove(address,address)': otherAction,
      }),
    },
  ],
  atAnyAddress: defineFunctions({
    'liquidateTroves(uint256)': liquidation({}),
    'batchLiquidateTroves(address[])': liquidations(0),
    // Version 2 names troves by number.
    'batchLiquidateTroves(uint256[])': liquidation({}),
    // Forks with several kinds of collateral (Prisma, Gravita): the manager or the asset, then the borrowers.
    'liquidateTroves(address,uint256,uint256)': liquidation({}),
    'batchLiquidateTroves(address,address[])': liquidations(1),
  }),
})
