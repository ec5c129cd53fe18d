// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IErc20 {
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

/// Stands for a plain pool of two coins of Curve's factories, whose own contracts are no npm package: the same getters, logs and
/// arithmetic (StableSwap paper), of coins with 18 decimals and the shape that StableSwap-NG computes in. Its rate of the second
/// coin can be set, as an oracle would, without a log.
contract Stableswap {
    event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought);
    event AddLiquidity(address indexed provider, uint256[] token_amounts, uint256[] fees, uint256 invariant, uint256 token_supply);
    event RemoveLiquidityOne(address indexed provider, int128 token_id, uint256 token_amount, uint256 coin_amount, uint256 token_supply);
    event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time);

    uint256 private constant N = 2;
    uint256 private constant PRECISION = 1e18;
    uint256 private constant FEE_UNIT = 1e10;
    uint256 private constant A_UNIT = 100;

    address[2] public coins;
    uint256[2] public balances;
    uint256[] private rates;
    uint256 public fee;
    uint256 public constant admin_fee = 5e9;
    uint256 public constant offpeg_fee_multiplier = 0;
    uint256 public initial_A;
    uint256 public future_A;
    uint256 public initial_A_time;
    uint256 public future_A_time;
    uint256 public totalSupply = 1;

    constructor(address[2] memory coins_, uint256 a, uint256 fee_) {
        coins = coins_;
        initial_A = a * A_UNIT;
        future_A = a * A_UNIT;
        fee = fee_;
        rates = [PRECISION, PRECISION];
    }

    function A_precise() public view returns (uint256) {
        if (block.timestamp >= future_A_time) return future_A;
        uint256 passed = block.timestamp - initial_A_time;
        uint256 whole = future_A_time - initial_A_time;
        if (future_A > initial_A) return initial_A + (future_A - initial_A) * passed / whole;
        return initial_A - (initial_A - future_A) * passed / whole;
    }

    function A() external view returns (uint256) {
        return A_precise() / A_UNIT;
    }

    function stored_rates() external view returns (uint256[] memory) {
        return rates;
    }

    function D_oracle() external view returns (uint256) {
        return invariantOf(scaled());
    }

    function get_dy(int128 i, int128 j, uint256 dx) external view returns (uint256 dy) {
        (dy,) = quote(uint128(i), uint128(j), dx);
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external returns (uint256) {
        (uint256 dy, uint256 adminFee) = quote(uint128(i), uint128(j), dx);
        require(dy >= min_dy, "Exchange resulted in fewer coins than expected");
        IErc20(coins[uint128(i)]).transferFrom(msg.sender, address(this), dx);
        balances[uint128(i)] += dx;
        balances[uint128(j)] -= dy + adminFee;
        IErc20(coins[uint128(j)]).transfer(msg.sender, dy);
        emit TokenExchange(msg.sender, i, dx, j, dy);
        return dy;
    }

    /// No shares, and so no fee: who adds gives.
    function add_liquidity(uint256[] calldata amounts, uint256) external returns (uint256) {
        for (uint256 k = 0; k < N; k++) {
            if (amounts[k] > 0) IErc20(coins[k]).transferFrom(msg.sender, address(this), amounts[k]);
            balances[k] += amounts[k];
        }
        emit AddLiquidity(msg.sender, amounts, new uint256[](2), invariantOf(scaled()), totalSupply);
        return 0;
    }

    /// Its log leaves out what the fee takes of the other balance.
    function remove_liquidity_one_coin(uint256 amount, int128 i, uint256) external returns (uint256) {
        balances[uint128(i)] -= amount;
        balances[1 - uint128(i)] -= 1000;
        IErc20(coins[uint128(i)]).transfer(msg.sender, amount);
        emit RemoveLiquidityOne(msg.sender, i, amount, amount, totalSupply);
        return amount;
    }

    function ramp_A(uint256 a, uint256 time) external {
        (initial_A, future_A, initial_A_time, future_A_time) = (A_precise(), a * A_UNIT, block.timestamp, time);
        emit RampA(initial_A, future_A, initial_A_time, future_A_time);
    }

    function setRate(uint256 rate) external {
        rates[1] = rate;
    }

    function scaled() private view returns (uint256[2] memory) {
        return [balances[0] * rates[0] / PRECISION, balances[1] * rates[1] / PRECISION];
    }

    function quote(uint256 i, uint256 j, uint256 dx) private view returns (uint256 dy, uint256 adminFee) {
        uint256[2] memory xp = scaled();
        uint256 y = balanceOf(xp[i] + dx * rates[i] / PRECISION, invariantOf(xp));
        uint256 paid = xp[j] - y - 1;
        uint256 charged = paid * fee / FEE_UNIT;
        dy = (paid - charged) * PRECISION / rates[j];
        adminFee = charged * admin_fee / FEE_UNIT * PRECISION / rates[j];
    }

    function invariantOf(uint256[2] memory xp) private view returns (uint256 d) {
        uint256 sum = xp[0] + xp[1];
        uint256 ann = A_precise() * N;
        d = sum;
        for (uint256 round = 0; round < 255; round++) {
            uint256 product = d * d / xp[0] * d / xp[1] / N ** N;
            uint256 last = d;
            d = (ann * sum / A_UNIT + product * N) * d / ((ann - A_UNIT) * d / A_UNIT + (N + 1) * product);
            if (d > last ? d - last <= 1 : last - d <= 1) return d;
        }
        revert("D");
    }

    function balanceOf(uint256 x, uint256 d) private view returns (uint256 y) {
        uint256 ann = A_precise() * N;
        uint256 c = d * d / (x * N) * d * A_UNIT / (ann * N);
        uint256 b = x + d * A_UNIT / ann;
        y = d;
        for (uint256 round = 0; round < 255; round++) {
            uint256 last = y;
            y = (y * y + c) / (2 * y + b - d);
            if (y > last ? y - last <= 1 : last - y <= 1) return y;
        }
        revert("y");
    }
}

/// Stands for StableSwap-NG's factory: lists its pools, and logs a new one without its address.
contract CurveFactory {
    event PlainPoolDeployed(address[] coins, uint256 A, uint256 fee, address deployer);

    address[] public pool_list;
    mapping(address => address[]) private coinsOf;
    mapping(address => uint8[]) private typesOf;

    function pool_count() external view returns (uint256) {
        return pool_list.length;
    }

    function get_coins(address pool) external view returns (address[] memory) {
        return coinsOf[pool];
    }

    function get_pool_asset_types(address pool) external view returns (uint8[] memory) {
        return typesOf[pool];
    }

    function deploy_plain_pool(address[2] memory coins, uint256 a, uint256 fee, uint8[] memory types) external {
        address pool = address(new Stableswap(coins, a, fee));
        pool_list.push(pool);
        coinsOf[pool] = [coins[0], coins[1]];
        typesOf[pool] = types;
        emit PlainPoolDeployed(coinsOf[pool], a, fee, msg.sender);
    }
}
