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

/** Gas of one `eth_call` is capped by providers (50 million at many); a thousand reads of storage stay far below. */
const defaultBatchSize = 1_000
/** More would only be refused for their rate. */
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
 * Reads of contracts that all see one block. Those asked for in one turn of the event loop travel together, so code asks
 * for what it needs where it needs it, and what does not depend on one another costs one `eth_call`.
 */
export type BlockReader = {
  readonly client: PublicClient
  readonly blockNumber: bigint
  /** Of the block that is read by its hash; null where it is read by its number. */
  readonly blockHash: Hex | null
  /** Unix seconds of that block. */
  readonly timestamp: bigint
  /** @throws {LendingReadError} the contract is not there, reverts, or answers in another form */
  read<const abi extends Abi | readonly unknown[], name extends ContractFunctionName<abi, View>>(
    read: Read<abi, name>,
  ): Promise<ContractFunctionReturnType<abi, View, name>>
  /** The same, undefined instead of throwing when the contract has no answer. What the provider fails at still throws. */
  tryRead<const abi extends Abi | readonly unknown[], name extends ContractFunctionName<abi, View>>(
    read: Read<abi, name>,
  ): Promise<ContractFunctionReturnType<abi, View, name> | undefined>
}

export type BlockReaderOptions = {
  /**
   * With its hash (EIP-1898) a block of the same number that replaces it is never read in its place.
   *
   * @default the latest, by its hash
   */
  readonly block?: { readonly number: bigint; readonly timestamp: bigint; readonly hash?: Hex | null }
  /** Reads per `eth_call`. @default 1000 */
  readonly batchSize?: number
  /** `eth_call`s under way at once; with thousands of reads each waits for all of them at a node that is slow. @default 8 */
  readonly maxParallel?: number
}

/**
 * A reader of one block of a chain that has Multicall3.
 *
 * @throws what the client throws while the block is looked up
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
  const outcomeOf = ({ address, abi, functionName, args = [] }: Read): Promise<Outcome> =>
    call(address, encodeFunctionData({ abi, functionName, args }))

  function toResult({ abi, functionName }: Read, { success, returnData }: Outcome): unknown {
    if (!success || returnData === '0x') return undefined
    try {
      return decodeFunctionResult({ abi, functionName, data: returnData })
    } catch {
      return undefined
    }
  }

  async function read(wanted: Read): Promise<unknown> {
    const outcome = await outcomeOf(wanted)
    const result = toResult(wanted, outcome)
    if (result !== undefined) return result
    // A call to an address without code succeeds with nothing.
    if (outcome.success && outcome.returnData === '0x') throw new NoContractError(wanted.address, blockNumber)
    throw new LendingReadError(
      `${wanted.address} does not answer ${wanted.functionName}() at block ${blockNumber} as its protocol's contract does. Check the address and the chain.`,
    )
  }
  const tryRead = async (wanted: Read) => toResult(wanted, await outcomeOf(wanted))

  return { client, blockNumber, blockHash, timestamp, read, tryRead } as unknown as BlockReader
}
