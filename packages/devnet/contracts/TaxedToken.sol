// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A token that keeps a part of what leaves a pool (`buyBps`) or goes to one (`sellBps`), that no pool can be paid in, or that
/// lets no more than `largest` through at once, or that guards against bots: what buyers find on chain beside honest tokens.
/// Anyone may set it up.
contract TaxedToken {
    string public constant name = "Taxed";
    string public constant symbol = "TAX";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isPool;

    struct Terms {
        uint16 buyBps;
        uint16 sellBps;
        bool isClosed;
        uint128 largest;
        Guard guard;
    }

    enum Guard {
        none,
        /// Whoever bought may sell in the same transaction only.
        sameTransaction,
        /// No more than two transfers a block.
        twoTransfers
    }

    Terms public terms;
    uint256 private transient purchases;
    uint256 private transfersAt;
    uint256 private transfers;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function setTerms(uint16 buyBps, uint16 sellBps, bool isClosed) external {
        terms = Terms(buyBps, sellBps, isClosed, 0, Guard.none);
    }

    /// Zero for no limit.
    function setLargest(uint128 largest) external {
        terms.largest = largest;
    }

    function setGuard(Guard guard) external {
        terms.guard = guard;
    }

    function setPool(address pool) external {
        isPool[pool] = true;
    }

    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        move(from, to, amount);
        return true;
    }

    function move(address from, address to, uint256 amount) private {
        Terms memory present = terms;
        if (present.guard != Guard.none) stand(present.guard, from, to);
        uint256 kept = toKept(present, from, to, amount);
        balanceOf[from] -= amount;
        balanceOf[to] += amount - kept;
        if (kept > 0) balanceOf[address(this)] += kept;
        emit Transfer(from, to, amount - kept);
    }

    /// An honest token pays for one more read of storage only.
    function toKept(Terms memory present, address from, address to, uint256 amount) private view returns (uint256) {
        if (present.buyBps == 0 && present.sellBps == 0 && !present.isClosed && present.largest == 0) return 0;
        bool isPurchase = isPool[from];
        bool isSale = !isPurchase && isPool[to];
        require(!(present.isClosed && isSale), "closed");
        require(present.largest == 0 || amount <= present.largest, "too much");
        return amount * (isPurchase ? present.buyBps : isSale ? present.sellBps : 0) / 10_000;
    }

    function stand(Guard guard, address from, address to) private {
        if (guard == Guard.sameTransaction) {
            if (isPool[from]) purchases++;
            else if (isPool[to]) require(purchases > 0, "another transaction");
            return;
        }
        if (transfersAt != block.number) (transfersAt, transfers) = (block.number, 0);
        require(transfers++ < 2, "busy");
    }
}
