import { type Address, parseUnits, zeroAddress } from 'viem'
import { type ContractName, readAbi, readArtifact } from '../abis.ts'
import { aaveV2, aaveV2Reserves, etherFeeds, feeds, type TokenSymbol, tokens } from '../addresses.ts'
import { linkArtifact, npmArtifact } from '../artifacts.ts'
import type { Deployer } from '../deployer.ts'
import { type RateCurve, rateCurves, supplyLiquidity, treasury } from './aave.ts'

const protocol = '@aave/protocol-v2/artifacts/contracts/protocol'

/** Deploys Aave v2 in the order of its deployment scripts, so that every proxy gets its mainnet address. */
export async function deployAaveV2(deployer: Deployer): Promise<void> {
  const { admin, deployAt, send } = deployer
  const provider = aaveV2.poolAddressesProvider
  const provide = (functionName: string, value: Address) =>
    send({ to: provider, abi: readAbi('aaveV2PoolAddressesProvider'), functionName, args: [value] })

  await deployAt(provider, readArtifact('aaveV2PoolAddressesProvider'), ['Aave genesis market'])
  await provide('setPoolAdmin', admin)
  await provide('setEmergencyAdmin', admin)

  // The provider creates both proxies with its nonces 1 and 2.
  await provide('setLendingPoolImpl', await deployPool(deployer))
  await provide('setLendingPoolConfiguratorImpl', await deployImplementation(deployer, 'aaveV2PoolConfigurator', {}))
  await deployAt(aaveV2.collateralManager, readArtifact('aaveV2CollateralManager'))
  await provide('setLendingPoolCollateralManager', aaveV2.collateralManager)

  await deployAt(aaveV2.dataProvider, readArtifact('aaveV2DataProvider'), [provider])
  await deployAt(aaveV2.rateOracle, readArtifact('aaveV2RateOracle'))
  await provide('setLendingRateOracle', aaveV2.rateOracle)
  const assets = Object.values(etherFeeds).map(({ from }) => tokens[feeds[from].token].address)
  const sources = Object.values(etherFeeds).map(({ address }) => address)
  await deployAt(aaveV2.oracle, readArtifact('aaveV2Oracle'), [assets, sources, zeroAddress, tokens.WETH.address])
  await provide('setPriceOracle', aaveV2.oracle)

  await listReserves(deployer)
  await supplyLiquidity(deployer, 'aaveV2', Object.keys(aaveV2Reserves) as TokenSymbol[])
}

async function deployPool(deployer: Deployer): Promise<Address> {
  const libraries: Record<string, Address> = {}
  // ValidationLogic links GenericLogic, so it is deployed after it.
  for (const name of ['GenericLogic', 'ReserveLogic', 'ValidationLogic']) {
    const library = npmArtifact(`${protocol}/libraries/logic/${name}.sol/${name}.json`)
    libraries[name] = await deployer.deploy(linkArtifact(library, libraries))
  }
  return deployImplementation(deployer, 'aaveV2Pool', libraries)
}

/** Deploys and initializes an implementation, so that no other account can, like on mainnet. */
async function deployImplementation(
  { deploy, send }: Deployer,
  name: ContractName,
  libraries: Record<string, Address>,
): Promise<Address> {
  const to = await deploy(linkArtifact(readArtifact(name), libraries))
  await send({ to, abi: readAbi(name), functionName: 'initialize', args: [aaveV2.poolAddressesProvider] })
  return to
}

async function listReserves(deployer: Deployer): Promise<void> {
  const { client, deploy, send } = deployer
  const deployToken = (name: string, ...args: unknown[]) =>
    deploy(npmArtifact(`${protocol}/tokenization/${name}.sol/${name}.json`), [aaveV2.pool, ...args, zeroAddress])
  const strategies = {
    stable: await deployRateStrategy(deployer, rateCurves.stable),
    volatile: await deployRateStrategy(deployer, rateCurves.volatile),
  }
  for (const [symbol, reserve] of Object.entries(aaveV2Reserves)) {
    const { address, decimals } = tokens[symbol as TokenSymbol]
    const configure = (functionName: string, ...args: unknown[]) =>
      send({ to: aaveV2.poolConfigurator, abi: readAbi('aaveV2PoolConfigurator'), functionName, args })
    const implementations = [
      await deployToken('AToken', address, treasury, `Aave interest bearing ${symbol}`, `a${symbol}`),
      await deployToken('StableDebtToken', address, `Aave stable debt bearing ${symbol}`, `stableDebt${symbol}`),
      await deployToken('VariableDebtToken', address, `Aave variable debt bearing ${symbol}`, `variableDebt${symbol}`),
    ]
    // The configurator's next three nonces create three proxies. Mainnet listed other assets in between.
    await client.setNonce({ address: aaveV2.poolConfigurator, nonce: reserve.listedAtNonce })
    await configure('initReserve', ...implementations, decimals, strategies[reserve.rates])
    const { ltvBps, liquidationThresholdBps, liquidationBonusBps } = reserve
    await configure('configureReserveAsCollateral', address, ltvBps, liquidationThresholdBps, liquidationBonusBps)
    await configure('enableBorrowingOnReserve', address, reserve.rates === 'stable')
    await configure('setReserveFactor', address, reserve.reserveFactorBps)
  }
}

function deployRateStrategy({ deploy }: Deployer, { optimal, slope1, slope2 }: RateCurve): Promise<Address> {
  const name = 'DefaultReserveInterestRateStrategy'
  const [optimalRay, slope1Ray, slope2Ray] = [optimal, slope1, slope2].map((value) => parseUnits(value, 27))
  // The stable rate has the same slopes as the variable one.
  const args = [aaveV2.poolAddressesProvider, optimalRay, 0, slope1Ray, slope2Ray, slope1Ray, slope2Ray]
  return deploy(npmArtifact(`${protocol}/lendingpool/${name}.sol/${name}.json`), args)
}
