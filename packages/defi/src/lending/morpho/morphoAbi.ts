import { parseAbi } from 'viem'

const marketParams =
  'struct MarketParams { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }' as const
const market =
  'struct Market { uint128 totalSupplyAssets; uint128 totalSupplyShares; uint128 totalBorrowAssets; uint128 totalBorrowShares; uint128 lastUpdate; uint128 fee; }' as const

/** https://github.com/morpho-org/morpho-blue/blob/main/src/interfaces/IMorpho.sol */
export const morphoAbi = parseAbi([
  marketParams,
  market,
  'function idToMarketParams(bytes32 id) view returns (MarketParams)',
  'function market(bytes32 id) view returns (Market)',
  'function owner() view returns (address)',
  'function position(bytes32 id, address user) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)',
  'function isAuthorized(address authorizer, address authorized) view returns (bool)',
  'function liquidate(MarketParams marketParams, address borrower, uint256 seizedAssets, uint256 repaidShares, bytes data) returns (uint256, uint256)',
])

export const irmAbi = parseAbi([
  marketParams,
  market,
  'function borrowRateView(MarketParams marketParams, Market market) view returns (uint256)',
  'function rateAtTarget(bytes32 id) view returns (int256)',
])

export const oracleAbi = parseAbi(['function price() view returns (uint256)'])

/** https://github.com/morpho-org/morpho-blue/blob/main/src/libraries/EventsLib.sol */
export const eventsAbi = parseAbi([
  marketParams,
  'event CreateMarket(bytes32 indexed id, MarketParams marketParams)',
  'event Supply(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)',
  'event Withdraw(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)',
  'event Borrow(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets, uint256 shares)',
  'event Repay(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets, uint256 shares)',
  'event SupplyCollateral(bytes32 indexed id, address indexed caller, address indexed onBehalf, uint256 assets)',
  'event WithdrawCollateral(bytes32 indexed id, address caller, address indexed onBehalf, address indexed receiver, uint256 assets)',
  'event Liquidate(bytes32 indexed id, address indexed caller, address indexed borrower, uint256 repaidAssets, uint256 repaidShares, uint256 seizedAssets, uint256 badDebtAssets, uint256 badDebtShares)',
])

/** https://github.com/morpho-org/pre-liquidation/blob/main/src/interfaces */
export const preLiquidationAbi = parseAbi([
  'struct PreLiquidationParams { uint256 preLltv; uint256 preLCF1; uint256 preLCF2; uint256 preLIF1; uint256 preLIF2; address preLiquidationOracle; }',
  'event CreatePreLiquidation(address indexed preLiquidation, bytes32 id, PreLiquidationParams preLiquidationParams)',
  'function ID() view returns (bytes32)',
  'function preLiquidationParams() view returns (PreLiquidationParams)',
  'function preLiquidate(address borrower, uint256 seizedAssets, uint256 repaidShares, bytes data) returns (uint256, uint256)',
])
