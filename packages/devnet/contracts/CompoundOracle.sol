// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PriceFeed} from "./PriceFeed.sol";

/// What a Comptroller of Compound v2 asks for prices, answered from dollar feeds, with the getters and by the rules of the
/// PriceOracle that Compound's asks on mainnet. There the community's multisig configures it, here anyone.
contract CompoundOracle {
    bool public constant isPriceOracle = true;
    uint256 private constant PRICE_DECIMALS = 36;

    struct TokenConfig {
        uint8 underlyingAssetDecimals;
        address priceFeed;
        uint256 fixedPrice;
    }

    error ConfigNotFound(address cToken);

    mapping(address cToken => TokenConfig) private configs;

    constructor(address[] memory cTokens, TokenConfig[] memory configs_) {
        for (uint256 i = 0; i < cTokens.length; i++) configs[cTokens[i]] = configs_[i];
    }

    function updateConfigPriceFeed(address cToken, address priceFeed) external {
        configs[cToken] = TokenConfig(getConfig(cToken).underlyingAssetDecimals, priceFeed, 0);
    }

    function updateConfigFixedPrice(address cToken, uint256 fixedPrice) external {
        configs[cToken] = TokenConfig(getConfig(cToken).underlyingAssetDecimals, address(0), fixedPrice);
    }

    function getConfig(address cToken) public view returns (TokenConfig memory config) {
        config = configs[cToken];
        if (config.underlyingAssetDecimals == 0) revert ConfigNotFound(cToken);
    }

    /// Dollars of one base unit with 36 decimals: of a whole token, 36 less its own. 0 where the feed has no price.
    function getUnderlyingPrice(address cToken) external view returns (uint256) {
        TokenConfig memory config = getConfig(cToken);
        if (config.fixedPrice != 0) return config.fixedPrice;
        PriceFeed feed = PriceFeed(config.priceFeed);
        uint256 decimals = feed.decimals() + config.underlyingAssetDecimals;
        (, int256 answer,,,) = feed.latestRoundData();
        if (answer <= 0) return 0;
        return decimals > PRICE_DECIMALS
            ? uint256(answer) / 10 ** (decimals - PRICE_DECIMALS)
            : uint256(answer) * 10 ** (PRICE_DECIMALS - decimals);
    }
}
