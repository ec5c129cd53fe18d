import type { Address } from 'viem'

export type Token = {
  readonly address: Address
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Initial price of one token in the devnet's feeds and pools, US dollars. */
  readonly priceUsd: number
}

/** Source: the contracts on Ethereum mainnet with the same symbols. */
export const tokens = {
  WETH: token('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'WETH', 'Wrapped Ether', 18, 3_000),
  USDC: token('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USDC', 'USD Coin', 6, 1),
  USDT: token('0xdAC17F958D2ee523a2206206994597C13D831ec7', 'USDT', 'Tether USD', 6, 1),
  DAI: token('0x6B175474E89094C44Da98b954EedeAC495271d0F', 'DAI', 'Dai Stablecoin', 18, 1),
  WBTC: token('0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'WBTC', 'Wrapped BTC', 8, 60_000),
  LINK: token('0x514910771AF9Ca656af840dff83E8264EcF986CA', 'LINK', 'ChainLink Token', 18, 15),
} as const satisfies Record<string, Token>

export type TokenSymbol = keyof typeof tokens

/** Chainlink proxies. Source: https://docs.chain.link/data-feeds/price-feeds/addresses?network=ethereum */
export const feeds = {
  'ETH / USD': { address: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', token: 'WETH' },
  'BTC / USD': { address: '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c', token: 'WBTC' },
  'USDC / USD': { address: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6', token: 'USDC' },
  'USDT / USD': { address: '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D', token: 'USDT' },
  'DAI / USD': { address: '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9', token: 'DAI' },
  'LINK / USD': { address: '0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c', token: 'LINK' },
} as const satisfies Record<string, { address: Address; token: TokenSymbol }>

export type FeedName = keyof typeof feeds

/**
 * Ether prices of the same tokens with 18 decimals, for Aave v2. They follow the dollar feeds, so that one `updateAnswer`
 * there moves every market. Source: https://docs.chain.link/data-feeds/price-feeds/addresses?network=ethereum
 */
export const etherFeeds = {
  'BTC / ETH': { address: '0xdeb288F737066589598e9214E782fa5A8eD689e8', from: 'BTC / USD' },
  'USDC / ETH': { address: '0x986b5E1e1755e3C2440e960477f25201B0a8bbD4', from: 'USDC / USD' },
  'USDT / ETH': { address: '0xEe9F2375b4bdF6387aa8265dD4FB8F16512A1d46', from: 'USDT / USD' },
  'DAI / ETH': { address: '0x773616E4d11A78F511299002da57A0a94577F1f4', from: 'DAI / USD' },
  'LINK / ETH': { address: '0xDC530D9457755926550b59e8ECcdaE7624181557', from: 'LINK / USD' },
} as const satisfies Record<string, { address: Address; from: FeedName }>

/** Sources: docs of ether.fi, Renzo (the Balancer rate provider), Kelp, Puffer (Deployments-and-ACL) and Swell. */
export const liquidRestaking = {
  weETH: '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee',
  ezEthRateProvider: '0x387dBc0fB00b26fb085aa658527D5BE98302c84C',
  rsEthOracle: '0x349A73444b1a310BAe67ef67973022020d70020d',
  pufETH: '0xD9A442856C234a39a81a089C06451EBAa4306a72',
  rswETH: '0xFAe103DC9cf190eD75350761e95403b7b8aFa6c0',
} as const satisfies Record<string, Address>

/** Source: https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments */
export const uniswapV2 = {
  factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
  router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
  pairInitCodeHash: '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f',
} as const

/** Source: https://docs.sushi.com/docs/Products/Classic%20AMM/Deployment%20Addresses */
export const sushiSwap = {
  factory: '0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac',
  router: '0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F',
  pairInitCodeHash: '0xe18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303',
} as const

/** Source: https://docs.uniswap.org/contracts/v3/reference/deployments/ethereum-deployments */
export const uniswapV3 = {
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  swapRouter: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
  swapRouter02: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  quoterV2: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  tickLens: '0xbfd8137f7d1516D3ea5cA83523914859ec47F573',
  positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
  positionDescriptor: '0xEe6A57eC80ea46401049E92587E52f5Ec1c24785',
  nftDescriptor: '0x42B24A95702b9986e82d421cC3568932790A48Ec',
  poolInitCodeHash: '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54',
} as const

/** Universal Router 2. Source: deploy-addresses/mainnet.json in the npm package `@uniswap/universal-router@2.0.0`. */
export const universalRouter = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
/** Source: https://docs.uniswap.org/contracts/permit2/overview, the same on every chain. */
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
/** Source: https://www.multicall3.com/deployments, the same on every chain. */
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** AaveV3Ethereum. Source: the npm package `@bgd-labs/aave-address-book@4.44.22`. */
export const aaveV3 = {
  poolAddressesProvider: '0x2f39d218133AFaB8F2B819B1066c7E434Ad94E9e',
  pool: '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2',
  poolConfigurator: '0x64b761D848206f447Fe2dd461b0c635Ec39EbB27',
  aclManager: '0xc2aaCf6553D20d1e9d78E365AAba8032af9c85b0',
  oracle: '0x54586bE62E3c3580375aE3723C145253060Ca0C2',
  dataProvider: '0x0a16f2FCC0D44FaE41cc54e079281D84A363bECD',
} as const satisfies Record<string, Address>

/** The data of an Aave reserve. */
export type AaveReserve = ReturnType<typeof reserve>

/**
 * Aave's reserves on the devnet. The risk parameters are close to mainnet's in 2025. `listedAtNonce` is the configurator's
 * first nonce for creating the reserve's aToken, stable and variable debt tokens on mainnet.
 */
export const aaveReserves = {
  WETH: reserve(1, 'volatile', '0x4d5F47FA6A74757f35C14fD3a6Ef8E3C9BC514E8', [8_050, 8_300, 10_500, 1_500]),
  WBTC: reserve(7, 'volatile', '0x5Ee5bf7ae06D1Be5997A1A72006FE6C607eC6DE8', [7_300, 7_800, 10_500, 2_000]),
  USDC: reserve(10, 'stable', '0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c', [7_500, 7_800, 10_450, 1_000]),
  DAI: reserve(13, 'stable', '0x018008bfb33d285247A21d44E50697654f754e63', [6_300, 7_700, 10_500, 2_500]),
  LINK: reserve(16, 'volatile', '0x5E8C8A7243651DB1384C0dDfDbE39761E8e7E51a', [5_300, 6_800, 10_700, 2_000]),
  USDT: reserve(25, 'stable', '0x23878914EFE38d27C4D67Ab83ed1b93A74D4086a', [7_500, 7_800, 10_450, 1_000]),
} as const satisfies Record<TokenSymbol, AaveReserve>

/** AaveV2Ethereum. Source: the npm package `@bgd-labs/aave-address-book@4.44.22`. */
export const aaveV2 = {
  poolAddressesProvider: '0xB53C1a33016B2DC2fF3653530bfF1848a515c8c5',
  pool: '0x7d2768dE32b0b80b7a3454c06BdAc94A69DDc7A9',
  poolConfigurator: '0x311Bb771e4F8952E6Da169b425E7e92d6Ac45756',
  collateralManager: '0xcc9632725266473ab5d42320E8Ae00437A1df3bB',
  rateOracle: '0x8A32f49FFbA88aba6EFF96F45D8BD1D4b3f35c7D',
  oracle: '0xA50ba011c48153De246E5192C8f9258A2ba79Ca9',
  dataProvider: '0x057835Ad21a177dbdd3090bB1CAE03EaCF78Fc6d',
} as const satisfies Record<string, Address>

/** Like `aaveReserves`. The risk parameters are close to mainnet's in 2022, when USDT was not collateral. */
export const aaveV2Reserves = {
  USDT: reserve(1, 'stable', '0x3Ed3B47Dd13EC9a98b44e6204A523E766B225811', [0, 0, 0, 1_000]),
  WBTC: reserve(4, 'volatile', '0x9ff58f4fFB29fA2266Ab25e75e2A8b3503311656', [7_200, 8_200, 10_500, 2_000]),
  WETH: reserve(7, 'volatile', '0x030bA81f1c18d280636F32af80b9AAd02Cf0854e', [8_250, 8_600, 10_500, 1_000]),
  DAI: reserve(28, 'stable', '0x028171bCA77440897B824Ca71D1c56caC55b68A3', [7_700, 8_200, 10_400, 1_000]),
  LINK: reserve(37, 'volatile', '0xa06bC25B5805d5F8d82847D191Cb4Af5A3e873E0', [7_000, 8_300, 10_700, 2_000]),
  USDC: reserve(58, 'stable', '0xBcca60bB61934080951369a648Fb03DF4F96263C', [8_000, 8_750, 10_450, 1_000]),
} as const satisfies Record<TokenSymbol, AaveReserve>

/** Aave v3.6 as deployed by `startAaveV36`, at addresses of the devnet. The proxies come from the provider's first nonces. */
export const aaveV36 = {
  poolAddressesProvider: '0x3636000000000000000000000000000000000000',
  pool: '0x978f709f32600C3a7DCa35Ec6cf627826f82C0eE',
  poolConfigurator: '0x06EEE026ea08F4eda4DA8029ed17E56558E4cCF1',
  aclManager: '0x3636000000000000000000000000000000000001',
  oracle: '0x3636000000000000000000000000000000000002',
  dataProvider: '0x3636000000000000000000000000000000000003',
} as const satisfies Record<string, Address>

/** SparkLend. Source: SparkLend.sol in https://github.com/sparkdotfi/spark-address-registry */
export const spark = {
  poolAddressesProvider: '0x02C3eA4e34C0cBd694D2adFa2c690EECbC1793eE',
  pool: '0xC13e21B648A5Ee794902342038FF3aDAB66BE987',
  poolConfigurator: '0x542DBa469bdE58FAeE189ffB60C6b49CE60E0738',
  aclManager: '0xdA135Cd78A086025BcdC87B038a1C462032b510C',
  oracle: '0x8105f69D9C41644c6A0803fDA7D03Aa70996cFD9',
  dataProvider: '0xFc21d6d146E6086B8359705C8b28512a983db0cb',
} as const satisfies Record<string, Address>

/** Like `aaveReserves`. Spark has no stablecoin collateral and does not list LINK. */
export const sparkReserves = {
  DAI: reserve(1, 'stable', '0x4DEDf26112B3Ec8eC46e7E31EA5e123490B05B8B', [0, 0, 0, 0]),
  USDC: reserve(7, 'stable', '0x377C3bd93f2a2984E1E7bE6A5C22c525eD4A4815', [0, 0, 0, 500]),
  WETH: reserve(10, 'volatile', '0x59cD1C87501baa753d0B5B5Ab5D8416A45cD71DB', [8_200, 8_300, 10_500, 500]),
  WBTC: reserve(16, 'volatile', '0x4197ba364AE6698015AE5c1468f54087602715b2', [7_400, 7_500, 10_700, 2_000]),
  USDT: reserve(25, 'stable', '0xe7dF13b8e3d6740fe17CBE928C7334243d86c92f', [0, 0, 0, 500]),
} as const satisfies Partial<Record<TokenSymbol, AaveReserve>>

/** Sources: https://docs.compound.finance/v2/#networks and, for the oracle, https://docs.compound.finance/v2/prices */
export const compoundV2 = {
  comptroller: '0x3d9819210A31b4961b30EF54bE2aeD79B9c9Cd3B',
  oracle: '0x8CF42B08AD13761345531b839487aA4d113955d9',
} as const satisfies Record<string, Address>

/** Compound's cTokens by underlying token. WETH maps to cETH, which uses native ether. */
export const compoundV2Markets = {
  WETH: cToken('0x4Ddc2D193948926D02f9B1fE9e1daa0718270ED5', 'volatile', 8_250, 2_000),
  WBTC: cToken('0xccF4429DB6322D5C611ee964527D42E5d685DD6a', 'volatile', 7_000, 2_000),
  USDC: cToken('0x39AA39c021dfbaE8faC545936693aC917d5E7563', 'stable', 8_550, 750),
  USDT: cToken('0xf650C3d88D12dB855b8bf7D11Be6C55A4e07dCC9', 'stable', 0, 750),
  DAI: cToken('0x5d3a536E4D6DbD6114cc1Ead35777bAB948E3643', 'stable', 8_350, 1_500),
  LINK: cToken('0xFAce851a4921ce59e912d19329929CE6da6EB0c7', 'volatile', 7_900, 2_500),
} as const satisfies Record<TokenSymbol, unknown>

/** Mainnet's USDC Comet. Source: https://docs.compound.finance/#networks */
export const compoundV3 = {
  comet: '0xc3d688B66703497DAA19211EEdff47f25384cdc3',
  base: tokens.USDC.address,
} as const satisfies Record<string, Address>

/** Collaterals of the Comet, with borrow, liquidation and absorption factors in basis points. */
export const compoundV3Collaterals = {
  WETH: [8_250, 8_950, 9_500],
  WBTC: [7_000, 7_700, 9_500],
  LINK: [7_900, 8_500, 9_300],
} as const satisfies Partial<Record<TokenSymbol, readonly [number, number, number]>>

/**
 * Source: https://docs.morpho.org/get-started/resources/addresses. The interest rate model is the devnet's own, at its own
 * address, not mainnet's AdaptiveCurveIrm. `morphoMarkets` lists the markets.
 */
export const morpho = {
  morpho: '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb',
  irm: '0x3333000000000000000000000000000000000000',
} as const satisfies Record<string, Address>

/**
 * Source: https://docs.ens.domains/learn/deployments. The registry and the public resolver are the contracts of ENS. The
 * universal resolver is the devnet's own.
 */
export const ens = {
  registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  publicResolver: '0x4976fb03C32e5B8cfe2b6cCB31c09Ba78EBaBa41',
  universalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
} as const satisfies Record<string, Address>

/** Our own ERC-721 contract at the address of a well-known collection (Bored Ape Yacht Club). */
export const nft = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'

/** Source: https://specs.optimism.io/protocol/predeploys.html */
export const opStack = {
  weth: '0x4200000000000000000000000000000000000006',
  gasPriceOracle: '0x420000000000000000000000000000000000000F',
  l1Block: '0x4200000000000000000000000000000000000015',
} as const satisfies Record<string, Address>

/** Sources: https://docs.arbitrum.io/build-decentralized-apps/precompiles/reference and, for WETH, the bridge's page. */
export const arbitrum = {
  weth: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  arbGasInfo: '0x000000000000000000000000000000000000006C',
  nodeInterface: '0x00000000000000000000000000000000000000C8',
} as const satisfies Record<string, Address>

function token(address: Address, symbol: string, name: string, decimals: number, priceUsd: number): Token {
  return { address, symbol, name, decimals, priceUsd }
}

function reserve(
  listedAtNonce: number,
  rates: 'stable' | 'volatile',
  aToken: Address,
  [ltvBps, liquidationThresholdBps, liquidationBonusBps, reserveFactorBps]: readonly [number, number, number, number],
) {
  return { listedAtNonce, rates, aToken, ltvBps, liquidationThresholdBps, liquidationBonusBps, reserveFactorBps }
}

function cToken(address: Address, rates: 'stable' | 'volatile', collateralFactorBps: number, reserveFactorBps: number) {
  return { cToken: address, rates, collateralFactorBps, reserveFactorBps }
}
