// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IHeld {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
}

/// Has the form of a pair, and claims reserves that are not there: a swap reverts, or pays a tenth of what is asked for.
contract LyingPair {
    address public immutable token0;
    address public immutable token1;
    uint112 public immutable reserve0;
    uint112 public immutable reserve1;
    bool public immutable paysLittle;

    constructor(address a, address b, uint112 claimed0, uint112 claimed1, bool little) {
        (token0, token1, reserve0, reserve1, paysLittle) = (a, b, claimed0, claimed1, little);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, 0);
    }

    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata) external {
        require(paysLittle, "not now");
        if (amount0Out > 0) IHeld(token0).transfer(to, amount0Out / 10);
        if (amount1Out > 0) IHeld(token1).transfer(to, amount1Out / 10);
    }
}
