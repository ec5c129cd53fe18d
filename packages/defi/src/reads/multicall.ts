import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  numberToHex,
  type PublicClient,
  BaseError as ViemError,
} from 'viem'
import { LendingReadError, UnreadableBlockError } from './readErrors.ts'

/** The same on every chain; source: https://www.multicall3.com/deployments */
export const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const

export type Outcome = { readonly success: boolean; readonly returnData: Hex }
type Question = {
  readonly call: { readonly target: Address; readonly allowFailure: true; readonly callData: Hex }
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (cause: unknown) => void
}

export type MulticallOptions = {
  readonly client: Pick<PublicClient, 'request'>
  readonly block: { readonly number: bigint; readonly hash: Hex | null }
  /** Calls per `eth_call`. */
  readonly batchSize: number
  /** `eth_call`s under way at once. */
  readonly maxParallel: number
}

/** Calls contracts at one block; those asked for in one turn of the event loop travel together. */
export function createMulticall({ client, block, batchSize, maxParallel }: MulticallOptions) {
  const at = block.hash === null ? numberToHex(block.number) : { blockHash: block.hash }
  let waiting: Question[] = []
  const batches: (readonly Question[])[] = []
  let running = 0

  async function aggregate(calls: readonly Question['call'][]): Promise<readonly Outcome[]> {
    const data = encodeFunctionData({ ...aggregate3, args: [calls] })
    const answer = await client.request({ method: 'eth_call', params: [{ to: multicall3, data }, at] })
    if (answer === '0x') throw new UnreadableBlockError(block.number)
    return decodeFunctionResult({ ...aggregate3, data: answer })
  }

  async function ask(questions: readonly Question[]): Promise<void> {
    try {
      const outcomes = await aggregate(questions.map(({ call }) => call))
      if (outcomes.length !== questions.length)
        throw new LendingReadError(
          `A provider answered ${outcomes.length} of ${questions.length} reads at block ${block.number}. Ask again, or elsewhere.`,
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
      return isExecutionFailure(cause) ? new UnreadableBlockError(block.number, { cause }) : cause
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

  return (target: Address, callData: Hex): Promise<Outcome> => {
    // After all promise callbacks of this turn, which may ask for more.
    if (waiting.length === 0) setImmediate(flush)
    return new Promise((resolve, reject) => {
      waiting.push({ call: { target, allowFailure: true, callData }, resolve, reject })
    })
  }
}

/** One call that burns all gas fails its whole batch, and anybody can make a contract that does: the others go on without. */
function isExecutionFailure(cause: unknown): boolean {
  return (
    cause instanceof ViemError &&
    cause.walk((error) => /out of gas|gas limit|OutOfGas|revert/i.test(String(error))) !== null
  )
}
