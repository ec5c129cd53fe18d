// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A token that keeps a part of what leaves a pool (`buyBps`) or goes to one (`sellBps`), that no pool can be paid in, or that
/// lets no more than `largest` through at once: what buyers find on chain beside honest tokens. Anyone may set it up.
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
    }

    Terms public terms;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function setTerms(uint16 buyBps, uint16 sellBps, bool isClosed) external {
        terms = Terms(buyBps, sellBps, isClosed, 0);
    }

    /// Zero for no limit.
    function setLargest(uint128 largest) external {
        terms.largest = largest;
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
        uint256 kept = toKept(from, to, amount);
        balanceOf[from] -= amount;
        balanceOf[to] += amount - kept;
        if (kept > 0) balanceOf[address(this)] += kept;
        emit Transfer(from, to, amount - kept);
    }

    /// An honest token pays for one more read of storage only.
    function toKept(address from, address to, uint256 amount) private view returns (uint256) {
        Terms memory present = terms;
        if (present.buyBps == 0 && present.sellBps == 0 && !present.isClosed && present.largest == 0) return 0;
        bool isPurchase = isPool[from];
        bool isSale = !isPurchase && isPool[to];
        require(!(present.isClosed && isSale), "closed");
        require(present.largest == 0 || amount <= present.largest, "too much");
        return amount * (isPurchase ? present.buyBps : isSale ? present.sellBps : 0) / 10_000;
    }
}
