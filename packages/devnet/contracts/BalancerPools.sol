// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IErc20 {
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

/// Stands for a weighted pool of Balancer v2 with two tokens of equal weight and 18 decimals, where the power is a product.
contract BalancerPool {
    event SwapFeePercentageChanged(uint256 swapFeePercentage);

    BalancerVault public immutable getVault;
    bytes32 public immutable getPoolId;
    uint256 public getSwapFeePercentage = 3e15;
    string public constant version = "{}";

    constructor(BalancerVault vault, address[] memory tokens) {
        getVault = vault;
        getPoolId = vault.registerPool();
        vault.registerTokens(getPoolId, tokens);
    }

    function getNormalizedWeights() external pure returns (uint256[] memory weights) {
        weights = new uint256[](2);
        weights[0] = 5e17;
        weights[1] = 5e17;
    }

    function setSwapFeePercentage(uint256 value) external {
        getSwapFeePercentage = value;
        emit SwapFeePercentageChanged(value);
    }

    /// balanceOut * (1 - balanceIn / (balanceIn + amountIn)), every step rounded for the pool.
    function onSwap(uint256 balanceIn, uint256 balanceOut, uint256 amount) external view returns (uint256) {
        uint256 given = amount - ((amount * getSwapFeePercentage - 1) / 1e18 + 1);
        require(given <= balanceIn * 3e17 / 1e18, "MAX_IN_RATIO");
        uint256 base = (balanceIn * 1e18 - 1) / (balanceIn + given) + 1;
        return balanceOut * (base < 1e18 ? 1e18 - base : 0) / 1e18;
    }
}

/// Stands for the Vault of Balancer v2, whose own contracts npm has as sources for another compiler only: pools, balances, swaps
/// and logs as there, for exact inputs.
contract BalancerVault {
    event TokensRegistered(bytes32 indexed poolId, address[] tokens, address[] assetManagers);
    event PoolBalanceChanged(
        bytes32 indexed poolId, address indexed liquidityProvider, address[] tokens, int256[] deltas, uint256[] protocolFeeAmounts
    );
    event Swap(bytes32 indexed poolId, address indexed tokenIn, address indexed tokenOut, uint256 amountIn, uint256 amountOut);

    struct SingleSwap {
        bytes32 poolId;
        uint8 kind;
        address assetIn;
        address assetOut;
        uint256 amount;
        bytes userData;
    }

    struct BatchSwapStep {
        bytes32 poolId;
        uint256 assetInIndex;
        uint256 assetOutIndex;
        uint256 amount;
        bytes userData;
    }

    struct Funds {
        address sender;
        bool fromInternalBalance;
        address payable recipient;
        bool toInternalBalance;
    }

    uint256 private count;
    mapping(bytes32 => address[]) private tokensOf;
    mapping(bytes32 => mapping(address => uint256)) private held;

    /// The pool's address, its specialization (two tokens) and a number.
    function registerPool() external returns (bytes32) {
        return bytes32(uint256(uint160(msg.sender)) << 96 | uint256(2) << 80 | count++);
    }

    function registerTokens(bytes32 poolId, address[] memory tokens) external {
        tokensOf[poolId] = tokens;
        emit TokensRegistered(poolId, tokens, new address[](tokens.length));
    }

    function getPoolTokens(bytes32 poolId) public view returns (address[] memory tokens, uint256[] memory balances, uint256) {
        tokens = tokensOf[poolId];
        balances = new uint256[](tokens.length);
        for (uint256 k = 0; k < tokens.length; k++) balances[k] = held[poolId][tokens[k]];
        return (tokens, balances, block.number);
    }

    function join(bytes32 poolId, uint256[] calldata amounts) external {
        int256[] memory deltas = new int256[](amounts.length);
        for (uint256 k = 0; k < amounts.length; k++) {
            IErc20(tokensOf[poolId][k]).transferFrom(msg.sender, address(this), amounts[k]);
            held[poolId][tokensOf[poolId][k]] += amounts[k];
            deltas[k] = int256(amounts[k]);
        }
        emit PoolBalanceChanged(poolId, msg.sender, tokensOf[poolId], deltas, new uint256[](amounts.length));
    }

    function swap(SingleSwap calldata single, Funds calldata funds, uint256 limit, uint256) external returns (uint256 amountOut) {
        amountOut = quote(single.poolId, single.assetIn, single.assetOut, single.amount);
        require(amountOut >= limit, "SWAP_LIMIT");
        held[single.poolId][single.assetIn] += single.amount;
        held[single.poolId][single.assetOut] -= amountOut;
        emit Swap(single.poolId, single.assetIn, single.assetOut, single.amount, amountOut);
        IErc20(single.assetIn).transferFrom(funds.sender, address(this), single.amount);
        IErc20(single.assetOut).transfer(funds.recipient, amountOut);
    }

    function queryBatchSwap(uint8, BatchSwapStep[] calldata swaps, address[] calldata assets, Funds calldata)
        external
        view
        returns (int256[] memory deltas)
    {
        deltas = new int256[](assets.length);
        BatchSwapStep calldata step = swaps[0];
        uint256 paid = quote(step.poolId, assets[step.assetInIndex], assets[step.assetOutIndex], step.amount);
        deltas[step.assetInIndex] = int256(step.amount);
        deltas[step.assetOutIndex] = -int256(paid);
    }

    function quote(bytes32 poolId, address tokenIn, address tokenOut, uint256 amount) private view returns (uint256) {
        BalancerPool pool = BalancerPool(address(uint160(uint256(poolId) >> 96)));
        return pool.onSwap(held[poolId][tokenIn], held[poolId][tokenOut], amount);
    }
}

/// Names the pools it makes, as all factories of Balancer v2 do.
contract BalancerFactory {
    event PoolCreated(address indexed pool);

    function create(BalancerVault vault, address[] memory tokens) external returns (address pool) {
        pool = address(new BalancerPool(vault, tokens));
        emit PoolCreated(pool);
    }
}
