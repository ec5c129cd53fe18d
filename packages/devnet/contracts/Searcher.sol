// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IToken {
    function approve(address, uint256) external returns (bool);
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

struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

interface IPoolManager {
    struct SwapParams {
        bool zeroForOne;
        int256 amountSpecified;
        uint160 sqrtPriceLimitX96;
    }

    struct ModifyLiquidityParams {
        int24 tickLower;
        int24 tickUpper;
        int256 liquidityDelta;
        bytes32 salt;
    }

    function unlock(bytes calldata) external returns (bytes memory);
    function swap(PoolKey calldata, SwapParams calldata, bytes calldata) external returns (int256);
    function modifyLiquidity(PoolKey calldata, ModifyLiquidityParams calldata, bytes calldata)
        external
        returns (int256, int256);
    function sync(address) external;
    function settle() external payable returns (uint256);
    function take(address, address, uint256) external;
}

interface IVault {
    struct SingleSwap {
        bytes32 poolId;
        uint8 kind;
        address assetIn;
        address assetOut;
        uint256 amount;
        bytes userData;
    }

    struct Funds {
        address sender;
        bool fromInternalBalance;
        address payable recipient;
        bool toInternalBalance;
    }

    function swap(SingleSwap calldata, Funds calldata, uint256, uint256) external returns (uint256);
}

interface ICurvePool {
    function exchange(int128, int128, uint256, uint256) external;
}

/// Makes pools of Uniswap V3's form from their creation code; they ask it for their parameters, as they ask a deployer.
contract PoolMaker {
    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    Parameters public parameters;
    address public last;

    function make(bytes memory code, address token0, address token1, uint24 fee, int24 tickSpacing) external {
        parameters = Parameters(address(this), token0, token1, fee, tickSpacing);
        address pool;
        assembly {
            pool := create(0, add(code, 32), mload(code))
        }
        require(pool != address(0), "not created");
        last = pool;
    }
}

/// Swaps through pools of Uniswap's forms, of Balancer's Vault and of Curve with what it holds, for whoever asks: a searcher's contract without an
/// owner. It takes what the pools give, so that what comes out can be held against what was expected.
contract Searcher {
    uint160 private constant MIN = 4295128740;
    uint160 private constant MAX = 1461446703485210103287273052203988822378723970341;

    struct Hop {
        address pool;
        address tokenIn;
        address tokenOut;
        Form form;
        /// Of a pool inside Uniswap V4's PoolManager, which is then the pool's address.
        uint24 fee;
        int24 tickSpacing;
        /// Of a pool inside Balancer's Vault, which is then the pool's address; of Curve's, the numbers of the coin that goes in
        /// (upper half) and of the one that comes out.
        bytes32 id;
    }

    enum Form {
        Pool,
        Pair,
        Manager,
        Vault,
        Curve
    }

    /// Each hop takes all that the one before brought; at most what is there of the first token.
    function run(Hop[] calldata hops, uint256 amountIn) external returns (uint256 amount) {
        amount = amountIn;
        uint256 held = IToken(hops[0].tokenIn).balanceOf(address(this));
        if (amount > held) amount = held;
        for (uint256 i = 0; i < hops.length; i++) {
            uint256 before = IToken(hops[i].tokenOut).balanceOf(address(this));
            if (hops[i].form == Form.Pair) swapPair(hops[i], amount);
            else if (hops[i].form == Form.Pool) swapPool(hops[i], amount);
            else if (hops[i].form == Form.Manager) IPoolManager(hops[i].pool).unlock(abi.encode(true, abi.encode(hops[i], amount)));
            else if (hops[i].form == Form.Vault) swapInVault(hops[i], amount);
            else ICurvePool(hops[i].pool).exchange(int128(uint128(uint256(hops[i].id) >> 128)), int128(uint128(uint256(hops[i].id))), amount, 0);
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

    function swapInVault(Hop calldata hop, uint256 amount) private {
        IVault.SingleSwap memory single = IVault.SingleSwap(hop.id, 0, hop.tokenIn, hop.tokenOut, amount, "");
        IVault(hop.pool).swap(single, IVault.Funds(address(this), false, payable(address(this)), false), 0, block.timestamp);
    }

    /// For contracts that take what they are given themselves.
    function approve(address token, address spender) external {
        IToken(token).approve(spender, type(uint256).max);
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        paySwap(amount0, amount1, data);
    }

    function pancakeV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        paySwap(amount0, amount1, data);
    }

    function paySwap(int256 amount0, int256 amount1, bytes calldata data) private {
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
        payMint(amount0, amount1, data);
    }

    function pancakeV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata data) external {
        payMint(amount0, amount1, data);
    }

    /// Liquidity for a pool inside Uniswap V4's PoolManager.
    function mintManaged(address manager, PoolKey calldata key, int24 low, int24 high, int256 liquidity) external {
        IPoolManager(manager).unlock(abi.encode(false, abi.encode(key, low, high, liquidity)));
    }

    /// Of Uniswap V4's PoolManager, whoever calls it.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (bool isSwap, bytes memory inner) = abi.decode(data, (bool, bytes));
        IPoolManager manager = IPoolManager(msg.sender);
        PoolKey memory key;
        int256 delta;
        if (isSwap) {
            (Hop memory hop, uint256 amount) = abi.decode(inner, (Hop, uint256));
            bool isZeroForOne = hop.tokenIn < hop.tokenOut;
            (address token0, address token1) =
                isZeroForOne ? (hop.tokenIn, hop.tokenOut) : (hop.tokenOut, hop.tokenIn);
            key = PoolKey(token0, token1, hop.fee, hop.tickSpacing, address(0));
            IPoolManager.SwapParams memory params =
                IPoolManager.SwapParams(isZeroForOne, -int256(amount), isZeroForOne ? MIN : MAX);
            delta = manager.swap(key, params, "");
        } else {
            int24 low;
            int24 high;
            int256 liquidity;
            (key, low, high, liquidity) = abi.decode(inner, (PoolKey, int24, int24, int256));
            (delta,) = manager.modifyLiquidity(
                key, IPoolManager.ModifyLiquidityParams(low, high, liquidity, 0), ""
            );
        }
        settle(manager, key.currency0, int128(delta >> 128));
        settle(manager, key.currency1, int128(delta));
        return "";
    }

    /// Pays what is owed, takes what is due.
    function settle(IPoolManager manager, address currency, int128 delta) private {
        if (delta > 0) manager.take(currency, address(this), uint128(delta));
        if (delta >= 0) return;
        manager.sync(currency);
        send(currency, address(manager), uint128(-delta));
        manager.settle();
    }

    function payMint(uint256 amount0, uint256 amount1, bytes calldata data) private {
        (address token0, address token1) = abi.decode(data, (address, address));
        if (amount0 > 0) send(token0, msg.sender, amount0);
        if (amount1 > 0) send(token1, msg.sender, amount1);
    }

    function send(address token, address to, uint256 amount) private {
        require(IToken(token).transfer(to, amount), "transfer");
    }
}
