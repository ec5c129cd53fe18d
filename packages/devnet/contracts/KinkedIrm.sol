// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// An interest rate model for Morpho Blue whose slope changes at a utilization; every market has the same curve.
contract KinkedIrm {
    struct MarketParams {
        address loanToken;
        address collateralToken;
        address oracle;
        address irm;
        uint256 lltv;
    }

    struct Market {
        uint128 totalSupplyAssets;
        uint128 totalSupplyShares;
        uint128 totalBorrowAssets;
        uint128 totalBorrowShares;
        uint128 lastUpdate;
        uint128 fee;
    }

    /// Shares of one and, for the slopes, rates per second, with 18 decimals.
    uint256 public immutable KINK;
    uint256 public immutable SLOPE_1;
    uint256 public immutable SLOPE_2;

    constructor(uint256 kink, uint256 slope1PerYear, uint256 slope2PerYear) {
        (KINK, SLOPE_1, SLOPE_2) = (kink, slope1PerYear / 365 days, slope2PerYear / 365 days);
    }

    function borrowRate(MarketParams memory params, Market memory market) external view returns (uint256) {
        return borrowRateView(params, market);
    }

    function borrowRateView(MarketParams memory, Market memory market) public view returns (uint256) {
        if (market.totalSupplyAssets == 0) return 0;
        uint256 utilization = (uint256(market.totalBorrowAssets) * 1e18) / market.totalSupplyAssets;
        if (utilization <= KINK) return (SLOPE_1 * utilization) / KINK;
        return SLOPE_1 + (SLOPE_2 * (utilization - KINK)) / (1e18 - KINK);
    }
}
