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

/** The same address on every chain. Source: https://www.multicall3.com/deployments */
export const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'
const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const

export type Outcome = { readonly success: boolean; readonly returnData: Hex }
type PendingCall = {
  readonly call: { readonly target: Address; readonly allowFailure: true; readonly callData: Hex }
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (cause: unknown) => void
}

export type MulticallOptions = {
  readonly client: Pick<PublicClient, 'request'>
  readonly block: { readonly number: bigint; readonly hash: Hex | null }
  /** Calls per `eth_call`. */
  readonly batchSize: number
  /** `eth_call`s in flight at once. */
  readonly maxParallel: number
}

/** Calls contracts at one block. Calls issued in the same turn of the event loop are sent in batches. */
export function createMulticall({ client, block, batchSize, maxParallel }: MulticallOptions) {
  const at = block.hash === null ? numberToHex(block.number) : { blockHash: block.hash }
  let waiting: PendingCall[] = []
  const batches: (readonly PendingCall[])[] = []
  let running = 0

  async function aggregate(calls: readonly PendingCall['call'][]): Promise<readonly Outcome[]> {
    const data = encodeFunctionData({ ...aggregate3, args: [calls] })
    const answer = await client.request({ method: 'eth_call', params: [{ to: multicall3, data }, at] })
    if (answer === '0x') throw new UnreadableBlockError(block.number)
    const outcomes = decodeFunctionResult({ ...aggregate3, data: answer })
    if (outcomes.length === calls.length) return outcomes
    throw new LendingReadError(
      `The provider returned ${outcomes.length} of ${calls.length} reads at block ${block.number}. Retry, or use another provider.`,
    )
  }

  async function send(batch: readonly PendingCall[]): Promise<void> {
    try {
      const outcomes = await aggregate(batch.map(({ call }) => call))
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] as Outcome)
    } catch (cause) {
      const error = isExecutionFailure(cause) ? await findBlockError() : cause
      if (error === null) await isolateFailure(batch)
      else for (const { reject } of batch) reject(error)
    }
  }

  /** One call that burns all gas fails its batch, and anyone can deploy such a contract. Halving spares the other calls. */
  async function isolateFailure(batch: readonly PendingCall[]): Promise<void> {
    if (batch.length === 1) return batch[0]?.resolve({ success: false, returnData: '0x' })
    const half = Math.ceil(batch.length / 2)
    await Promise.all([send(batch.slice(0, half)), send(batch.slice(half))])
  }

  /** Returns why the node cannot even execute an empty batch, or null if it can and one of the contracts failed. */
  async function findBlockError(): Promise<unknown> {
    try {
      await aggregate([])
      return null
    } catch (cause) {
      return isExecutionFailure(cause) ? new UnreadableBlockError(block.number, { cause }) : cause
    }
  }

  function flush(): void {
    const calls = waiting
    waiting = []
    for (let start = 0; start < calls.length; start += batchSize) batches.push(calls.slice(start, start + batchSize))
    for (; running < maxParallel && batches.length > 0; running += 1) void work()
  }

  async function work(): Promise<void> {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) await send(batch)
    running -= 1
  }

  return (target: Address, callData: Hex): Promise<Outcome> => {
    // Runs after all promise callbacks of this turn, because they may add calls.
    if (waiting.length === 0) setImmediate(flush)
    return new Promise((resolve, reject) => {
      waiting.push({ call: { target, allowFailure: true, callData }, resolve, reject })
    })
  }
}

function isExecutionFailure(cause: unknown): boolean {
  return (
    cause instanceof ViemError &&
    cause.walk((error) => /out of gas|gas limit|OutOfGas|revert/i.test(String(error))) !== null
  )
}
