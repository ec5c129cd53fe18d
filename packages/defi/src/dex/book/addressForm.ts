import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  BaseError as ViemError,
} from 'viem'
import type { BlockReader } from '../../reads/blockReader.ts'
import { multicall3 } from '../../reads/multicall.ts'
import type { KnownPool } from './knownPool.ts'

export type Call = { readonly target: Address; readonly callData: Hex }
/** The result of a call. Undefined if it failed or returned less than one word. */
export type CallResult = Hex | undefined

/** How a family of DEXes recognizes its pools by address, in at most two rounds of calls. */
export type AddressForm = {
  first(address: Address): readonly Call[]
  /** Returns null if the first results rule the address out. */
  second(address: Address, results: readonly CallResult[]): SecondRound | null
}
type SecondRound = {
  readonly calls: readonly Call[]
  toPool(results: readonly CallResult[]): KnownPool | null
}

const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const

/**
 * Makes all calls in one `eth_call`. Returns null if it failed as a whole, which any called contract can cause.
 *
 * @throws the provider's error
 */
export async function callAll(
  client: BlockReader['client'],
  calls: readonly Call[],
): Promise<readonly CallResult[] | null> {
  const data = encodeFunctionData({ ...aggregate3, args: [calls.map((call) => ({ ...call, allowFailure: true }))] })
  try {
    const answer = await client.request({ method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] })
    const outcomes = decodeFunctionResult({ ...aggregate3, data: answer })
    if (outcomes.length !== calls.length) return null
    return outcomes.map(({ success, returnData }) => (success && returnData.length >= 66 ? returnData : undefined))
  } catch (cause) {
    const isExecution = cause instanceof ViemError && cause.walk((error) => /gas|revert/i.test(String(error))) !== null
    if (isExecution) return null
    throw cause
  }
}
