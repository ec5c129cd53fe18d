import { type Address, encodeFunctionData, erc20Abi, hexToBigInt, toHex } from 'viem'
import type { SimulatedCall, SimulatedResult } from './simulation.ts'

export const toTransfer = (token: Address, from: Address, to: Address, amount: bigint): SimulatedCall => ({
  from,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})

export const toBalanceOf = (token: Address, account: Address): SimulatedCall => ({
  from: account,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
})

const wordLength = 66

/** Tokens may return false instead of reverting; some return nothing. Of more than a word the first one counts. */
export const isAccepted = ({ succeeded, returnData }: SimulatedResult): boolean =>
  succeeded && (returnData === '0x' || BigInt(returnData.slice(0, wordLength)) !== 0n)

/** An answer of one word; 0 where there is none. */
export const toAmount = (result: SimulatedResult | undefined): bigint =>
  !result?.succeeded || result.returnData.length !== wordLength ? 0n : hexToBigInt(result.returnData)

/** An account that nobody has used and nobody foresees: a contract that knew it could tell a simulation by it. */
export const createUnusedAccount = (): Address => toHex(crypto.getRandomValues(new Uint8Array(20)))
