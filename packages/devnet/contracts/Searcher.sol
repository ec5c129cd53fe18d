// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IToken {
    function balanceOf(address) external view returns (uint256);
    function transfer(address, uint256) external returns (bool);
}

interface IPair {
    function getReserves() external view returns (uint112, uint112, uint32);
    function swap(uint256, uint256, address, bytes calldata) external;
    function mint(address) external returns (uint256);
}

interface IPool {
    function swap(address, bool, int256, uint160, bytes calldata) external returns (int256, int256);
    function mint(address, int24, int24, uint128, bytes calldata) external returns (uint256, uint256);
}

/// Swaps through pairs and pools of Uniswap's forms with what it holds, for whoever asks: a searcher's contract without an
/// owner. It takes what the pools give, so that what comes out can be held against what was expected.
contract Searcher {
    uint160 private constant MIN = 4295128740;
    uint160 private constant MAX = 1461446703485210103287273052203988822378723970341;

    struct Hop {
        address pool;
        address tokenIn;
        address tokenOut;
        bool isPair;
    }

    /// Each hop takes all that the one before brought; at most what is there of the first token.
    function run(Hop[] calldata hops, uint256 amountIn) external returns (uint256 amount) {
        amount = amountIn;
        uint256 held = IToken(hops[0].tokenIn).balanceOf(address(this));
        if (amount > held) amount = held;
        for (uint256 i = 0; i < hops.length; i++) {
            uint256 before = IToken(hops[i].tokenOut).balanceOf(address(this));
            if (hops[i].isPair) swapPair(hops[i], amount);
            else swapPool(hops[i], amount);
            amount = IToken(hops[i].tokenOut).balanceOf(address(this)) - before;
        }
    }

    function swapPair(Hop calldata hop, uint256 amount) private {
        bool isZeroForOne = hop.tokenIn < hop.tokenOut;
        (uint256 reserveIn, uint256 reserveOut,) = IPair(hop.pool).getReserves();
        if (!isZeroForOne) (reserveIn, reserveOut) = (reserveOut, reserveIn);
        send(hop.tokenIn, hop.pool, amount);
        uint256 charged = (IToken(hop.tokenIn).balanceOf(hop.pool) - reserveIn) * 997;
        uint256 out = charged * reserveOut / (reserveIn * 1000 + charged);
        IPair(hop.pool).swap(isZeroForOne ? 0 : out, isZeroForOne ? out : 0, address(this), "");
    }

    function swapPool(Hop calldata hop, uint256 amount) private {
        bool isZeroForOne = hop.tokenIn < hop.tokenOut;
        bytes memory data = abi.encode(hop.tokenIn);
        IPool(hop.pool).swap(address(this), isZeroForOne, int256(amount), isZeroForOne ? MIN : MAX, data);
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        send(abi.decode(data, (address)), msg.sender, uint256(amount0 > 0 ? amount0 : amount1));
    }

    function mintPair(address pair, address token0, uint256 amount0, address token1, uint256 amount1) external {
        send(token0, pair, amount0);
        send(token1, pair, amount1);
        IPair(pair).mint(address(this));
    }

    function mintPool(address pool, address token0, address token1, int24 low, int24 high, uint128 liquidity) external {
        IPool(pool).mint(address(this), low, high, liquidity, abi.encode(token0, token1));
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata data) external {
        (address token0, address token1) = abi.decode(data, (address, address));
        if (amount0 > 0) send(token0, msg.sender, amount0);
        if (amount1 > 0) send(token1, msg.sender, amount1);
    }

    function send(address token, address to, uint256 amount) private {
        require(IToken(token).transfer(to, amount), "transfer");
    }
}
