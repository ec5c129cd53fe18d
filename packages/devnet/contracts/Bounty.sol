// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Ether for whoever calls first, for one caller only, or for one account whoever calls.
contract Bounty {
    address payable public immutable keeper = payable(msg.sender);

    receive() external payable {}

    function claim(uint256 amount) external {
        payable(msg.sender).transfer(amount);
    }

    function claimAsKeeper(uint256 amount) external {
        require(msg.sender == keeper, "keeper");
        keeper.transfer(amount);
    }

    function claimForKeeper(uint256 amount) external {
        keeper.transfer(amount);
    }
}
