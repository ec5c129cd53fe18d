// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// ArbGasInfo (0x6c) of Nitro: prices of an Arbitrum chain. Anyone may set what L1 costs here.
/// https://github.com/OffchainLabs/nitro-precompile-interfaces/blob/main/ArbGasInfo.sol
contract ArbGasInfo {
    uint256 public getMinimumGasPrice = 0.02 gwei;
    uint256 public getL1BaseFeeEstimate = 10 gwei;

    function setPrices(uint256 minimumGasPrice, uint256 l1BaseFeeEstimate) external {
        (getMinimumGasPrice, getL1BaseFeeEstimate) = (minimumGasPrice, l1BaseFeeEstimate);
    }

    function getL1GasPriceEstimate() external view returns (uint256) {
        return getL1BaseFeeEstimate;
    }

    /// Per simple L2 transaction (140 bytes), per L1 calldata byte, per storage write (20000 gas), and per gas: base,
    /// congestion, total.
    function getPricesInWei() external view returns (uint256, uint256, uint256, uint256, uint256, uint256) {
        uint256 perByte = getL1BaseFeeEstimate * 16;
        uint256 total = block.basefee;
        uint256 base = total < getMinimumGasPrice ? total : getMinimumGasPrice;
        return (perByte * 140, perByte, total * 20_000, base, total - base, total);
    }
}

/// The part of NodeInterface (0xc8) that splits a gas estimate. A real node compresses the transaction with brotli first;
/// this one charges every byte of it.
contract NodeInterface {
    ArbGasInfo private constant GAS_INFO = ArbGasInfo(address(0x6c));

    function gasEstimateL1Component(address, bool, bytes calldata data)
        public
        payable
        returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)
    {
        baseFee = block.basefee;
        l1BaseFeeEstimate = GAS_INFO.getL1BaseFeeEstimate();
        if (baseFee != 0) gasEstimateForL1 = uint64(((data.length + 140) * 16 * l1BaseFeeEstimate) / baseFee);
    }

    function gasEstimateComponents(address to, bool contractCreation, bytes calldata data)
        external
        payable
        returns (uint64 gasEstimate, uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)
    {
        (gasEstimateForL1, baseFee, l1BaseFeeEstimate) = gasEstimateL1Component(to, contractCreation, data);
        uint256 before = gasleft();
        (bool ok,) = to.call{value: msg.value}(data);
        require(ok, "execution reverted");
        gasEstimate = uint64(21_000 + before - gasleft()) + gasEstimateForL1;
    }
}
