import { BaseError } from '@outrigger/core'
import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  numberToHex,
  type PublicClient,
  BaseError as ViemError,
} from 'viem'

/** The same on every chain; source: https://www.multicall3.com/deployments */
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
/** Gas of one `eth_call` is capped by providers (50 million at many); a thousand reads of storage stay far below. */
const defaultBatchSize = 1_000
/** Calls under way at once: more would only be refused for their rate. */
const maxParallel = 8
const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const

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
}

/** A contract that was asked has no answer, or not one of the form its protocol gives. */
export class LendingReadError extends BaseError {
  readonly code: string = 'LENDING_READ_FAILED'
}

/** There is no contract at the address: nobody can hold anything there. */
export class NoContractError extends LendingReadError {
  override readonly code = 'NO_CONTRACT'
  readonly address: Address
  constructor(address: Address, blockNumber: bigint) {
    super(`There is no contract at ${address} at block ${blockNumber}. Check the address and the chain.`)
    this.address = address
  }
}

/** A node executes nothing at the block, Multicall3 itself included: it has been replaced, or its state is not there. */
export class UnreadableBlockError extends BaseError {
  readonly code = 'UNREADABLE_BLOCK'
  override readonly retryable = true
  constructor(blockNumber: bigint, options: ErrorOptions = {}) {
    super(
      `Block ${blockNumber} cannot be read: it may just have been replaced, or the provider lacks its state. Ask again for a newer one.`,
      options,
    )
  }
}

type Outcome = { readonly success: boolean; readonly returnData: Hex }
type Question = {
  readonly call: { readonly target: Address; readonly allowFailure: true; readonly callData: Hex }
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (cause: unknown) => void
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
  const at = blockHash === null ? numberToHex(blockNumber) : { blockHash }
  const { batchSize = defaultBatchSize } = options
  let waiting: Question[] = []
  const batches: (readonly Question[])[] = []
  let running = 0

  async function aggregate(calls: readonly Question['call'][]): Promise<readonly Outcome[]> {
    const data = encodeFunctionData({ ...aggregate3, args: [calls] })
    const answer = await client.request({ method: 'eth_call', params: [{ to: multicall3, data }, at] })
    if (answer === '0x') throw new UnreadableBlockError(blockNumber)
    return decodeFunctionResult({ ...aggregate3, data: answer })
  }

  async function ask(questions: readonly Question[]): Promise<void> {
    try {
      const outcomes = await aggregate(questions.map(({ call }) => call))
      if (outcomes.length !== questions.length)
        throw new LendingReadError(
          `A provider answered ${outcomes.length} of ${questions.length} reads at block ${blockNumber}. Ask again, or elsewhere.`,
        )
      for (const [index, { resolve }] of questions.entries()) resolve(outcomes[index] as Outcome)
    } catch (cause) {
      const trouble = isExecutionFailure(cause) ? await findTrouble() : cause
      if (trouble !== null) for (const { reject } of questions) reject(trouble)
      else if (questions.length === 1) questions[0]?.resolve({ success: false, returnData: '0x' })
      else {
        const half = Math.ceil(questions.length / 2)
        await Promise.all([ask(questions.slice(0, half)), ask(questions.slice(half))])
      }
    }
  }

  /** What keeps even an empty call from being executed: then a contract that was asked is not what failed. */
  async function findTrouble(): Promise<unknown> {
    try {
      await aggregate([])
      return null
    } catch (cause) {
      return isExecutionFailure(cause) ? new UnreadableBlockError(blockNumber, { cause }) : cause
    }
  }

  function flush(): void {
    const questions = waiting
    waiting = []
    for (let start = 0; start < questions.length; start += batchSize)
      batches.push(questions.slice(start, start + batchSize))
    for (; running < maxParallel && batches.length > 0; running += 1) void work()
  }

  async function work(): Promise<void> {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) await ask(batch)
    running -= 1
  }

  function outcomeOf(read: Read): Promise<Outcome> {
    // After all promise callbacks of this turn, which may ask for more.
    if (waiting.length === 0) setImmediate(flush)
    return new Promise((resolve, reject) => {
      const callData = encodeFunctionData({ abi: read.abi, functionName: read.functionName, args: read.args ?? [] })
      waiting.push({ call: { target: read.address, allowFailure: true, callData }, resolve, reject })
    })
  }

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

/** One call that burns all gas fails its whole batch, and anybody can make a contract that does: the others go on without. */
function isExecutionFailure(cause: unknown): boolean {
  return (
    cause instanceof ViemError &&
    cause.walk((error) => /out of gas|gas limit|OutOfGas|revert/i.test(String(error))) !== null
  )
}
