// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PriceFeed} from "./PriceFeed.sol";

interface IDecimals {
    function decimals() external view returns (uint8);
}

/// A Morpho Blue oracle over a dollar feed for the collateral (base) and one for the loan (quote), with the getters of
/// MorphoChainlinkOracleV2.
contract MorphoOracle {
    address public constant BASE_VAULT = address(0);
    uint256 public constant BASE_VAULT_CONVERSION_SAMPLE = 1;
    address public constant QUOTE_VAULT = address(0);
    uint256 public constant QUOTE_VAULT_CONVERSION_SAMPLE = 1;
    PriceFeed public immutable BASE_FEED_1;
    PriceFeed public constant BASE_FEED_2 = PriceFeed(address(0));
    PriceFeed public immutable QUOTE_FEED_1;
    PriceFeed public constant QUOTE_FEED_2 = PriceFeed(address(0));
    uint256 public immutable SCALE_FACTOR;

    constructor(IDecimals base, PriceFeed baseFeed, IDecimals quote, PriceFeed quoteFeed) {
        (BASE_FEED_1, QUOTE_FEED_1) = (baseFeed, quoteFeed);
        SCALE_FACTOR = 10 ** (36 + quote.decimals() + quoteFeed.decimals() - base.decimals() - baseFeed.decimals());
    }

    /// Base units of the loan token for 1e36 base units of the collateral.
    function price() external view returns (uint256) {
        return (SCALE_FACTOR * uint256(BASE_FEED_1.latestAnswer())) / uint256(QUOTE_FEED_1.latestAnswer());
    }
}
