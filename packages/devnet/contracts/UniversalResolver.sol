// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IEnsRegistry {
    function resolver(bytes32 node) external view returns (address);
}

/// Stands in for the UniversalResolver of ENS, which no npm package has. It resolves names on chain only, with the resolver that
/// the registry names.
contract UniversalResolver {
    IEnsRegistry private constant REGISTRY = IEnsRegistry(0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e);

    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory result, address resolver)
    {
        resolver = REGISTRY.resolver(toNode(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        bool isOk;
        (isOk, result) = resolver.staticcall(data);
        if (!isOk) revert ResolverError(result);
    }

    /// EIP-137, of a name in DNS form from the label at `start`.
    function toNode(bytes calldata name, uint256 start) private pure returns (bytes32) {
        uint256 end = start + 1 + uint8(name[start]);
        if (end == start + 1) return 0;
        return keccak256(abi.encodePacked(toNode(name, end), keccak256(name[start + 1:end])));
    }
}
