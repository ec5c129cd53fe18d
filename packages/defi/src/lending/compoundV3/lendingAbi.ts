import { parseAbi } from 'viem'

/** contracts/CometMainInterface.sol, CometExtInterface.sol and CometStorage.sol of https://github.com/compound-finance/comet */
export const cometAbi = parseAbi([
  'struct AssetInfo { uint8 offset; address asset; address priceFeed; uint64 scale; uint64 borrowCollateralFactor; uint64 liquidateCollateralFactor; uint64 liquidationFactor; uint128 supplyCap; }',
  'struct TotalsBasic { uint64 baseSupplyIndex; uint64 baseBorrowIndex; uint64 trackingSupplyIndex; uint64 trackingBorrowIndex; uint104 totalSupplyBase; uint104 totalBorrowBase; uint40 lastAccrualTime; uint8 pauseFlags; }',
  'function baseToken() view returns (address)',
  'function baseTokenPriceFeed() view returns (address)',
  'function numAssets() view returns (uint8)',
  'function getAssetInfo(uint8 i) view returns (AssetInfo)',
  'function storeFrontPriceFactor() view returns (uint256)',
  'function targetReserves() view returns (uint256)',
  'function baseBorrowMin() view returns (uint256)',
  'function supplyKink() view returns (uint256)',
  'function supplyPerSecondInterestRateSlopeLow() view returns (uint256)',
  'function supplyPerSecondInterestRateSlopeHigh() view returns (uint256)',
  'function supplyPerSecondInterestRateBase() view returns (uint256)',
  'function borrowKink() view returns (uint256)',
  'function borrowPerSecondInterestRateSlopeLow() view returns (uint256)',
  'function borrowPerSecondInterestRateSlopeHigh() view returns (uint256)',
  'function borrowPerSecondInterestRateBase() view returns (uint256)',
  'function totalsBasic() view returns (TotalsBasic)',
  'function totalsCollateral(address asset) view returns (uint128 totalSupplyAsset, uint128 _reserved)',
  'function getPrice(address priceFeed) view returns (uint256)',
  'function userBasic(address account) view returns (int104 principal, uint64 baseTrackingIndex, uint64 baseTrackingAccrued, uint16 assetsIn, uint8 _reserved)',
  'function userCollateral(address account, address asset) view returns (uint128 balance, uint128 _reserved)',
  'function absorb(address absorber, address[] accounts)',
  'function buyCollateral(address asset, uint256 minAmount, uint256 baseAmount, address recipient)',
])

export const priceFeedAbi = parseAbi(['function description() view returns (string)'])

export const eventsAbi = parseAbi([
  'event Supply(address indexed from, address indexed dst, uint256 amount)',
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event Withdraw(address indexed src, address indexed to, uint256 amount)',
  'event SupplyCollateral(address indexed from, address indexed dst, address indexed asset, uint256 amount)',
  'event TransferCollateral(address indexed from, address indexed to, address indexed asset, uint256 amount)',
  'event WithdrawCollateral(address indexed src, address indexed to, address indexed asset, uint256 amount)',
  'event AbsorbDebt(address indexed absorber, address indexed borrower, uint256 basePaidOut, uint256 usdValue)',
])
