// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {PriceFeed} from "./PriceFeed.sol";

/// An asset's price in ether with the surface of a Chainlink proxy. Nobody sets it: it is the quotient of two dollar
/// feeds, as the adapters answer that Aave v2 reads on mainnet (CLSynchronicityPriceAdapterBaseToPeg).
contract EtherFeed {
    uint8 public constant decimals = 18;
    uint256 public constant version = 4;
    string public description;
    PriceFeed public immutable ASSET_TO_PEG;
    PriceFeed public immutable BASE_TO_PEG;

    constructor(PriceFeed asset, PriceFeed ether_, string memory description_) {
        ASSET_TO_PEG = asset;
        BASE_TO_PEG = ether_;
        description = description_;
    }

    function latestAnswer() public view returns (int256) {
        return (ASSET_TO_PEG.latestAnswer() * 1e18) / BASE_TO_PEG.latestAnswer();
    }

    /// It is as old as the older of its parts.
    function latestTimestamp() public view returns (uint256) {
        uint256 asset = ASSET_TO_PEG.latestTimestamp();
        uint256 ether_ = BASE_TO_PEG.latestTimestamp();
        return asset < ether_ ? asset : ether_;
    }

    /// A new round with each of either part.
    function latestRound() public view returns (uint80) {
        return ASSET_TO_PEG.latestRound() + uint64(BASE_TO_PEG.latestRound());
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        (uint80 id, uint256 updatedAt) = (latestRound(), latestTimestamp());
        return (id, latestAnswer(), updatedAt, updatedAt, id);
    }
}
