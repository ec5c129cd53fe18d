import { type Address, parseEther, parseUnits } from 'viem'
import { readAbi, readArtifact } from '../abis.ts'
import { compoundV2, compoundV2Markets, type TokenSymbol, tokens } from '../addresses.ts'
import type { Deployer } from '../deployer.ts'
import { type RateCurve, rateCurves, supplyLiquidity } from './aave.ts'
import { toFeed } from './oracles.ts'

const cTokenDecimals = 8
/** Venus's model divides yearly rates by this number of blocks, which is BSC's. */
const blocksPerYear = 10_512_000
const secondsPerBlock = 12

/**
 * Deploys Compound v2 from Venus 0.4.1, its BSD-3 fork on BSC, because Compound's own code is not on npm. It has the same
 * calls, events and arithmetic, at Compound's addresses. Venus's additions (XVS, VAI) are switched off, and no cToken keeps
 * a share of seized collateral, like these on mainnet.
 */
export async function deployCompoundV2(deployer: Deployer): Promise<void> {
  const { deploy, deployAt, send } = deployer
  const { comptroller, oracle } = compoundV2
  const control = (functionName: string, ...args: unknown[]) =>
    send({ to: comptroller, abi: readAbi('comptroller'), functionName, args })

  await deployAt(comptroller, readArtifact('unitroller'))
  const implementation = await deploy(readArtifact('comptroller'))
  const args = [implementation]
  await send({ to: comptroller, abi: readAbi('unitroller'), functionName: '_setPendingImplementation', args })
  await send({ to: implementation, abi: readAbi('comptroller'), functionName: '_become', args: [comptroller] })

  const markets = Object.entries(compoundV2Markets).map(([name, market]) => {
    const symbol = name as TokenSymbol
    return { symbol, token: tokens[symbol], ...market }
  })
  const configs = markets.map(({ symbol, token: { decimals } }) => {
    return { underlyingAssetDecimals: decimals, priceFeed: toFeed(symbol), fixedPrice: 0n }
  })
  await deployAt(oracle, readArtifact('compoundOracle'), [markets.map(({ cToken }) => cToken), configs])
  await control('_setPriceOracle', oracle)
  await control('_setCloseFactor', parseEther('0.5'))
  await control('_setLiquidationIncentive', parseEther('1.08'))

  const models = {
    stable: await deployRateModel(deployer, rateCurves.stable),
    volatile: await deployRateModel(deployer, rateCurves.volatile),
  }
  for (const { symbol, token, cToken, ...market } of markets) {
    const initialExchangeRate = parseUnits('0.02', 18 + token.decimals - cTokenDecimals)
    const name = symbol === 'WETH' ? 'Ether' : token.name
    const ticker = symbol === 'WETH' ? 'cETH' : `c${symbol}`
    const rest = [comptroller, models[market.rates], initialExchangeRate, `Compound ${name}`, ticker, cTokenDecimals]
    if (symbol === 'WETH') await deployAt(cToken, readArtifact('cEther'), [...rest, deployer.admin])
    else await deployAt(cToken, readArtifact('cErc20'), [token.address, ...rest, deployer.admin])
    await control('_supportMarket', cToken)
    await control('_setCollateralFactor', cToken, bpsToEther(market.collateralFactorBps))
    const reserveFactor = [bpsToEther(market.reserveFactorBps)]
    await send({ to: cToken, abi: readAbi('cErc20'), functionName: '_setReserveFactor', args: reserveFactor })
  }
  await supplyLiquidity(
    deployer,
    'compoundV2',
    markets.map(({ symbol }) => symbol),
  )
}

function deployRateModel({ deploy }: Deployer, { optimal, slope1, slope2 }: RateCurve): Promise<Address> {
  const scale = (blocksPerYear * secondsPerBlock) / (365 * 24 * 3_600)
  // The model's slopes are per unit of utilization. A curve has the total that each slope adds.
  const toSlope = (rise: string, run: number) => parseEther(((Number(rise) * scale) / run).toFixed(18))
  const kink = Number(optimal)
  const args = [0n, toSlope(slope1, kink), toSlope(slope2, 1 - kink), parseEther(optimal)]
  return deploy(readArtifact('compoundRateModel'), args)
}

function bpsToEther(bps: number): bigint {
  return parseUnits(String(bps), 14)
}
