// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A token that anyone mints.
contract TrialToken {
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// Two new tokens in the order pools want, and a contract from its creation code. Who inherits is the pools' factory.
abstract contract PoolTrials {
    TrialToken internal token0;
    TrialToken internal token1;

    function createTokens() internal {
        (TrialToken a, TrialToken b) = (new TrialToken(), new TrialToken());
        (token0, token1) = a < b ? (a, b) : (b, a);
    }

    function create(bytes memory code) internal returns (address created) {
        assembly {
            created := create(0, add(code, 32), mload(code))
        }
        require(created != address(0), "not created");
    }
}

interface IPair {
    function initialize(address token0, address token1) external;
    function sync() external;
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
    function getReserves() external view returns (uint112, uint112, uint32);
}

interface IRouter {
    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) external pure returns (uint256);
}

/// Swaps on one new pair of Uniswap V2's form after another, each from the state that the one before left.
contract PairTrials is PoolTrials {
    struct Action {
        /// Otherwise both reserves grow by `amount` and `claimed`.
        bool isSwap;
        bool zeroForOne;
        uint256 amount;
        /// The output that the pair is asked for.
        uint256 claimed;
    }

    struct Outcome {
        bool isAccepted;
        /// Whether the pair would have paid one more.
        bool isExceeded;
        /// What the router's library says; 0 where it reverts or there is no router.
        uint256 quoted;
        uint256 reserve0;
        uint256 reserve1;
    }

    function run(bytes calldata code, IRouter router, Action[] calldata actions)
        external
        returns (IPair pair, Outcome[] memory outcomes)
    {
        createTokens();
        pair = IPair(create(code));
        pair.initialize(address(token0), address(token1));
        outcomes = new Outcome[](actions.length);
        for (uint256 i = 0; i < actions.length; i++) outcomes[i] = act(pair, router, actions[i]);
    }

    function act(IPair pair, IRouter router, Action calldata action) private returns (Outcome memory outcome) {
        (uint256 amount, uint256 claimed) = (action.amount, action.claimed);
        if (!action.isSwap) {
            try this.grow(pair, amount, claimed) {
                outcome.isAccepted = true;
            } catch {}
        } else {
            outcome.quoted = quote(pair, router, action.zeroForOne, amount);
            try this.swap(pair, action.zeroForOne, amount, claimed + 1, true) {}
            catch (bytes memory reason) {
                outcome.isExceeded = bytes4(reason) == Undone.selector;
            }
            try this.swap(pair, action.zeroForOne, amount, claimed, false) {
                outcome.isAccepted = true;
            } catch {}
        }
        (outcome.reserve0, outcome.reserve1,) = pair.getReserves();
    }

    error Undone();

    function swap(IPair pair, bool zeroForOne, uint256 amountIn, uint256 amountOut, bool isUndone) external {
        (zeroForOne ? token0 : token1).mint(address(pair), amountIn);
        pair.swap(zeroForOne ? 0 : amountOut, zeroForOne ? amountOut : 0, address(this), "");
        if (isUndone) revert Undone();
    }

    function grow(IPair pair, uint256 amount0, uint256 amount1) external {
        token0.mint(address(pair), amount0);
        token1.mint(address(pair), amount1);
        pair.sync();
    }

    function quote(IPair pair, IRouter router, bool zeroForOne, uint256 amountIn) private view returns (uint256) {
        if (address(router) == address(0)) return 0;
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        (uint256 reserveIn, uint256 reserveOut) = zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
        try router.getAmountOut(amountIn, reserveIn, reserveOut) returns (uint256 amountOut) {
            return amountOut;
        } catch {
            return 0;
        }
    }
}

interface ITickPool {
    function initialize(uint160 sqrtPriceX96) external;
    function mint(address recipient, int24 tickLower, int24 tickUpper, uint128 amount, bytes calldata data) external;
    function burn(int24 tickLower, int24 tickUpper, uint128 amount) external;
    function swap(address recipient, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256 amount0, int256 amount1);
    /// The first two of what it returns.
    function slot0() external view returns (uint160 sqrtPriceX96, int24 tick);
    function liquidity() external view returns (uint128);
}

/// What happens to a pool with ticks.
struct TickAction {
    uint8 kind;
    bool zeroForOne;
    int24 tickLower;
    int24 tickUpper;
    uint256 amount;
}

struct TickOutcome {
    bool isAccepted;
    uint256 amountOut;
    uint160 sqrtPriceX96;
    int24 tick;
    uint128 liquidity;
}

uint8 constant SWAP = 0;
uint8 constant ADD = 1;
uint8 constant REMOVE = 2;
uint8 constant SET_PROTOCOL_FEE = 3;
uint160 constant LOWEST_LIMIT = 4295128740;
uint160 constant HIGHEST_LIMIT = 1461446703485210103287273052203988822378723970341;

/// Positions and swaps on one new pool of Uniswap V3's form. A swap that does not take all of its input counts as refused.
contract TickTrials is PoolTrials {
    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    /// Pools ask their deployer for it.
    Parameters public parameters;

    function run(bytes calldata code, uint24 fee, int24 tickSpacing, uint160 price, TickAction[] calldata actions)
        external
        returns (ITickPool pool, TickOutcome[] memory outcomes)
    {
        createTokens();
        parameters = Parameters(address(this), address(token0), address(token1), fee, tickSpacing);
        pool = ITickPool(create(code));
        pool.initialize(price);
        outcomes = new TickOutcome[](actions.length);
        for (uint256 i = 0; i < actions.length; i++) outcomes[i] = act(pool, actions[i]);
    }

    function act(ITickPool pool, TickAction calldata action) private returns (TickOutcome memory outcome) {
        if (action.kind == SWAP) {
            try this.swap(pool, action.zeroForOne, action.amount) returns (uint256 amountOut) {
                (outcome.isAccepted, outcome.amountOut) = (true, amountOut);
            } catch {}
        } else if (action.kind == ADD) {
            try pool.mint(address(this), action.tickLower, action.tickUpper, uint128(action.amount), "") {
                outcome.isAccepted = true;
            } catch {}
        } else {
            try pool.burn(action.tickLower, action.tickUpper, uint128(action.amount)) {
                outcome.isAccepted = true;
            } catch {}
        }
        (outcome.sqrtPriceX96, outcome.tick) = pool.slot0();
        outcome.liquidity = pool.liquidity();
    }

    function swap(ITickPool pool, bool zeroForOne, uint256 amountIn) external returns (uint256) {
        uint160 limit = zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT;
        (int256 amount0, int256 amount1) = pool.swap(address(this), zeroForOne, int256(amountIn), limit, "");
        (int256 taken, int256 paid) = zeroForOne ? (amount0, -amount1) : (amount1, -amount0);
        require(taken == int256(amountIn), "not all");
        return uint256(paid);
    }

    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        token0.mint(msg.sender, amount0);
        token1.mint(msg.sender, amount1);
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external {
        if (amount0 > 0) token0.mint(msg.sender, uint256(amount0));
        if (amount1 > 0) token1.mint(msg.sender, uint256(amount1));
    }

    function pancakeV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata) external {
        token0.mint(msg.sender, amount0);
        token1.mint(msg.sender, amount1);
    }

    function pancakeV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external {
        if (amount0 > 0) token0.mint(msg.sender, uint256(amount0));
        if (amount1 > 0) token1.mint(msg.sender, uint256(amount1));
    }
}

struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

struct ModifyLiquidityParams {
    int24 tickLower;
    int24 tickUpper;
    int256 liquidityDelta;
    bytes32 salt;
}

struct SwapParams {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

interface IPoolManager {
    function setProtocolFeeController(address controller) external;
    function setProtocolFee(PoolKey calldata key, uint24 fee) external;
    function initialize(PoolKey calldata key, uint160 sqrtPriceX96) external returns (int24);
    function unlock(bytes calldata data) external returns (bytes memory);
    function modifyLiquidity(PoolKey calldata key, ModifyLiquidityParams calldata params, bytes calldata hookData)
        external
        returns (int256 delta, int256 fees);
    function swap(PoolKey calldata key, SwapParams calldata params, bytes calldata hookData)
        external
        returns (int256 delta);
    function sync(address currency) external;
    function settle() external payable returns (uint256);
    function take(address currency, address to, uint256 amount) external;
    function extsload(bytes32 slot) external view returns (bytes32);
}

/// The same on one new pool of Uniswap V4. It owns the manager.
contract ManagerTrials is PoolTrials {
    IPoolManager public manager;
    int256 private net0;
    int256 private net1;

    function deploy(bytes calldata code) external {
        manager = IPoolManager(create(code));
        manager.setProtocolFeeController(address(this));
    }

    function run(uint24 fee, int24 tickSpacing, uint160 price, TickAction[] calldata actions)
        external
        returns (bytes32 id, TickOutcome[] memory outcomes)
    {
        createTokens();
        PoolKey memory key = PoolKey(address(token0), address(token1), fee, tickSpacing, address(0));
        manager.initialize(key, price);
        id = keccak256(abi.encode(key));
        outcomes = abi.decode(manager.unlock(abi.encode(key, actions)), (TickOutcome[]));
    }

    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (PoolKey memory key, TickAction[] memory actions) = abi.decode(data, (PoolKey, TickAction[]));
        TickOutcome[] memory outcomes = new TickOutcome[](actions.length);
        (net0, net1) = (0, 0);
        for (uint256 i = 0; i < actions.length; i++) outcomes[i] = act(key, actions[i]);
        settle(token0, net0);
        settle(token1, net1);
        return abi.encode(outcomes);
    }

    function act(PoolKey memory key, TickAction memory action) private returns (TickOutcome memory outcome) {
        if (action.kind == SWAP) {
            try this.swap(key, action.zeroForOne, action.amount) returns (uint256 amountOut) {
                (outcome.isAccepted, outcome.amountOut) = (true, amountOut);
            } catch {}
        } else if (action.kind == SET_PROTOCOL_FEE) {
            manager.setProtocolFee(key, uint24(action.amount));
            outcome.isAccepted = true;
        } else {
            int256 delta = action.kind == ADD ? int256(action.amount) : -int256(action.amount);
            try this.modify(key, action.tickLower, action.tickUpper, delta) {
                outcome.isAccepted = true;
            } catch {}
        }
        bytes32 state = keccak256(abi.encode(keccak256(abi.encode(key)), uint256(6)));
        uint256 slot0 = uint256(manager.extsload(state));
        (outcome.sqrtPriceX96, outcome.tick) = (uint160(slot0), int24(uint24(slot0 >> 160)));
        outcome.liquidity = uint128(uint256(manager.extsload(bytes32(uint256(state) + 3))));
    }

    function swap(PoolKey calldata key, bool zeroForOne, uint256 amountIn) external returns (uint256) {
        SwapParams memory params =
            SwapParams(zeroForOne, -int256(amountIn), zeroForOne ? LOWEST_LIMIT : HIGHEST_LIMIT);
        (int256 amount0, int256 amount1) = count(manager.swap(key, params, ""));
        (int256 taken, int256 paid) = zeroForOne ? (-amount0, amount1) : (-amount1, amount0);
        require(taken == int256(amountIn), "not all");
        return uint256(paid);
    }

    function modify(PoolKey calldata key, int24 tickLower, int24 tickUpper, int256 delta) external {
        (int256 moved,) = manager.modifyLiquidity(key, ModifyLiquidityParams(tickLower, tickUpper, delta, 0), "");
        count(moved);
    }

    /// The two amounts of a delta, which are owed by and to this contract in the end.
    function count(int256 delta) private returns (int256 amount0, int256 amount1) {
        (amount0, amount1) = (delta >> 128, int128(delta));
        net0 += amount0;
        net1 += amount1;
    }

    /// In parts: the manager counts each in 128 bits.
    function settle(TrialToken token, int256 net) private {
        int256 most = type(int128).max;
        for (; net < 0; net += most) {
            manager.sync(address(token));
            token.mint(address(manager), uint256(net < -most ? most : -net));
            manager.settle();
            if (net >= -most) return;
        }
        for (; net > 0; net -= most) {
            manager.take(address(token), address(this), uint256(net > most ? most : net));
            if (net <= most) return;
        }
    }
}
