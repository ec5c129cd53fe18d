import type { Address } from 'viem'

export type Token = {
  readonly address: Address
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** What the devnet's feeds and pools say one of it is worth at the start. */
  readonly priceUsd: number
}

/** Source of all of these: the contracts of Ethereum mainnet by the same symbol. */
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

/**
 * Aave's reserves on the devnet. The risk parameters are close to mainnet's of 2025; `listedAtNonce` is the nonce of the
 * configurator from which the reserve's aToken, stable and variable debt token were created on mainnet.
 */
export const aaveReserves = {
  WETH: reserve(1, 'volatile', '0x4d5F47FA6A74757f35C14fD3a6Ef8E3C9BC514E8', [8_050, 8_300, 10_500, 1_500]),
  WBTC: reserve(7, 'volatile', '0x5Ee5bf7ae06D1Be5997A1A72006FE6C607eC6DE8', [7_300, 7_800, 10_500, 2_000]),
  USDC: reserve(10, 'stable', '0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c', [7_500, 7_800, 10_450, 1_000]),
  DAI: reserve(13, 'stable', '0x018008bfb33d285247A21d44E50697654f754e63', [6_300, 7_700, 10_500, 2_500]),
  LINK: reserve(16, 'volatile', '0x5E8C8A7243651DB1384C0dDfDbE39761E8e7E51a', [5_300, 6_800, 10_700, 2_000]),
  USDT: reserve(25, 'stable', '0x23878914EFE38d27C4D67Ab83ed1b93A74D4086a', [7_500, 7_800, 10_450, 1_000]),
} as const satisfies Record<TokenSymbol, unknown>

/** Our own ERC-721, at the address of a collection everyone knows (Bored Ape Yacht Club). */
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
