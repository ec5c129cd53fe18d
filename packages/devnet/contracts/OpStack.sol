// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// The L1Block predeploy after Jovian: what the sequencer last said about L1. Anyone may set it here.
/// https://specs.optimism.io/protocol/jovian/l1-attributes.html
contract L1Block {
    uint64 public number;
    uint64 public timestamp;
    uint256 public basefee;
    uint256 public blobBaseFee;
    uint32 public baseFeeScalar;
    uint32 public blobBaseFeeScalar;
    uint32 public operatorFeeScalar;
    uint64 public operatorFeeConstant;
    uint16 public daFootprintGasScalar = 400;

    constructor(uint32 baseFeeScalar_, uint32 blobBaseFeeScalar_) {
        baseFeeScalar = baseFeeScalar_;
        blobBaseFeeScalar = blobBaseFeeScalar_;
        setL1Fees(10 gwei, 1);
    }

    function setL1Fees(uint256 basefee_, uint256 blobBaseFee_) public {
        (number, timestamp) = (number + 1, uint64(block.timestamp));
        (basefee, blobBaseFee) = (basefee_, blobBaseFee_);
    }

    function setScalars(uint32 baseFeeScalar_, uint32 blobBaseFeeScalar_) external {
        (baseFeeScalar, blobBaseFeeScalar) = (baseFeeScalar_, blobBaseFeeScalar_);
    }

    function setOperatorFee(uint32 scalar, uint64 constant_) external {
        (operatorFeeScalar, operatorFeeConstant) = (scalar, constant_);
    }
}

/// The GasPriceOracle predeploy by the Fjord and Jovian specifications.
/// https://specs.optimism.io/protocol/fjord/exec-engine.html#fjord-l1-cost-fee-changes-fastlz-estimator
/// https://specs.optimism.io/protocol/jovian/exec-engine.html#operator-fee
contract GasPriceOracle {
    L1Block private constant L1_BLOCK = L1Block(0x4200000000000000000000000000000000000015);
    int256 private constant COST_INTERCEPT = -42_585_600;
    int256 private constant COST_FASTLZ_COEFFICIENT = 836_500;
    int256 private constant MIN_TRANSACTION_SIZE_SCALED = 100e6;
    /// A signature's bytes, which an unsigned transaction lacks.
    uint256 private constant SIGNATURE_SIZE = 68;

    uint256 public constant decimals = 6;
    bool public constant isEcotone = true;
    bool public constant isFjord = true;
    bool public constant isIsthmus = true;
    bool public constant isJovian = true;

    function gasPrice() external view returns (uint256) {
        return block.basefee;
    }

    function baseFee() external view returns (uint256) {
        return block.basefee;
    }

    function l1BaseFee() public view returns (uint256) {
        return L1_BLOCK.basefee();
    }

    function blobBaseFee() public view returns (uint256) {
        return L1_BLOCK.blobBaseFee();
    }

    function baseFeeScalar() public view returns (uint32) {
        return L1_BLOCK.baseFeeScalar();
    }

    function blobBaseFeeScalar() public view returns (uint32) {
        return L1_BLOCK.blobBaseFeeScalar();
    }

    function getL1Fee(bytes calldata unsignedTx) external view returns (uint256) {
        return l1Cost(fastLzSize(unsignedTx) + SIGNATURE_SIZE);
    }

    function getL1FeeUpperBound(uint256 unsignedTxSize) external view returns (uint256) {
        uint256 size = unsignedTxSize + SIGNATURE_SIZE;
        return l1Cost(size + size / 255 + 16);
    }

    function getL1GasUsed(bytes calldata unsignedTx) external pure returns (uint256) {
        return (estimatedSizeScaled(fastLzSize(unsignedTx) + SIGNATURE_SIZE) * 16) / 1e6;
    }

    function getOperatorFee(uint256 gasUsed) external view returns (uint256) {
        return gasUsed * L1_BLOCK.operatorFeeScalar() * 100 + L1_BLOCK.operatorFeeConstant();
    }

    function l1Cost(uint256 size) private view returns (uint256) {
        uint256 feeScaled = baseFeeScalar() * 16 * l1BaseFee() + blobBaseFeeScalar() * blobBaseFee();
        return (estimatedSizeScaled(size) * feeScaled) / 1e12;
    }

    function estimatedSizeScaled(uint256 size) private pure returns (uint256) {
        int256 estimate = COST_INTERCEPT + COST_FASTLZ_COEFFICIENT * int256(size);
        return uint256(estimate < MIN_TRANSACTION_SIZE_SCALED ? MIN_TRANSACTION_SIZE_SCALED : estimate);
    }

    /// Length of the FastLZ level 1 compression of `data`: greedy matches of at least 3 bytes, found by a hash table of
    /// the last position of each 3-byte sequence, within a window of 8 KiB. https://ariya.github.io/FastLZ/
    function fastLzSize(bytes calldata data) private pure returns (uint256 size) {
        unchecked {
            uint256[8192] memory lastSeen;
            uint256 limit = data.length < 13 ? 0 : data.length - 13;
            uint256 anchor;
            uint256 at = 2;
            while (at < limit) {
                uint256 sequence = read24(data, at);
                uint256 slot = hash(sequence);
                uint256 candidate = lastSeen[slot];
                lastSeen[slot] = at;
                if (at - candidate > 0x1fff || read24(data, candidate) != sequence) {
                    at++;
                    continue;
                }
                if (at + 1 >= limit) break;
                if (at > anchor) size += literalSize(at - anchor);
                uint256 matched = matchLength(data, candidate + 3, at + 3, limit + 9);
                size += matchSize(matched - 1);
                at += matched;
                lastSeen[hash(read24(data, at))] = at;
                lastSeen[hash(read24(data, at + 1))] = at + 1;
                anchor = at += 2;
            }
            size += literalSize(data.length - anchor);
        }
    }

    function matchLength(bytes calldata data, uint256 p, uint256 q, uint256 end) private pure returns (uint256 length) {
        unchecked {
            // The first difference is counted as well, as the reference estimator does.
            while (q + length < end) {
                bool same = data[p + length] == data[q + length];
                length++;
                if (!same) break;
            }
        }
    }

    function matchSize(uint256 length) private pure returns (uint256) {
        return 3 * (length / 262) + (length % 262 >= 6 ? 3 : 2);
    }

    function literalSize(uint256 length) private pure returns (uint256) {
        uint256 rest = length % 32;
        return 33 * (length / 32) + (rest == 0 ? 0 : rest + 1);
    }

    function hash(uint256 sequence) private pure returns (uint256) {
        unchecked {
            return ((2654435769 * sequence) >> 19) & 0x1fff;
        }
    }

    function read24(bytes calldata data, uint256 at) private pure returns (uint256) {
        return uint256(uint8(data[at])) | (uint256(uint8(data[at + 1])) << 8) | (uint256(uint8(data[at + 2])) << 16);
    }
}
