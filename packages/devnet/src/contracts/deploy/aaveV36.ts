import { type Address, encodeAbiParameters, zeroAddress } from 'viem'
import { type ContractName, readAbi, readArtifact } from '../abis.ts'
import { aaveReserves, aaveV36, feeds, type TokenSymbol, tokens } from '../addresses.ts'
import { compiledArtifact, linkArtifact } from '../artifacts.ts'
import type { Deployer } from '../deployer.ts'
import { type RateCurve, rateCurves, supplyLiquidity, treasury } from './aave.ts'

const liquidationProtocolFeeBps = 1_000

type EMode = {
  readonly label: string
  readonly ltvBps: number
  readonly liquidationThresholdBps: number
  readonly liquidationBonusBps: number
  readonly collateral: readonly TokenSymbol[]
  readonly borrowable: readonly TokenSymbol[]
}

/** Categories like mainnet's: one for correlated assets, one that only improves a collateral. */
const eModes: readonly EMode[] = [
  {
    label: 'Stablecoins',
    ltvBps: 9_000,
    liquidationThresholdBps: 9_300,
    liquidationBonusBps: 10_200,
    collateral: ['USDC', 'USDT', 'DAI'],
    borrowable: ['USDC', 'USDT', 'DAI'],
  },
  {
    label: 'ETH, BTC / Stablecoins',
    ltvBps: 8_600,
    liquidationThresholdBps: 8_900,
    liquidationBonusBps: 10_300,
    collateral: ['WETH', 'WBTC'],
    borrowable: ['USDC', 'USDT'],
  },
]

/** Deploys Aave v3.6, like mainnet since 2025, in addition to the v3.0.2 market, with the same reserves and feeds. */
export async function deployAaveV36(deployer: Deployer): Promise<void> {
  const { admin, deploy, deployAt, send } = deployer
  const { poolAddressesProvider: provider, aclManager, oracle, dataProvider } = aaveV36
  const call = (to: Address, name: ContractName, functionName: string, ...args: unknown[]) =>
    send({ to, abi: readAbi(name), functionName, args })
  const provide = (functionName: string, ...args: unknown[]) =>
    call(provider, 'aavePoolAddressesProvider', functionName, ...args)

  await deployAt(provider, compiledArtifact('aaveV36/PoolAddressesProvider'), ['Aave v3.6', admin])
  await provide('setACLAdmin', admin)
  await deployAt(aclManager, compiledArtifact('aaveV36/ACLManager'), [provider])
  await provide('setACLManager', aclManager)
  for (const role of ['Pool', 'Emergency']) await call(aclManager, 'aaveAclManager', `add${role}Admin`, admin)

  const assets = Object.values(feeds).map(({ token }) => tokens[token].address)
  const sources = Object.values(feeds).map(({ address }) => address)
  const usd = [zeroAddress, zeroAddress, 100_000_000]
  await deployAt(oracle, compiledArtifact('aaveV36/AaveOracle'), [provider, assets, sources, ...usd])
  await provide('setPriceOracle', oracle)

  const strategy = await deploy(compiledArtifact('aaveV36/DefaultReserveInterestRateStrategyV2'), [provider])
  const libraries: Record<string, Address> = {}
  // FlashLoanLogic links BorrowLogic, so it is deployed after it.
  for (const name of ['Borrow', 'Supply', 'Liquidation', 'Pool', 'Configurator', 'FlashLoan']) {
    const library = linkArtifact(compiledArtifact(`aaveV36/${name}Logic`), libraries)
    libraries[`${name}Logic`] = await deploy(library)
  }
  const implementation = linkArtifact(readArtifact('aaveV36Pool'), libraries)
  await provide('setPoolImpl', await deploy(implementation, [provider, strategy]))
  const configurator = linkArtifact(readArtifact('aaveV36PoolConfigurator'), libraries)
  await provide('setPoolConfiguratorImpl', await deploy(configurator))
  await deployAt(dataProvider, compiledArtifact('aaveV36/AaveProtocolDataProvider'), [provider])
  await provide('setPoolDataProvider', dataProvider)

  await listReserves(deployer)
  await supplyLiquidity(deployer, 'aaveV36', Object.keys(aaveReserves) as TokenSymbol[])
}

async function listReserves({ deploy, send }: Deployer): Promise<void> {
  const configure = (functionName: string, ...args: unknown[]) =>
    send({ to: aaveV36.poolConfigurator, abi: readAbi('aaveV36PoolConfigurator'), functionName, args })
  const { pool } = aaveV36
  const aTokenImpl = await deploy(compiledArtifact('aaveV36/ATokenInstance'), [pool, zeroAddress, treasury])
  const debtToken = compiledArtifact('aaveV36/VariableDebtTokenInstance')
  const variableDebtTokenImpl = await deploy(debtToken, [pool, zeroAddress])

  for (const [symbol, reserve] of Object.entries(aaveReserves)) {
    const { address } = tokens[symbol as TokenSymbol]
    await configure('initReserves', [
      {
        aTokenImpl,
        variableDebtTokenImpl,
        underlyingAsset: address,
        params: '0x',
        aTokenName: `Aave v3.6 ${symbol}`,
        aTokenSymbol: `aV36${symbol}`,
        variableDebtTokenName: `Aave v3.6 Variable Debt ${symbol}`,
        variableDebtTokenSymbol: `variableDebtV36${symbol}`,
        interestRateData: encodeRates(rateCurves[reserve.rates]),
      },
    ])
    const { ltvBps, liquidationThresholdBps, liquidationBonusBps } = reserve
    await configure('configureReserveAsCollateral', address, ltvBps, liquidationThresholdBps, liquidationBonusBps)
    await configure('setReserveBorrowing', address, true)
    await configure('setReserveFlashLoaning', address, true)
    await configure('setReserveFactor', address, reserve.reserveFactorBps)
    await configure('setLiquidationProtocolFee', address, liquidationProtocolFeeBps)
  }
  for (const [index, { label, collateral, borrowable, ...mode }] of eModes.entries()) {
    const id = index + 1
    const { ltvBps, liquidationThresholdBps, liquidationBonusBps } = mode
    await configure('setEModeCategory', id, ltvBps, liquidationThresholdBps, liquidationBonusBps, label)
    for (const symbol of collateral) await configure('setAssetCollateralInEMode', tokens[symbol].address, id, true)
    for (const symbol of borrowable) await configure('setAssetBorrowableInEMode', tokens[symbol].address, id, true)
  }
}

/** Encodes `InterestRateData`, in basis points. */
function encodeRates({ optimal, slope1, slope2 }: RateCurve) {
  const toBps = (ratio: string) => Math.round(Number(ratio) * 10_000)
  const types = [{ type: 'uint16' }, { type: 'uint32' }, { type: 'uint32' }, { type: 'uint32' }] as const
  return encodeAbiParameters(types, [toBps(optimal), 0, toBps(slope1), toBps(slope2)])
}
