import { OutriggerError } from '@outrigger/core'
import { type Address, encodeAbiParameters, type Hex, keccak256, parseUnits } from 'viem'
import { morpho, type TokenSymbol, tokens } from './addresses.ts'

export type MorphoMarket = {
  readonly id: Hex
  readonly collateral: TokenSymbol
  readonly loan: TokenSymbol
  readonly lltvBps: number
  readonly params: MorphoMarketParams
}

/** `MarketParams` of Morpho Blue. */
export type MorphoMarketParams = {
  readonly loanToken: Address
  readonly collateralToken: Address
  readonly oracle: Address
  readonly irm: Address
  readonly lltv: bigint
}

/**
 * The Morpho Blue markets on the devnet, with loan-to-value ratios that governance enabled on mainnet. Their ids differ
 * from mainnet's, because oracles and interest rate model are the devnet's own.
 */
export const morphoMarkets: readonly MorphoMarket[] = [
  morphoMarket('WETH', 'USDC', 8_600, '0x3333000000000000000000000000000000000001'),
  morphoMarket('WBTC', 'USDC', 8_600, '0x3333000000000000000000000000000000000002'),
  morphoMarket('WBTC', 'WETH', 9_150, '0x3333000000000000000000000000000000000003'),
  morphoMarket('WETH', 'WBTC', 9_150, '0x3333000000000000000000000000000000000004'),
  morphoMarket('WETH', 'USDT', 9_150, '0x3333000000000000000000000000000000000005'),
  morphoMarket('WETH', 'DAI', 7_700, '0x3333000000000000000000000000000000000006'),
  morphoMarket('LINK', 'USDC', 6_250, '0x3333000000000000000000000000000000000007'),
]

/**
 * Finds the market of a pair of tokens, or without a loan token, any market with the collateral.
 *
 * @throws {NoMorphoMarketError}
 */
export function findMorphoMarket(collateral: TokenSymbol, loan?: TokenSymbol): MorphoMarket {
  const market = morphoMarkets.find((it) => it.collateral === collateral && (loan === undefined || it.loan === loan))
  if (!market) throw new NoMorphoMarketError(collateral, loan)
  return market
}

function morphoMarket(collateral: TokenSymbol, loan: TokenSymbol, lltvBps: number, oracle: Address): MorphoMarket {
  const [loanToken, collateralToken] = [tokens[loan].address, tokens[collateral].address]
  const params = { loanToken, collateralToken, oracle, irm: morpho.irm, lltv: parseUnits(String(lltvBps), 14) }
  const types = [
    { type: 'address' },
    { type: 'address' },
    { type: 'address' },
    { type: 'address' },
    { type: 'uint256' },
  ]
  // MarketParamsLib: the hash of the five parameters.
  const id = keccak256(encodeAbiParameters(types, Object.values(params)))
  return { id, collateral, loan, lltvBps, params }
}

export class NoMorphoMarketError extends OutriggerError {
  readonly code = 'DEVNET_NO_MORPHO_MARKET'

  constructor(collateral: TokenSymbol, loan: TokenSymbol | undefined) {
    super(
      `The devnet has no Morpho market with ${collateral} as collateral for ${loan ?? 'any token'}. \`morphoMarkets\` lists all markets.`,
    )
  }
}
