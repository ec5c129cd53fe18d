import { type Address, formatTransactionRequest, type Hex, type PublicClient, parseAbi, zeroAddress } from 'viem'
import type { FeeRequest } from '../transactionFee.ts'

export const nodeInterface: Address = '0x00000000000000000000000000000000000000C8'
const nodeInterfaceAbi = parseAbi([
  'function gasEstimateComponents(address to, bool contractCreation, bytes data) payable returns (uint64 gasEstimate, uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)',
])

/** Returns NodeInterface's gas estimate on Arbitrum, and the part of it that pays for L1. Makes one `eth_call`. */
export async function getArbitrumGas(
  client: PublicClient,
  { from, to, value = 0n, data = '0x' }: FeeRequest,
): Promise<{ readonly gas: bigint; readonly l1Gas: bigint }> {
  const { result } = await client.simulateContract({
    address: nodeInterface,
    abi: nodeInterfaceAbi,
    functionName: 'gasEstimateComponents',
    args: [to ?? zeroAddress, to === undefined, data],
    ...(from && { account: from }),
    value,
  })
  const [gas, l1Gas] = result
  return { gas, l1Gas }
}

type RpcRequest = (request: { method: string; params: readonly unknown[] }) => Promise<Record<string, Hex>>

const toRpc = ({ from, to, value, data, accessList, authorizationList }: FeeRequest) =>
  formatTransactionRequest({ from, to, value, data, accessList, authorizationList } as Parameters<
    typeof formatTransactionRequest
  >[0])

/** Returns the gas and the minimum price of a transaction on Linea. Calls `linea_estimateGas`. */
export async function getLineaGas(client: PublicClient, request: FeeRequest) {
  const rpc = client.request as unknown as RpcRequest
  const answer = await rpc({ method: 'linea_estimateGas', params: [toRpc(request)] })
  const { gasLimit = '', baseFeePerGas = '', priorityFeePerGas = '' } = answer
  return { gas: toQuantity(gasLimit), gasPrice: toQuantity(baseFeePerGas) + toQuantity(priorityFeePerGas) }
}

/** Returns the gas, including pubdata, and the price of a transaction on ZKsync. Calls `zks_estimateFee`. */
export async function getZksyncGas(client: PublicClient, request: FeeRequest) {
  const rpc = client.request as unknown as RpcRequest
  const answer = await rpc({ method: 'zks_estimateFee', params: [toRpc(request)] })
  const { gas_limit: gasLimit = '', max_fee_per_gas: price = '' } = answer
  return { gas: toQuantity(gasLimit), gasPrice: toQuantity(price) }
}

function toQuantity(text: string): bigint {
  if (!/^0x[\da-f]+$/i.test(text)) throw new TypeError('A quantity is missing in the answer.')
  return BigInt(text)
}
