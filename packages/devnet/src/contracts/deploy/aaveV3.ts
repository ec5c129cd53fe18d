import { type Address, parseUnits, zeroAddress } from 'viem'
import { type ContractName, readAbi, readArtifact } from '../abis.ts'
import { aaveReserves, aaveV3, feeds, type TokenSymbol, tokens } from '../addresses.ts'
import { toAmount } from '../amounts.ts'
import { linkArtifact, npmArtifact } from '../artifacts.ts'
import type { Deployer } from '../deployer.ts'
import { approveTreasury } from './tokens.ts'

const protocol = '@aave/core-v3/artifacts/contracts/protocol'
const variableRate = 2
const liquidityUsd = 200_000_000
/** Aave's Collector on mainnet. */
const treasury = '0x464C71f6c2F760DdA6093dCB91C24c39e5d6e18c'

/** Aave v3.0.2 in the order of its own deployment scripts, so that every proxy lands at its mainnet address. */
export async function deployAaveV3(deployer: Deployer): Promise<void> {
  const { admin, deployAt, send } = deployer
  const provider = aaveV3.poolAddressesProvider
  const call = (to: Address, name: ContractName, functionName: string, ...args: unknown[]) =>
    send({ to, abi: readAbi(name), functionName, args })
  const provide = (functionName: string, ...args: unknown[]) =>
    call(provider, 'aavePoolAddressesProvider', functionName, ...args)

  await deployAt(provider, readArtifact('aavePoolAddressesProvider'), ['Aave Ethereum Market', admin])
  await provide('setACLAdmin', admin)
  await deployAt(aaveV3.aclManager, readArtifact('aaveAclManager'), [provider])
  await provide('setACLManager', aaveV3.aclManager)
  for (const role of ['Pool', 'Emergency']) {
    await call(aaveV3.aclManager, 'aaveAclManager', `add${role}Admin`, admin)
  }

  // The provider creates both proxies itself: its nonces 1 and 2 are their addresses.
  await provide('setPoolImpl', await deployPool(deployer))
  await provide('setPoolConfiguratorImpl', await deployPoolConfigurator(deployer))

  await deployAt(aaveV3.dataProvider, readArtifact('aaveDataProvider'), [provider])
  await provide('setPoolDataProvider', aaveV3.dataProvider)
  const assets = Object.values(feeds).map(({ token }) => tokens[token].address)
  const sources = Object.values(feeds).map(({ address }) => address)
  const usd = [zeroAddress, zeroAddress, 100_000_000]
  await deployAt(aaveV3.oracle, readArtifact('aaveOracle'), [provider, assets, sources, ...usd])
  await provide('setPriceOracle', aaveV3.oracle)

  await listReserves(deployer)
  await approveTreasury(deployer, aaveV3.pool)
  for (const { token } of Object.values(feeds))
    await supply(deployer, token, toAmount(tokens[token], liquidityUsd), admin)
}

export async function supply({ send }: Deployer, token: TokenSymbol, amount: bigint, from: Address): Promise<void> {
  const args = [tokens[token].address, amount, from, 0]
  await send({ to: aaveV3.pool, abi: readAbi('aavePool'), functionName: 'supply', args, from })
}

export async function borrow({ send }: Deployer, token: TokenSymbol, amount: bigint, from: Address): Promise<void> {
  const args = [tokens[token].address, amount, variableRate, 0, from]
  await send({ to: aaveV3.pool, abi: readAbi('aavePool'), functionName: 'borrow', args, from })
}

async function deployPool(deployer: Deployer): Promise<Address> {
  const libraries: Record<string, Address> = {}
  // FlashLoanLogic links BorrowLogic and so comes after it.
  const names = ['Borrow', 'Supply', 'Liquidation', 'EMode', 'Bridge', 'Pool', 'FlashLoan'].map((it) => `${it}Logic`)
  for (const name of names) libraries[name] = await deployLibrary(deployer, name, libraries)
  const implementation = await deployer.deploy(linkArtifact(readArtifact('aavePool'), libraries), [
    aaveV3.poolAddressesProvider,
  ])
  await initializeImplementation(deployer, implementation)
  return implementation
}

async function deployPoolConfigurator(deployer: Deployer): Promise<Address> {
  const ConfiguratorLogic = await deployLibrary(deployer, 'ConfiguratorLogic', {})
  const implementation = await deployer.deploy(
    linkArtifact(readArtifact('aavePoolConfigurator'), { ConfiguratorLogic }),
  )
  await initializeImplementation(deployer, implementation)
  return implementation
}

/** So that nobody else can, as on mainnet. */
async function initializeImplementation({ send }: Deployer, to: Address): Promise<void> {
  await send({ to, abi: readAbi('aavePool'), functionName: 'initialize', args: [aaveV3.poolAddressesProvider] })
}

function deployLibrary({ deploy }: Deployer, name: string, libraries: Record<string, Address>): Promise<Address> {
  return deploy(linkArtifact(npmArtifact(`${protocol}/libraries/logic/${name}.sol/${name}.json`), libraries))
}

async function listReserves(deployer: Deployer): Promise<void> {
  const { client, deploy, send } = deployer
  const tokenization = (name: string) => npmArtifact(`${protocol}/tokenization/${name}.sol/${name}.json`)
  const aTokenImpl = await deploy(tokenization('AToken'), [aaveV3.pool])
  const stableDebtTokenImpl = await deploy(tokenization('StableDebtToken'), [aaveV3.pool])
  const variableDebtTokenImpl = await deploy(tokenization('VariableDebtToken'), [aaveV3.pool])
  const strategies = {
    stable: await deployRateStrategy(deployer, { optimal: '0.92', slope1: '0.055', slope2: '0.4' }),
    volatile: await deployRateStrategy(deployer, { optimal: '0.8', slope1: '0.027', slope2: '0.8' }),
  }
  for (const [symbol, reserve] of Object.entries(aaveReserves)) {
    const { address, decimals } = tokens[symbol as TokenSymbol]
    const configure = (functionName: string, ...args: unknown[]) =>
      send({ to: aaveV3.poolConfigurator, abi: readAbi('aavePoolConfigurator'), functionName, args })
    // Three proxies come from the configurator's next three nonces; mainnet listed other assets in between.
    await client.setNonce({ address: aaveV3.poolConfigurator, nonce: reserve.listedAtNonce })
    await configure('initReserves', [
      {
        ...{ aTokenImpl, stableDebtTokenImpl, variableDebtTokenImpl, treasury },
        underlyingAssetDecimals: decimals,
        interestRateStrategyAddress: strategies[reserve.rates],
        underlyingAsset: address,
        incentivesController: zeroAddress,
        aTokenName: `Aave Ethereum ${symbol}`,
        aTokenSymbol: `aEth${symbol}`,
        variableDebtTokenName: `Aave Ethereum Variable Debt ${symbol}`,
        variableDebtTokenSymbol: `variableDebtEth${symbol}`,
        stableDebtTokenName: `Aave Ethereum Stable Debt ${symbol}`,
        stableDebtTokenSymbol: `stableDebtEth${symbol}`,
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

type RateCurve = { readonly optimal: string; readonly slope1: string; readonly slope2: string }

function deployRateStrategy({ deploy }: Deployer, { optimal, slope1, slope2 }: RateCurve): Promise<Address> {
  const name = 'DefaultReserveInterestRateStrategy'
  const [optimalRay, slope1Ray, slope2Ray] = [optimal, slope1, slope2].map((value) => parseUnits(value, 27))
  const noStableRate = [0, 0, 0, 0, 0]
  const args = [aaveV3.poolAddressesProvider, optimalRay, 0, slope1Ray, slope2Ray, ...noStableRate]
  return deploy(npmArtifact(`${protocol}/pool/${name}.sol/${name}.json`), args)
}
