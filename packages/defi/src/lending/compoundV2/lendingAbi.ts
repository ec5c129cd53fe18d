import { parseAbi } from 'viem'

/** https://github.com/compound-finance/compound-protocol/blob/master/contracts/Comptroller.sol */
export const comptrollerAbi = parseAbi([
  'function getAllMarkets() view returns (address[])',
  'function oracle() view returns (address)',
  'function closeFactorMantissa() view returns (uint256)',
  'function liquidationIncentiveMantissa() view returns (uint256)',
  'function seizeGuardianPaused() view returns (bool)',
  // Venus has one pause for everything.
  'function protocolPaused() view returns (bool)',
  'function markets(address cToken) view returns (bool isListed, uint256 collateralFactorMantissa)',
  'function isDeprecated(address cToken) view returns (bool)',
  'function getAssetsIn(address account) view returns (address[])',
])

/** Only the oracle of Compound's own Comptroller has `getConfig`. See `readPrice`. */
export const oracleAbi = parseAbi([
  'function getUnderlyingPrice(address cToken) view returns (uint256)',
  'struct TokenConfig { uint8 underlyingAssetDecimals; address priceFeed; uint256 fixedPrice; }',
  'function getConfig(address cToken) view returns (TokenConfig)',
])

export const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256, uint80)',
])

/**
 * https://github.com/compound-finance/compound-protocol/blob/master/contracts/CTokenInterfaces.sol. `borrowBalanceCurrent`
 * accrues interest, but an `eth_call` does not store it, so it is declared as a view here.
 */
export const cTokenAbi = parseAbi([
  'function underlying() view returns (address)',
  'function accrualBlockNumber() view returns (uint256)',
  'function borrowIndex() view returns (uint256)',
  'function totalBorrows() view returns (uint256)',
  'function totalReserves() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function getCash() view returns (uint256)',
  'function reserveFactorMantissa() view returns (uint256)',
  'function borrowRatePerBlock() view returns (uint256)',
  'function supplyRatePerBlock() view returns (uint256)',
  'function exchangeRateStored() view returns (uint256)',
  'function protocolSeizeShareMantissa() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function borrowBalanceCurrent(address account) view returns (uint256)',
])

/** Functions for a liquidator. Repaying the native currency has its own overload. */
export const liquidationAbi = parseAbi([
  'function accrueInterest() returns (uint256)',
  'function liquidateBorrow(address borrower, uint256 repayAmount, address cTokenCollateral) returns (uint256)',
  'function liquidateBorrow(address borrower, address cTokenCollateral) payable',
  'function redeem(uint256 redeemTokens) returns (uint256)',
])

export const wrappedAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

export const eventsAbi = parseAbi([
  'event Borrow(address borrower, uint256 borrowAmount, uint256 accountBorrows, uint256 totalBorrows)',
  'event RepayBorrow(address payer, address borrower, uint256 repayAmount, uint256 accountBorrows, uint256 totalBorrows)',
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event MarketEntered(address cToken, address account)',
  'event MarketExited(address cToken, address account)',
])
