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
/** What a call returned; undefined where it failed or returned less than a word. */
export type Said = Hex | undefined

/** How a family of DEXes tells whether an address is one of its pools: by two rounds of questions at most. */
export type AddressForm = {
  first(address: Address): readonly Call[]
  /** Null where the first answers rule it out. */
  second(address: Address, said: readonly Said[]): SecondRound | null
}
export type SecondRound = {
  readonly calls: readonly Call[]
  toPool(said: readonly Said[]): KnownPool | null
}

const aggregate3 = { abi: multicall3Abi, functionName: 'aggregate3' } as const

/**
 * One `eth_call` for all; null where it failed as a whole, as any contract asked can bring about.
 *
 * @throws what the provider fails with
 */
export async function askAll(client: BlockReader['client'], calls: readonly Call[]): Promise<readonly Said[] | null> {
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
