import { type Abi, parseAbi } from 'viem'
import { type Artifact, compiledArtifact, npmArtifact } from './artifacts.ts'

const aave = '@aave/core-v3/artifacts/contracts'
const aaveV2 = '@aave/protocol-v2/artifacts/contracts'
const venus = '@venusprotocol/venus-protocol/artifacts/contracts'
const v3Periphery = '@uniswap/v3-periphery/artifacts/contracts'
const v4Core = '@uniswap/v4-core/out'
const balancer = '@balancer-labs/v2-deployments/dist/tasks'
const swapRouter = '@uniswap/swap-router-contracts/artifacts/contracts'

/** Contracts with creation code from npm, by their name in the devnet. */
const npmSpecifiers = {
  erc20: `${aave}/mocks/tokens/MintableERC20.sol/MintableERC20.json`,
  // Uniswap's build rejects ether without calldata, which mainnet's contract treats as a deposit.
  weth: `${aave}/dependencies/weth/WETH9.sol/WETH9.json`,
  uniswapV2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  uniswapV2Pair: '@uniswap/v2-core/build/UniswapV2Pair.json',
  uniswapV2Router: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  uniswapV3Factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  uniswapV3Pool: '@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json',
  swapRouter: `${v3Periphery}/SwapRouter.sol/SwapRouter.json`,
  positionManager: `${v3Periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`,
  tickLens: `${v3Periphery}/lens/TickLens.sol/TickLens.json`,
  swapRouter02: `${swapRouter}/SwapRouter02.sol/SwapRouter02.json`,
  quoterV2: `${swapRouter}/lens/QuoterV2.sol/QuoterV2.json`,
  poolManager: `${v4Core}/PoolManager.sol/PoolManager.json`,
  poolModifyLiquidityTest: `${v4Core}/PoolModifyLiquidityTest.sol/PoolModifyLiquidityTest.json`,
  poolSwapTest: `${v4Core}/PoolSwapTest.sol/PoolSwapTest.json`,
  pancakePool: '@pancakeswap/v3-core/artifacts/contracts/PancakeV3Pool.sol/PancakeV3Pool.json',
  // The deployed Vault, and the first weighted and stable pools.
  balancerV2Vault: `${balancer}/20210418-vault/artifact/Vault.json`,
  balancerWeightedFactory: `${balancer}/deprecated/20210418-weighted-pool/artifact/WeightedPoolFactory.json`,
  balancerStableFactory: `${balancer}/deprecated/20210624-stable-pool/artifact/StablePoolFactory.json`,
  universalRouter: '@uniswap/universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json',
  ensRegistry: '@ensdomains/ens/build/contracts/ENSRegistry.json',
  ensPublicResolver: '@ensdomains/resolver/build/contracts/PublicResolver.json',
  aavePool: `${aave}/protocol/pool/Pool.sol/Pool.json`,
  aavePoolAddressesProvider: `${aave}/protocol/configuration/PoolAddressesProvider.sol/PoolAddressesProvider.json`,
  aavePoolConfigurator: `${aave}/protocol/pool/PoolConfigurator.sol/PoolConfigurator.json`,
  aaveAclManager: `${aave}/protocol/configuration/ACLManager.sol/ACLManager.json`,
  aaveOracle: `${aave}/misc/AaveOracle.sol/AaveOracle.json`,
  aaveDataProvider: `${aave}/misc/AaveProtocolDataProvider.sol/AaveProtocolDataProvider.json`,
  aaveV2Pool: `${aaveV2}/protocol/lendingpool/LendingPool.sol/LendingPool.json`,
  aaveV2PoolAddressesProvider: `${aaveV2}/protocol/configuration/LendingPoolAddressesProvider.sol/LendingPoolAddressesProvider.json`,
  aaveV2PoolConfigurator: `${aaveV2}/protocol/lendingpool/LendingPoolConfigurator.sol/LendingPoolConfigurator.json`,
  aaveV2CollateralManager: `${aaveV2}/protocol/lendingpool/LendingPoolCollateralManager.sol/LendingPoolCollateralManager.json`,
  aaveV2RateOracle: `${aaveV2}/mocks/oracle/LendingRateOracle.sol/LendingRateOracle.json`,
  aaveV2Oracle: `${aaveV2}/misc/AaveOracle.sol/AaveOracle.json`,
  aaveV2DataProvider: `${aaveV2}/misc/AaveProtocolDataProvider.sol/AaveProtocolDataProvider.json`,
  unitroller: `${venus}/Unitroller.sol/Unitroller.json`,
  comptroller: `${venus}/ComptrollerG5.sol/ComptrollerG5.json`,
  cErc20: `${venus}/VBep20Immutable.sol/VBep20Immutable.json`,
  cEther: `${venus}/VBNB.sol/VBNB.json`,
  compoundRateModel: `${venus}/JumpRateModel.sol/JumpRateModel.json`,
} as const

/** Contracts compiled from source, by unit. */
const compiledPaths = {
  sushiFactory: 'sushi/UniswapV2Factory',
  sushiPair: 'sushi/UniswapV2Pair',
  sushiRouter: 'sushi/UniswapV2Router02',
  priceFeed: 'own/PriceFeed',
  etherFeed: 'own/EtherFeed',
  compoundOracle: 'own/CompoundOracle',
  comet: 'own/Comet',
  morpho: 'morpho/Morpho',
  morphoOracle: 'own/MorphoOracle',
  kinkedIrm: 'own/KinkedIrm',
  aaveV36Pool: 'aaveV36/PoolInstance',
  aaveV36PoolConfigurator: 'aaveV36/PoolConfiguratorInstance',
  aaveV36DataProvider: 'aaveV36/AaveProtocolDataProvider',
  ensUniversalResolver: 'own/UniversalResolver',
  nft: 'own/Nft',
  searcher: 'own/Searcher',
  poolMaker: 'own/PoolMaker',
  taxedToken: 'own/TaxedToken',
  lyingPair: 'own/LyingPair',
  bounty: 'own/Bounty',
  callScript: 'own/CallScript',
  callRelay: 'own/CallRelay',
  curveFactory: 'own/CurveFactory',
  stableswap: 'own/Stableswap',
  weETH: 'own/WeEth',
  ezEthRateProvider: 'own/EzEthRateProvider',
  rsEthOracle: 'own/RsEthOracle',
  pufETH: 'own/PufEth',
  rswETH: 'own/RswEth',
  gasPriceOracle: 'own/GasPriceOracle',
  l1Block: 'own/L1Block',
  arbGasInfo: 'own/ArbGasInfo',
  nodeInterface: 'own/NodeInterface',
} as const

export type ContractName = keyof typeof npmSpecifiers | keyof typeof compiledPaths

/** Returns ABI and creation code of a devnet contract. Compiles it if no devnet was started yet. */
export function readArtifact(name: ContractName): Artifact {
  return name in compiledPaths
    ? compiledArtifact(compiledPaths[name as keyof typeof compiledPaths])
    : npmArtifact(npmSpecifiers[name as keyof typeof npmSpecifiers])
}

const abis = new Map<ContractName, Abi>()

/**
 * Returns the ABI of a devnet contract, read once from its npm package or from our own build.
 *
 * @example
 * await client.readContract({ address: uniswapV3.quoterV2, abi: readAbi('quoterV2'), functionName: 'WETH9' })
 */
export function readAbi(name: ContractName): Abi {
  const abi = abis.get(name) ?? readArtifact(name).abi
  abis.set(name, abi)
  return abi
}

/** The functions of Permit2 that the devnet uses. No npm package has its whole ABI with the bytecode. */
export const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'function permit(address owner, PermitSingle permitSingle, bytes signature)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])
