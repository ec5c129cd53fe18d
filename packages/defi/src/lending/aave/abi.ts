import { parseAbi } from 'viem'

/** Functions that LendingPool (v2) and Pool (v3) share. */
export const poolAbi = parseAbi([
  'function getReservesList() view returns (address[])',
  'function getUserConfiguration(address user) view returns ((uint256 data))',
  'function FLASHLOAN_PREMIUM_TOTAL() view returns (uint256)',
  'function liquidationCall(address collateralAsset, address debtAsset, address user, uint256 debtToCover, bool receiveAToken)',
])

export const poolV2Abi = parseAbi([
  'function getAddressesProvider() view returns (address)',
  'function LENDINGPOOL_REVISION() view returns (uint256)',
  'function paused() view returns (bool)',
  'struct Configuration { uint256 data; }',
  'struct ReserveData { Configuration configuration; uint128 liquidityIndex; uint128 variableBorrowIndex; uint128 currentLiquidityRate; uint128 currentVariableBorrowRate; uint128 currentStableBorrowRate; uint40 lastUpdateTimestamp; address aTokenAddress; address stableDebtTokenAddress; address variableDebtTokenAddress; address interestRateStrategyAddress; uint8 id; }',
  'function getReserveData(address asset) view returns (ReserveData)',
])

/** Functions of v3's Pool. ReserveData is the struct of v3.0. Later versions return it as ReserveDataLegacy. */
export const poolV3Abi = parseAbi([
  'function ADDRESSES_PROVIDER() view returns (address)',
  'function POOL_REVISION() view returns (uint256)',
  'struct Configuration { uint256 data; }',
  'struct ReserveData { Configuration configuration; uint128 liquidityIndex; uint128 currentLiquidityRate; uint128 variableBorrowIndex; uint128 currentVariableBorrowRate; uint128 currentStableBorrowRate; uint40 lastUpdateTimestamp; uint16 id; address aTokenAddress; address stableDebtTokenAddress; address variableDebtTokenAddress; address interestRateStrategyAddress; uint128 accruedToTreasury; uint128 unbacked; uint128 isolationModeTotalDebt; }',
  'function getReserveData(address asset) view returns (ReserveData)',
  'function getUserEMode(address user) view returns (uint256)',
  'function getVirtualUnderlyingBalance(address asset) view returns (uint128)',
  'function getLiquidationGracePeriod(address asset) view returns (uint40)',
  'struct EModeCategory { uint16 ltv; uint16 liquidationThreshold; uint16 liquidationBonus; address priceSource; string label; }',
  'function getEModeCategoryData(uint8 id) view returns (EModeCategory)',
  'function getEModeCategoryCollateralBitmap(uint8 id) view returns (uint128)',
  'function getEModeCategoryLtvzeroBitmap(uint8 id) view returns (uint128)',
  'function getIsEModeCategoryIsolated(uint8 id) view returns (bool)',
])

export const providerAbi = parseAbi([
  'function getPriceOracle() view returns (address)',
  'function getPriceOracleSentinel() view returns (address)',
])

export const oracleAbi = parseAbi([
  'function getAssetPrice(address asset) view returns (uint256)',
  'function getAssetsPrices(address[] assets) view returns (uint256[])',
  'function getSourceOfAsset(address asset) view returns (address)',
  'function BASE_CURRENCY() view returns (address)',
  'function BASE_CURRENCY_UNIT() view returns (uint256)',
])

export const sentinelAbi = parseAbi(['function isLiquidationAllowed() view returns (bool)'])

/** Functions of aTokens, debt tokens and underlying tokens. */
export const tokenAbi = parseAbi([
  'function symbol() view returns (string)',
  'function balanceOf(address account) view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function scaledBalanceOf(address user) view returns (uint256)',
  'function scaledTotalSupply() view returns (uint256)',
])

export const stableDebtTokenAbi = parseAbi([
  'function principalBalanceOf(address user) view returns (uint256)',
  'function getUserStableRate(address user) view returns (uint256)',
  'function getUserLastUpdated(address user) view returns (uint40)',
])
