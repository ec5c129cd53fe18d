import { parseUnits } from 'viem'
import { readArtifact } from '../abis.ts'
import { compoundV3, compoundV3Collaterals, type TokenSymbol, tokens } from '../addresses.ts'
import type { Deployer } from '../deployer.ts'
import { supplyLiquidity } from './aave.ts'
import { toFeed } from './oracles.ts'

/** Converts a ratio to 18 decimals. */
const toFactor = (ratio: string): bigint => parseUnits(ratio, 18)

/**
 * Deploys a USDC Comet at mainnet's address. It is our own implementation of Compound III's published rules, because its
 * code is not on npm. Rates and factors are close to mainnet's in 2025.
 */
export async function deployCompoundV3(deployer: Deployer): Promise<void> {
  const collaterals = Object.entries(compoundV3Collaterals).map(([name, factorsBps]) => {
    const symbol = name as TokenSymbol
    const { address, decimals } = tokens[symbol]
    const [borrow, liquidate, liquidation] = factorsBps.map((bps) => parseUnits(String(bps), 14))
    return {
      asset: address,
      priceFeed: toFeed(symbol),
      scale: 10n ** BigInt(decimals),
      borrowCollateralFactor: borrow,
      liquidateCollateralFactor: liquidate,
      liquidationFactor: liquidation,
    }
  })
  const configuration = {
    baseToken: compoundV3.base,
    baseTokenPriceFeed: toFeed('USDC'),
    baseScale: 10n ** 6n,
    supply: { kink: toFactor('0.9'), slopeLow: toFactor('0.036'), slopeHigh: toFactor('3.2'), base: 0n },
    borrow: { kink: toFactor('0.9'), slopeLow: toFactor('0.028'), slopeHigh: toFactor('3.2'), base: toFactor('0.015') },
    storeFrontPriceFactor: toFactor('0.6'),
    targetReserves: parseUnits('20000000', 6),
    baseBorrowMin: parseUnits('100', 6),
    collaterals,
  }
  await deployer.deployAt(compoundV3.comet, readArtifact('comet'), [configuration])
  await supplyLiquidity(deployer, 'compoundV3', ['USDC'])
}
