import { type ClientOption, toClient } from '@outrigger/core/internal'
import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  type PublicClient,
} from 'viem'
import { createMulticall, type Outcome } from './multicall.ts'
import { LendingReadError, NoContractError } from './readErrors.ts'

/** Providers cap the gas of one `eth_call` (often at 50 million). A thousand storage reads use far less. */
const defaultBatchSize = 1_000
/** More parallel calls would only hit rate limits. */
const defaultParallel = 8

type View = 'view' | 'pure'
export type Read<
  abi extends Abi | readonly unknown[] = Abi,
  name extends ContractFunctionName<abi, View> = ContractFunctionName<abi, View>,
> = {
  readonly address: Address
  readonly abi: abi
  readonly functionName: name
} & (readonly [] extends ContractFunctionArgs<abi, View, name>
  ? { readonly args?: ContractFunctionArgs<abi, View, name> }
  : { readonly args: ContractFunctionArgs<abi, View, name> })

/**
 * Reads contracts at one block. Reads made in the same turn of the event loop share one `eth_call`, so code can read
 * each value where it uses the value.
 */
export type BlockReader = {
  readonly client: PublicClient
  readonly blockNumber: bigint
  /** Null if the block is read by its number. */
  readonly blockHash: Hex | null
  /** Unix seconds of that block. */
  readonly timestamp: bigint
  /** @throws {LendingReadError} if the contract does not exist, reverts, or returns data of another form */
  read<const abi extends Abi | readonly unknown[], name extends ContractFunctionName<abi, View>>(
    read: Read<abi, name>,
  ): Promise<ContractFunctionReturnType<abi, View, name>>
  /** Like `read`, but returns undefined when the contract fails. Provider failures still throw. */
  tryRead<const abi extends Abi | readonly unknown[], name extends ContractFunctionName<abi, View>>(
    read: Read<abi, name>,
  ): Promise<ContractFunctionReturnType<abi, View, name> | undefined>
}

export type BlockReaderOptions = {
  /**
   * With a hash (EIP-1898), a block that replaces it at the same number is never read instead.
   *
   * @default the latest block, by its hash
   */
  readonly block?: { readonly number: bigint; readonly timestamp: bigint; readonly hash?: Hex | null }
  /** Reads per `eth_call`. @default 1000 */
  readonly batchSize?: number
  /** `eth_call`s in flight at once. @default 8 */
  readonly maxParallel?: number
}

/**
 * Creates a reader of one block. The chain must have Multicall3.
 *
 * @throws the client's error if it cannot fetch the block
 * @example
 * const reader = await createBlockReader(client)
 * const [name, supply] = await Promise.all([reader.read({ ...token, functionName: 'name' }), reader.read({ ...token, functionName: 'totalSupply' })])
 */
export async function createBlockReader(client: PublicClient, options: BlockReaderOptions = {}): Promise<BlockReader> {
  const block = options.block ?? (await client.getBlock({ blockTag: 'latest' }))
  const { number: blockNumber, timestamp } = block
  const blockHash = block.hash ?? null
  const { batchSize = defaultBatchSize, maxParallel = defaultParallel } = options
  const call = createMulticall({ client, block: { number: blockNumber, hash: blockHash }, batchSize, maxParallel })
  const send = ({ address, abi, functionName, args = [] }: Read): Promise<Outcome> =>
    call(address, encodeFunctionData({ abi, functionName, args }))

  function toResult({ abi, functionName }: Read, { success, returnData }: Outcome): unknown {
    if (!success || returnData === '0x') return undefined
    try {
      return decodeFunctionResult({ abi, functionName, data: returnData })
    } catch {
      return undefined
    }
  }

  async function read(request: Read): Promise<unknown> {
    const outcome = await send(request)
    const result = toResult(request, outcome)
    if (result !== undefined) return result
    // A call to an address without code succeeds and returns nothing.
    if (outcome.success && outcome.returnData === '0x') throw new NoContractError(request.address, blockNumber)
    throw new LendingReadError(
      `${request.address} does not answer ${request.functionName}() at block ${blockNumber} like a contract of its protocol. Check the address and the chain.`,
    )
  }
  const tryRead = async (request: Read) => toResult(request, await send(request))

  return { client, blockNumber, blockHash, timestamp, read, tryRead } as unknown as BlockReader
}

/** Returns the given reader, or a reader of the latest block of a client or pool. */
export async function toBlockReader(given: ClientOption | BlockReader): Promise<BlockReader> {
  return 'tryRead' in given ? given : createBlockReader(toClient(given))
}
