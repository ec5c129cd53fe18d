// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Calls in the name of several accounts, one after the other in one `eth_call`: each account carries `CallRelay`'s code for
/// the time of the call. What a node without `eth_simulateV1` simulates transactions with.
contract CallScript {
    struct Step {
        address from;
        address to;
        uint256 value;
        bytes data;
    }

    struct Result {
        bool succeeded;
        bytes returnData;
        uint256 gasUsed;
    }

    function run(Step[] calldata steps) external returns (Result[] memory results) {
        results = new Result[](steps.length);
        for (uint256 i = 0; i < steps.length; i++) {
            uint256 before = gasleft();
            bytes memory call = abi.encode(steps[i].to, steps[i].value, steps[i].data);
            (results[i].succeeded, results[i].returnData) = steps[i].from.call(call);
            results[i].gasUsed = before - gasleft();
        }
    }
}

contract CallRelay {
    receive() external payable {}

    fallback(bytes calldata input) external payable returns (bytes memory) {
        (address to, uint256 value, bytes memory data) = abi.decode(input, (address, uint256, bytes));
        (bool succeeded, bytes memory returnData) = to.call{value: value}(data);
        if (!succeeded) assembly { revert(add(returnData, 32), mload(returnData)) }
        return returnData;
    }
}
