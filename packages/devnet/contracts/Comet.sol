// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IFeed {
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80);
}

/// A lender by the rules that Compound III publishes (docs.compound.finance): one base token is lent, several others secure
/// it. Its accounting, rounding, logs and reverts are those of a Comet; rewards, pauses, signatures and upgrades are left out.
contract Comet {
    struct Collateral {
        address asset;
        address priceFeed;
        uint64 scale;
        uint64 borrowCollateralFactor;
        uint64 liquidateCollateralFactor;
        uint64 liquidationFactor;
    }

    /// Rates are per year, 18 decimals.
    struct Curve {
        uint64 kink;
        uint64 slopeLow;
        uint64 slopeHigh;
        uint64 base;
    }

    struct Configuration {
        address baseToken;
        address baseTokenPriceFeed;
        uint64 baseScale;
        Curve supply;
        Curve borrow;
        uint64 storeFrontPriceFactor;
        uint104 targetReserves;
        uint104 baseBorrowMin;
        Collateral[] collaterals;
    }

    struct AssetInfo {
        uint8 offset;
        address asset;
        address priceFeed;
        uint64 scale;
        uint64 borrowCollateralFactor;
        uint64 liquidateCollateralFactor;
        uint64 liquidationFactor;
        uint128 supplyCap;
    }

    struct TotalsBasic {
        uint64 baseSupplyIndex;
        uint64 baseBorrowIndex;
        uint64 trackingSupplyIndex;
        uint64 trackingBorrowIndex;
        uint104 totalSupplyBase;
        uint104 totalBorrowBase;
        uint40 lastAccrualTime;
        uint8 pauseFlags;
    }

    uint256 private constant FACTOR_SCALE = 1e18;
    uint256 private constant INDEX_SCALE = 1e15;
    uint256 private constant SECONDS_PER_YEAR = 31_536_000;

    address public immutable baseToken;
    address public immutable baseTokenPriceFeed;
    uint256 public immutable baseScale;
    uint256 public immutable storeFrontPriceFactor;
    uint256 public immutable targetReserves;
    uint256 public immutable baseBorrowMin;
    uint256 public immutable supplyKink;
    uint256 public immutable supplyPerSecondInterestRateSlopeLow;
    uint256 public immutable supplyPerSecondInterestRateSlopeHigh;
    uint256 public immutable supplyPerSecondInterestRateBase;
    uint256 public immutable borrowKink;
    uint256 public immutable borrowPerSecondInterestRateSlopeLow;
    uint256 public immutable borrowPerSecondInterestRateSlopeHigh;
    uint256 public immutable borrowPerSecondInterestRateBase;

    TotalsBasic public totalsBasic;
    AssetInfo[] private assets;
    mapping(address => int104) private principalOf;
    mapping(address => mapping(address => uint128)) private collateralOf;
    mapping(address => uint128) private collateralTotal;
    mapping(address => mapping(address => bool)) public isAllowed;

    event Supply(address indexed from, address indexed dst, uint256 amount);
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Withdraw(address indexed src, address indexed to, uint256 amount);
    event SupplyCollateral(address indexed from, address indexed dst, address indexed asset, uint256 amount);
    event TransferCollateral(address indexed from, address indexed to, address indexed asset, uint256 amount);
    event WithdrawCollateral(address indexed src, address indexed to, address indexed asset, uint256 amount);
    event AbsorbDebt(address indexed absorber, address indexed borrower, uint256 basePaidOut, uint256 usdValue);
    event AbsorbCollateral(
        address indexed absorber,
        address indexed borrower,
        address indexed asset,
        uint256 collateralAbsorbed,
        uint256 usdValue
    );
    event BuyCollateral(address indexed buyer, address indexed asset, uint256 baseAmount, uint256 collateralAmount);

    error BadAsset();
    error BadPrice();
    error BorrowTooSmall();
    error InsufficientReserves();
    error NoSelfTransfer();
    error NotCollateralized();
    error NotForSale();
    error NotLiquidatable();
    error TooMuchSlippage();
    error TransferFailed();
    error Unauthorized();

    constructor(Configuration memory config) {
        baseToken = config.baseToken;
        baseTokenPriceFeed = config.baseTokenPriceFeed;
        baseScale = config.baseScale;
        storeFrontPriceFactor = config.storeFrontPriceFactor;
        targetReserves = config.targetReserves;
        baseBorrowMin = config.baseBorrowMin;
        supplyKink = config.supply.kink;
        supplyPerSecondInterestRateSlopeLow = config.supply.slopeLow / SECONDS_PER_YEAR;
        supplyPerSecondInterestRateSlopeHigh = config.supply.slopeHigh / SECONDS_PER_YEAR;
        supplyPerSecondInterestRateBase = config.supply.base / SECONDS_PER_YEAR;
        borrowKink = config.borrow.kink;
        borrowPerSecondInterestRateSlopeLow = config.borrow.slopeLow / SECONDS_PER_YEAR;
        borrowPerSecondInterestRateSlopeHigh = config.borrow.slopeHigh / SECONDS_PER_YEAR;
        borrowPerSecondInterestRateBase = config.borrow.base / SECONDS_PER_YEAR;
        totalsBasic.baseSupplyIndex = uint64(INDEX_SCALE);
        totalsBasic.baseBorrowIndex = uint64(INDEX_SCALE);
        totalsBasic.lastAccrualTime = uint40(block.timestamp);
        for (uint256 i = 0; i < config.collaterals.length; i++) {
            Collateral memory one = config.collaterals[i];
            AssetInfo storage info = assets.push();
            info.offset = uint8(i);
            info.asset = one.asset;
            info.priceFeed = one.priceFeed;
            info.scale = one.scale;
            info.borrowCollateralFactor = one.borrowCollateralFactor;
            info.liquidateCollateralFactor = one.liquidateCollateralFactor;
            info.liquidationFactor = one.liquidationFactor;
            info.supplyCap = type(uint128).max;
        }
    }

    // What anybody may read.

    function numAssets() external view returns (uint8) {
        return uint8(assets.length);
    }

    function getAssetInfo(uint8 i) external view returns (AssetInfo memory) {
        return assets[i];
    }

    function totalsCollateral(address asset) external view returns (uint128 totalSupplyAsset, uint128 reserved) {
        return (collateralTotal[asset], 0);
    }

    function userCollateral(address account, address asset) external view returns (uint128 balance, uint128 reserved) {
        return (collateralOf[account][asset], 0);
    }

    function userBasic(address account)
        external
        view
        returns (int104 principal, uint64 trackingIndex, uint64 trackingAccrued, uint16 assetsIn, uint8 reserved)
    {
        for (uint256 i = 0; i < assets.length; i++) {
            if (collateralOf[account][assets[i].asset] > 0) assetsIn |= uint16(1 << i);
        }
        return (principalOf[account], 0, 0, assetsIn, 0);
    }

    function getPrice(address priceFeed) public view returns (uint256) {
        (, int256 price,,,) = IFeed(priceFeed).latestRoundData();
        if (price <= 0) revert BadPrice();
        return uint256(price);
    }

    function getUtilization() public view returns (uint256) {
        uint256 supplied = presentSupply(totalsBasic.baseSupplyIndex, totalsBasic.totalSupplyBase);
        if (supplied == 0) return 0;
        return presentBorrow(totalsBasic.baseBorrowIndex, totalsBasic.totalBorrowBase) * FACTOR_SCALE / supplied;
    }

    function getSupplyRate(uint256 utilization) public view returns (uint64) {
        uint256 low = supplyPerSecondInterestRateSlopeLow;
        uint256 kink = supplyKink;
        uint256 base = supplyPerSecondInterestRateBase;
        if (utilization <= kink) return uint64(base + mulFactor(low, utilization));
        return uint64(base + mulFactor(low, kink) + mulFactor(supplyPerSecondInterestRateSlopeHigh, utilization - kink));
    }

    function getBorrowRate(uint256 utilization) public view returns (uint64) {
        uint256 low = borrowPerSecondInterestRateSlopeLow;
        uint256 kink = borrowKink;
        uint256 base = borrowPerSecondInterestRateBase;
        if (utilization <= kink) return uint64(base + mulFactor(low, utilization));
        return uint64(base + mulFactor(low, kink) + mulFactor(borrowPerSecondInterestRateSlopeHigh, utilization - kink));
    }

    function balanceOf(address account) public view returns (uint256) {
        (uint64 supplyIndex,) = accruedIndices();
        int104 principal = principalOf[account];
        return principal > 0 ? presentSupply(supplyIndex, uint104(principal)) : 0;
    }

    function borrowBalanceOf(address account) public view returns (uint256) {
        (, uint64 borrowIndex) = accruedIndices();
        int104 principal = principalOf[account];
        return principal < 0 ? presentBorrow(borrowIndex, uint104(-principal)) : 0;
    }

    function getReserves() public view returns (int256) {
        (uint64 supplyIndex, uint64 borrowIndex) = accruedIndices();
        uint256 balance = IToken(baseToken).balanceOf(address(this));
        uint256 supplied = presentSupply(supplyIndex, totalsBasic.totalSupplyBase);
        return int256(balance) - int256(supplied) + int256(presentBorrow(borrowIndex, totalsBasic.totalBorrowBase));
    }

    function getCollateralReserves(address asset) public view returns (uint256) {
        return IToken(asset).balanceOf(address(this)) - collateralTotal[asset];
    }

    function quoteCollateral(address asset, uint256 baseAmount) public view returns (uint256) {
        AssetInfo memory info = infoOf(asset);
        uint256 discount = mulFactor(storeFrontPriceFactor, FACTOR_SCALE - info.liquidationFactor);
        uint256 discounted = mulFactor(getPrice(info.priceFeed), FACTOR_SCALE - discount);
        return getPrice(baseTokenPriceFeed) * baseAmount * info.scale / discounted / baseScale;
    }

    function isBorrowCollateralized(address account) public view returns (bool) {
        return principalOf[account] >= 0 || liquidity(account, false) >= 0;
    }

    function isLiquidatable(address account) public view returns (bool) {
        return principalOf[account] < 0 && liquidity(account, true) < 0;
    }

    // What holders do.

    function allow(address manager, bool isAllowed_) external {
        isAllowed[msg.sender][manager] = isAllowed_;
    }

    function accrueAccount(address) external {
        accrue();
    }

    function supply(address asset, uint256 amount) external {
        supplyInternal(msg.sender, msg.sender, asset, amount);
    }

    function supplyTo(address dst, address asset, uint256 amount) external {
        supplyInternal(msg.sender, dst, asset, amount);
    }

    function supplyFrom(address from, address dst, address asset, uint256 amount) external {
        requirePermission(from);
        supplyInternal(from, dst, asset, amount);
    }

    function withdraw(address asset, uint256 amount) external {
        withdrawInternal(msg.sender, msg.sender, asset, amount);
    }

    function withdrawTo(address to, address asset, uint256 amount) external {
        withdrawInternal(msg.sender, to, asset, amount);
    }

    function withdrawFrom(address src, address to, address asset, uint256 amount) external {
        requirePermission(src);
        withdrawInternal(src, to, asset, amount);
    }

    function transfer(address dst, uint256 amount) external returns (bool) {
        transferInternal(msg.sender, dst, baseToken, amount);
        return true;
    }

    function transferFrom(address src, address dst, uint256 amount) external returns (bool) {
        requirePermission(src);
        transferInternal(src, dst, baseToken, amount);
        return true;
    }

    function transferAsset(address dst, address asset, uint256 amount) external {
        transferInternal(msg.sender, dst, asset, amount);
    }

    function transferAssetFrom(address src, address dst, address asset, uint256 amount) external {
        requirePermission(src);
        transferInternal(src, dst, asset, amount);
    }

    function absorb(address absorber, address[] calldata accounts) external {
        accrue();
        for (uint256 i = 0; i < accounts.length; i++) absorbAccount(absorber, accounts[i]);
    }

    function buyCollateral(address asset, uint256 minAmount, uint256 baseAmount, address recipient) external {
        int256 reserves = getReserves();
        if (reserves >= 0 && uint256(reserves) >= targetReserves) revert NotForSale();
        pull(baseToken, msg.sender, baseAmount);
        uint256 amount = quoteCollateral(asset, baseAmount);
        if (amount < minAmount) revert TooMuchSlippage();
        if (amount > getCollateralReserves(asset)) revert InsufficientReserves();
        push(asset, recipient, amount);
        emit BuyCollateral(msg.sender, asset, baseAmount, amount);
    }

    // How it is done.

    function supplyInternal(address from, address dst, address asset, uint256 amount) private {
        if (asset != baseToken) {
            infoOf(asset);
            pull(asset, from, amount);
            collateralTotal[asset] += uint128(amount);
            collateralOf[dst][asset] += uint128(amount);
            emit SupplyCollateral(from, dst, asset, amount);
            return;
        }
        if (amount == type(uint256).max) amount = borrowBalanceOf(dst);
        pull(asset, from, amount);
        accrue();
        (, uint104 supplied) = move(dst, int256(amount));
        emit Supply(from, dst, amount);
        if (supplied > 0) emit Transfer(address(0), dst, presentSupply(totalsBasic.baseSupplyIndex, supplied));
    }

    function withdrawInternal(address src, address to, address asset, uint256 amount) private {
        if (asset != baseToken) {
            collateralTotal[asset] -= uint128(amount);
            collateralOf[src][asset] -= uint128(amount);
            // Without interest up to now, as a Comet does.
            if (!isBorrowCollateralized(src)) revert NotCollateralized();
            push(asset, to, amount);
            emit WithdrawCollateral(src, to, asset, amount);
            return;
        }
        if (amount == type(uint256).max) amount = balanceOf(src);
        accrue();
        (uint104 withdrawn,) = move(src, -int256(amount));
        requireSound(src);
        push(asset, to, amount);
        emit Withdraw(src, to, amount);
        if (withdrawn > 0) emit Transfer(src, address(0), presentSupply(totalsBasic.baseSupplyIndex, withdrawn));
    }

    /// Of the base token, logs tell of what was supplied before and after: a debt that moves has none.
    function transferInternal(address src, address dst, address asset, uint256 amount) private {
        if (src == dst) revert NoSelfTransfer();
        if (asset != baseToken) {
            collateralOf[src][asset] -= uint128(amount);
            collateralOf[dst][asset] += uint128(amount);
            if (!isBorrowCollateralized(src)) revert NotCollateralized();
            emit TransferCollateral(src, dst, asset, amount);
            return;
        }
        if (amount == type(uint256).max) amount = balanceOf(src);
        accrue();
        (uint104 withdrawn,) = move(src, -int256(amount));
        (, uint104 supplied) = move(dst, int256(amount));
        requireSound(src);
        uint64 index = totalsBasic.baseSupplyIndex;
        if (withdrawn > 0) emit Transfer(src, address(0), presentSupply(index, withdrawn));
        if (supplied > 0) emit Transfer(address(0), dst, presentSupply(index, supplied));
    }

    function absorbAccount(address absorber, address account) private {
        if (!isLiquidatable(account)) revert NotLiquidatable();
        uint256 credit = 0;
        for (uint256 i = 0; i < assets.length; i++) {
            AssetInfo memory info = assets[i];
            uint128 seized = collateralOf[account][info.asset];
            if (seized == 0) continue;
            collateralOf[account][info.asset] = 0;
            collateralTotal[info.asset] -= seized;
            uint256 value = uint256(seized) * getPrice(info.priceFeed) / info.scale;
            credit += mulFactor(value, info.liquidationFactor);
            emit AbsorbCollateral(absorber, account, info.asset, seized, value);
        }
        uint256 basePrice = getPrice(baseTokenPriceFeed);
        int256 before = present(principalOf[account]);
        int256 balance = before + int256(credit * baseScale / basePrice);
        if (balance < 0) balance = 0;
        (, uint104 supplied) = move(account, balance - before);
        uint256 paidOut = uint256(balance - before);
        emit AbsorbDebt(absorber, account, paidOut, paidOut * basePrice / baseScale);
        if (supplied > 0) emit Transfer(address(0), account, presentSupply(totalsBasic.baseSupplyIndex, supplied));
    }

    /// Changes a base balance. Principals of what was supplied less, and of what was supplied more.
    function move(address account, int256 amount) private returns (uint104 withdrawn, uint104 supplied) {
        int104 before = principalOf[account];
        int104 then = toPrincipal(present(before) + amount);
        principalOf[account] = then;
        uint104 suppliedBefore = before > 0 ? uint104(before) : 0;
        uint104 suppliedThen = then > 0 ? uint104(then) : 0;
        totalsBasic.totalSupplyBase = totalsBasic.totalSupplyBase + suppliedThen - suppliedBefore;
        totalsBasic.totalBorrowBase =
            totalsBasic.totalBorrowBase + (then < 0 ? uint104(-then) : 0) - (before < 0 ? uint104(-before) : 0);
        if (suppliedThen > suppliedBefore) supplied = suppliedThen - suppliedBefore;
        else withdrawn = suppliedBefore - suppliedThen;
    }

    function requireSound(address account) private view {
        int256 balance = present(principalOf[account]);
        if (balance >= 0) return;
        if (uint256(-balance) < baseBorrowMin) revert BorrowTooSmall();
        if (!isBorrowCollateralized(account)) revert NotCollateralized();
    }

    function requirePermission(address owner) private view {
        if (owner != msg.sender && !isAllowed[owner][msg.sender]) revert Unauthorized();
    }

    function accrue() private {
        if (block.timestamp == totalsBasic.lastAccrualTime) return;
        (totalsBasic.baseSupplyIndex, totalsBasic.baseBorrowIndex) = accruedIndices();
        totalsBasic.lastAccrualTime = uint40(block.timestamp);
    }

    function accruedIndices() private view returns (uint64 supplyIndex, uint64 borrowIndex) {
        supplyIndex = totalsBasic.baseSupplyIndex;
        borrowIndex = totalsBasic.baseBorrowIndex;
        uint256 elapsed = block.timestamp - totalsBasic.lastAccrualTime;
        if (elapsed == 0) return (supplyIndex, borrowIndex);
        uint256 utilization = getUtilization();
        supplyIndex += uint64(mulFactor(supplyIndex, getSupplyRate(utilization) * elapsed));
        borrowIndex += uint64(mulFactor(borrowIndex, getBorrowRate(utilization) * elapsed));
    }

    /// In dollars with 8 decimals, at the stored index; stops when there is enough.
    function liquidity(address account, bool isForLiquidation) private view returns (int256 sum) {
        sum = present(principalOf[account]) * int256(getPrice(baseTokenPriceFeed)) / int256(baseScale);
        for (uint256 i = 0; i < assets.length && sum < 0; i++) {
            AssetInfo memory info = assets[i];
            uint256 held = collateralOf[account][info.asset];
            if (held == 0) continue;
            uint256 value = held * getPrice(info.priceFeed) / info.scale;
            uint256 factor = isForLiquidation ? info.liquidateCollateralFactor : info.borrowCollateralFactor;
            sum += int256(mulFactor(value, factor));
        }
    }

    function present(int104 principal) private view returns (int256) {
        if (principal >= 0) return int256(presentSupply(totalsBasic.baseSupplyIndex, uint104(principal)));
        return -int256(presentBorrow(totalsBasic.baseBorrowIndex, uint104(-principal)));
    }

    /// Against the account: what is supplied is rounded down, what is owed up.
    function toPrincipal(int256 balance) private view returns (int104) {
        uint256 index = balance >= 0 ? totalsBasic.baseSupplyIndex : totalsBasic.baseBorrowIndex;
        if (balance >= 0) return int104(int256(uint256(balance) * INDEX_SCALE / index));
        return -int104(int256((uint256(-balance) * INDEX_SCALE + index - 1) / index));
    }

    function presentSupply(uint64 index, uint104 principal) private pure returns (uint256) {
        return uint256(principal) * index / INDEX_SCALE;
    }

    function presentBorrow(uint64 index, uint104 principal) private pure returns (uint256) {
        return uint256(principal) * index / INDEX_SCALE;
    }

    function mulFactor(uint256 n, uint256 factor) private pure returns (uint256) {
        return n * factor / FACTOR_SCALE;
    }

    function infoOf(address asset) private view returns (AssetInfo memory) {
        for (uint256 i = 0; i < assets.length; i++) if (assets[i].asset == asset) return assets[i];
        revert BadAsset();
    }

    function pull(address token, address from, uint256 amount) private {
        if (!IToken(token).transferFrom(from, address(this), amount)) revert TransferFailed();
    }

    function push(address token, address to, uint256 amount) private {
        if (!IToken(token).transfer(to, amount)) revert TransferFailed();
    }
}
