// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// What liquid restaking tokens say about their rate, by the names the real contracts use; anyone may move it.
abstract contract Rate {
    uint256 internal rate;

    event RateUpdated(uint256 rate);

    constructor(uint256 initialRate) {
        setRate(initialRate);
    }

    function setRate(uint256 newRate) public {
        rate = newRate;
        emit RateUpdated(newRate);
    }
}

abstract contract RateToken is Rate {
    uint8 public constant decimals = 18;
    string public symbol;

    constructor(string memory symbol_, uint256 initialRate) Rate(initialRate) {
        symbol = symbol_;
    }
}

/// ether.fi: rate in eETH per weETH.
contract WeEth is RateToken("weETH", 1.075e18) {
    function getRate() external view returns (uint256) {
        return rate;
    }

    function getEETHByWeETH(uint256 weEthAmount) external view returns (uint256) {
        return (weEthAmount * rate) / 1e18;
    }

    function getWeETHByeETH(uint256 eEthAmount) external view returns (uint256) {
        return (eEthAmount * 1e18) / rate;
    }
}

/// Renzo's Balancer rate provider: rate in ETH per ezETH.
contract EzEthRateProvider is Rate(1.062e18) {
    function getRate() external view returns (uint256) {
        return rate;
    }
}

/// Kelp's LRTOracle: rate in ETH per rsETH.
contract RsEthOracle is Rate(1.055e18) {
    function rsETHPrice() external view returns (uint256) {
        return rate;
    }
}

/// Puffer's vault, the ERC-4626 rate functions of it.
contract PufEth is RateToken("pufETH", 1.058e18) {
    function convertToAssets(uint256 shares) external view returns (uint256) {
        return (shares * rate) / 1e18;
    }

    function convertToShares(uint256 assets) external view returns (uint256) {
        return (assets * 1e18) / rate;
    }
}

/// Swell: rate in ETH per rswETH.
contract RswEth is RateToken("rswETH", 1.066e18) {
    function getRate() external view returns (uint256) {
        return rate;
    }

    function rswETHToETHRate() external view returns (uint256) {
        return rate;
    }

    function ethToRswETHRate() external view returns (uint256) {
        return 1e36 / rate;
    }
}
