import { type Address, parseUnits, zeroAddress } from 'viem'
import { type ContractName, readAbi, readArtifact } from '../abis.ts'
import {
  type AaveReserve,
  aaveReserves,
  aaveV3,
  feeds,
  spark,
  sparkReserves,
  type TokenSymbol,
  tokens,
} from '../addresses.ts'
import { linkArtifact, npmArtifact } from '../artifacts.ts'
import type { Deployer } from '../deployer.ts'
import { type RateCurve, rateCurves, supplyLiquidity, treasury } from './aave.ts'

const protocol = '@aave/core-v3/artifacts/contracts/protocol'

type Market = {
  readonly title: string
  readonly at: Readonly<Record<keyof typeof aaveV3, Address>>
  readonly reserves: Readonly<Partial<Record<TokenSymbol, AaveReserve>>>
  /** Prefixes of the names and symbols of a reserve's tokens. */
  readonly names: { readonly long: string; readonly aToken: string; readonly debt: string }
}

const markets = {
  aaveV3: {
    title: 'Aave Ethereum Market',
    at: aaveV3,
    reserves: aaveReserves,
    names: { long: 'Aave Ethereum', aToken: 'aEth', debt: 'Eth' },
  },
  spark: {
    title: 'Spark Protocol',
    at: spark,
    reserves: sparkReserves,
    names: { long: 'Spark', aToken: 'sp', debt: '' },
  },
} as const satisfies Record<string, Market>

/**
 * Deploys Aave v3.0.2 in the order of its deployment scripts, so that every proxy gets its mainnet address. Spark is a fork
 * of that version, deployed as a second market with the same code.
 */
export async function deployAaveV3(deployer: Deployer, name: keyof typeof markets): Promise<void> {
  const market: Market = markets[name]
  const { at, reserves, title } = market
  const { admin, deployAt, send } = deployer
  const provider = at.poolAddressesProvider
  const call = (to: Address, name: ContractName, functionName: string, ...args: unknown[]) =>
    send({ to, abi: readAbi(name), functionName, args })
  const provide = (functionName: string, ...args: unknown[]) =>
    call(provider, 'aavePoolAddressesProvider', functionName, ...args)

  await deployAt(provider, readArtifact('aavePoolAddressesProvider'), [title, admin])
  await provide('setACLAdmin', admin)
  await deployAt(at.aclManager, readArtifact('aaveAclManager'), [provider])
  await provide('setACLManager', at.aclManager)
  for (const role of ['Pool', 'Emergency']) {
    await call(at.aclManager, 'aaveAclManager', `add${role}Admin`, admin)
  }

  // The provider creates both proxies with its nonces 1 and 2.
  await provide('setPoolImpl', await deployPool(deployer, market))
  await provide('setPoolConfiguratorImpl', await deployPoolConfigurator(deployer, market))

  await deployAt(at.dataProvider, readArtifact('aaveDataProvider'), [provider])
  await provide('setPoolDataProvider', at.dataProvider)
  const assets = Object.values(feeds).map(({ token }) => tokens[token].address)
  const sources = Object.values(feeds).map(({ address }) => address)
  const usd = [zeroAddress, zeroAddress, 100_000_000]
  await deployAt(at.oracle, readArtifact('aaveOracle'), [provider, assets, sources, ...usd])
  await provide('setPriceOracle', at.oracle)

  await listReserves(deployer, market)
  await supplyLiquidity(deployer, name, Object.keys(reserves) as TokenSymbol[])
}

async function deployPool(deployer: Deployer, { at }: Market): Promise<Address> {
  const libraries: Record<string, Address> = {}
  // FlashLoanLogic links BorrowLogic, so it is deployed after it.
  const names = ['Borrow', 'Supply', 'Liquidation', 'EMode', 'Bridge', 'Pool', 'FlashLoan'].map((it) => `${it}Logic`)
  for (const name of names) libraries[name] = await deployLibrary(deployer, name, libraries)
  const implementation = await deployer.deploy(linkArtifact(readArtifact('aavePool'), libraries), [
    at.poolAddressesProvider,
  ])
  await initializeImplementation(deployer, at, implementation)
  return implementation
}

async function deployPoolConfigurator(deployer: Deployer, { at }: Market): Promise<Address> {
  const ConfiguratorLogic = await deployLibrary(deployer, 'ConfiguratorLogic', {})
  const implementation = await deployer.deploy(
    linkArtifact(readArtifact('aavePoolConfigurator'), { ConfiguratorLogic }),
  )
  await initializeImplementation(deployer, at, implementation)
  return implementation
}

/** Initializes an implementation, so that no other account can, like on mainnet. */
async function initializeImplementation({ send }: Deployer, at: Market['at'], to: Address): Promise<void> {
  await send({ to, abi: readAbi('aavePool'), functionName: 'initialize', args: [at.poolAddressesProvider] })
}

function deployLibrary({ deploy }: Deployer, name: string, libraries: Record<string, Address>): Promise<Address> {
  return deploy(linkArtifact(npmArtifact(`${protocol}/libraries/logic/${name}.sol/${name}.json`), libraries))
}

async function listReserves(deployer: Deployer, { at, reserves, names }: Market): Promise<void> {
  const { client, deploy, send } = deployer
  const tokenization = (name: string) => npmArtifact(`${protocol}/tokenization/${name}.sol/${name}.json`)
  const aTokenImpl = await deploy(tokenization('AToken'), [at.pool])
  const stableDebtTokenImpl = await deploy(tokenization('StableDebtToken'), [at.pool])
  const variableDebtTokenImpl = await deploy(tokenization('VariableDebtToken'), [at.pool])
  const strategies = {
    stable: await deployRateStrategy(deployer, at, rateCurves.stable),
    volatile: await deployRateStrategy(deployer, at, rateCurves.volatile),
  }
  for (const [symbol, reserve] of Object.entries(reserves)) {
    const { address, decimals } = tokens[symbol as TokenSymbol]
    const configure = (functionName: string, ...args: unknown[]) =>
      send({ to: at.poolConfigurator, abi: readAbi('aavePoolConfigurator'), functionName, args })
    // The configurator's next three nonces create three proxies. Mainnet listed other assets in between.
    await client.setNonce({ address: at.poolConfigurator, nonce: reserve.listedAtNonce })
    await configure('initReserves', [
      {
        aTokenImpl,
        stableDebtTokenImpl,
        variableDebtTokenImpl,
        treasury,
        underlyingAssetDecimals: decimals,
        interestRateStrategyAddress: strategies[reserve.rates],
        underlyingAsset: address,
        incentivesController: zeroAddress,
        aTokenName: `${names.long} ${symbol}`,
        aTokenSymbol: `${names.aToken}${symbol}`,
        variableDebtTokenName: `${names.long} Variable Debt ${symbol}`,
        variableDebtTokenSymbol: `variableDebt${names.debt}${symbol}`,
        stableDebtTokenName: `${names.long} Stable Debt ${symbol}`,
        stableDebtTokenSymbol: `stableDebt${names.debt}${symbol}`,
        params: '0x',
      },
    ])
    const { ltvBps, liquidationThresholdBps, liquidationBonusBps } = reserve
    await configure('configureReserveAsCollateral', address, ltvBps, liquidationThresholdBps, liquidationBonusBps)
    await configure('setReserveBorrowing', address, true)
    await configure('setReserveFlashLoaning', address, true)
    await configure('setReserveFactor', address, reserve.reserveFactorBps)
  }
}

function deployRateStrategy(
  { deploy }: Deployer,
  at: Market['at'],
  { optimal, slope1, slope2 }: RateCurve,
): Promise<Address> {
  const name = 'DefaultReserveInterestRateStrategy'
  const [optimalRay, slope1Ray, slope2Ray] = [optimal, slope1, slope2].map((value) => parseUnits(value, 27))
  const noStableRate = [0, 0, 0, 0, 0]
  const args = [at.poolAddressesProvider, optimalRay, 0, slope1Ray, slope2Ray, ...noStableRate]
  return deploy(npmArtifact(`${protocol}/pool/${name}.sol/${name}.json`), args)
}
