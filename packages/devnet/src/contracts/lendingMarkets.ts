import { type Address, maxUint256 } from 'viem'
import { type ContractName, readAbi } from './abis.ts'
import {
  type AaveReserve,
  aaveReserves,
  aaveV2,
  aaveV2Reserves,
  aaveV3,
  aaveV36,
  compoundV2,
  compoundV2Markets,
  compoundV3,
  compoundV3Collaterals,
  morpho,
  spark,
  sparkReserves,
  type Token,
  type TokenSymbol,
  tokens,
} from './addresses.ts'
import type { Call } from './deployer.ts'
import { findMorphoMarket } from './morphoMarkets.ts'

export type Holding = { readonly symbol: TokenSymbol; readonly token: Token; readonly amount: bigint }

/** How a borrower uses a market. */
export type LendingMarket = {
  /** Returns the calls of `from`, in order, to approve and supply collateral and to borrow. */
  toCalls(from: Address, collateral: readonly Holding[], debt: readonly Holding[], eMode?: number): readonly Call[]
  /** Returns the liquidation threshold as a share of the collateral's value, in basis points. */
  toThresholdBps(collateral: TokenSymbol, debt: TokenSymbol): number
}

const variableRate = 2
/** Gas limit, higher than what any of these calls uses. */
const gas = 1_500_000n

export const lendingMarkets = {
  aaveV3: aave('aavePool', 'supply', aaveV3.pool, aaveReserves),
  /** Exists only on the chain of `startAaveV36`. */
  aaveV36: aave('aaveV36Pool', 'supply', aaveV36.pool, aaveReserves),
  spark: aave('aavePool', 'supply', spark.pool, sparkReserves),
  aaveV2: aave('aaveV2Pool', 'deposit', aaveV2.pool, aaveV2Reserves),
  compoundV2: {
    toCalls(from, collateral, debt) {
      const cTokens = collateral.map(({ symbol }) => compoundV2Markets[symbol].cToken)
      const call = { from, gas }
      return [
        ...collateral.flatMap((holding) => toMint(holding, from)),
        {
          ...call,
          to: compoundV2.comptroller,
          abi: readAbi('comptroller'),
          functionName: 'enterMarkets',
          args: [cTokens],
        },
        ...debt.map(({ symbol, amount }): Call => {
          const to = compoundV2Markets[symbol].cToken
          return { ...call, to, abi: readAbi('cErc20'), functionName: 'borrow', args: [amount] }
        }),
      ]
    },
    toThresholdBps: (collateral) => compoundV2Markets[collateral].collateralFactorBps,
  },
  /** Borrowing means withdrawing more of the base token than supplied. */
  compoundV3: {
    toCalls(from, collateral, debt) {
      const call = { to: compoundV3.comet, abi: readAbi('comet'), from, gas }
      return [
        ...collateral.flatMap(({ token, amount }) => [
          toApproval(token.address, compoundV3.comet, from),
          { ...call, functionName: 'supply', args: [token.address, amount] },
        ]),
        ...debt.map(({ token, amount }) => ({ ...call, functionName: 'withdraw', args: [token.address, amount] })),
      ]
    },
    toThresholdBps(collateral) {
      const [, thresholdBps] =
        (compoundV3Collaterals as Partial<Record<TokenSymbol, readonly number[]>>)[collateral] ?? []
      return thresholdBps ?? 0
    },
  },
  /** A market has one pair, so the first collateral secures the first debt, the second collateral the second debt. */
  morpho: {
    toCalls(from, collateral, debt) {
      const call = { to: morpho.morpho, abi: readAbi('morpho'), from, gas }
      return collateral.flatMap(({ symbol, token, amount }, index): Call[] => {
        const loan = debt[index]
        const { params } = findMorphoMarket(symbol, loan?.symbol)
        const borrow = loan && { functionName: 'borrow', args: [params, loan.amount, 0n, from, from] }
        return [
          toApproval(token.address, morpho.morpho, from),
          { ...call, functionName: 'supplyCollateral', args: [params, amount, from, '0x'] },
          ...(borrow ? [{ ...call, ...borrow }] : []),
        ]
      })
    },
    toThresholdBps: (collateral, debt) => findMorphoMarket(collateral, debt).lltvBps,
  },
} as const satisfies Record<string, LendingMarket>

export type LendingMarketName = keyof typeof lendingMarkets

function aave(
  name: ContractName,
  supply: 'supply' | 'deposit',
  to: Address,
  reserves: Partial<Record<TokenSymbol, AaveReserve>>,
): LendingMarket {
  return {
    toCalls(from, collateral, debt, eMode) {
      const call = (functionName: string, args: readonly unknown[]): Call => {
        return { to, abi: readAbi(name), functionName, args, from, gas }
      }
      return [
        ...collateral.flatMap(({ token, amount }) => [
          toApproval(token.address, to, from),
          call(supply, [token.address, amount, from, 0]),
        ]),
        ...(eMode === undefined ? [] : [call('setUserEMode', [eMode])]),
        ...debt.map(({ token, amount }) => call('borrow', [token.address, amount, variableRate, 0, from])),
      ]
    },
    toThresholdBps: (collateral) => reserves[collateral]?.liquidationThresholdBps ?? 0,
  }
}

/** Supplies tokens. Unwraps ether for cETH. */
function toMint({ symbol, token, amount }: Holding, from: Address): readonly Call[] {
  const mint = { to: compoundV2Markets[symbol].cToken, functionName: 'mint', from, gas }
  if (symbol !== 'WETH') {
    return [toApproval(token.address, mint.to, from), { ...mint, abi: readAbi('cErc20'), args: [amount] }]
  }
  const withdraw = { abi: readAbi('weth'), functionName: 'withdraw', args: [amount] }
  return [
    { ...withdraw, to: tokens.WETH.address, from },
    { ...mint, abi: readAbi('cEther'), value: amount },
  ]
}

function toApproval(token: Address, spender: Address, from: Address): Call {
  return { to: token, abi: readAbi('erc20'), functionName: 'approve', args: [spender, maxUint256], from }
}
