// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PriceFeed} from "./PriceFeed.sol";

/// What a Comptroller of Compound v2 asks for prices, answered from dollar feeds.
contract CompoundOracle {
    bool public constant isPriceOracle = true;

    struct Source {
        PriceFeed feed;
        uint8 underlyingDecimals;
    }

    mapping(address cToken => Source) public sources;

    constructor(address[] memory cTokens, Source[] memory sources_) {
        for (uint256 i = 0; i < cTokens.length; i++) sources[cTokens[i]] = sources_[i];
    }

    /// Dollars of one base unit with 36 decimals: of a whole token, 36 less its own. 0 where there is no feed.
    function getUnderlyingPrice(address cToken) external view returns (uint256) {
        Source memory source = sources[cToken];
        if (address(source.feed) == address(0)) return 0;
        uint256 scale = 10 ** (36 - source.underlyingDecimals - source.feed.decimals());
        return uint256(source.feed.latestAnswer()) * scale;
    }
}
