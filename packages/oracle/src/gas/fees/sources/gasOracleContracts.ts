import { type Address, type Hex, type PublicClient, parseAbi } from 'viem'

export const opStackOracle: Address = '0x420000000000000000000000000000000000000F'
export const scrollOracle: Address = '0x5300000000000000000000000000000000000002'

const abi = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  'function getOperatorFee(uint256) view returns (uint256)',
  'function tokenRatio() view returns (uint256)',
])

/** Returns a GasPriceOracle's L1 fee of an encoded transaction, in wei. Makes one `eth_call`. */
export function getL1Fee(client: PublicClient, address: Address, encoded: Hex): Promise<bigint> {
  return client.readContract({ address, abi, functionName: 'getL1Fee', args: [encoded] })
}

/**
 * Returns the operator fee for an amount of gas, in wei. It is zero if the contract is older than Isthmus. Makes one
 * `eth_call`.
 */
export function getOperatorFee(client: PublicClient, address: Address, gas: bigint): Promise<bigint> {
  return client.readContract({ address, abi, functionName: 'getOperatorFee', args: [gas] }).catch((error) => {
    if (isRevert(error)) return 0n
    throw error
  })
}

/** Returns the price of 1 ETH in MNT from Mantle's GasPriceOracle. Makes one `eth_call`. */
export function getTokenRatio(client: PublicClient): Promise<bigint> {
  return client.readContract({ address: opStackOracle, abi, functionName: 'tokenRatio' })
}

/** Returns whether the node executed the call and the contract reverted or returned nothing. */
function isRevert(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/ContractFunction(?:Revert|ZeroData)|ExecutionReverted/.test(cause.name)) return true
  return false
}
