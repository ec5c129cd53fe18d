import { type Address, encodeFunctionData, erc20Abi, hexToBigInt, toHex } from 'viem'
import type { SimulatedCall, SimulatedResult } from './simulation.ts'

export const toTransfer = (token: Address, from: Address, to: Address, amount: bigint): SimulatedCall => ({
  from,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})

/** Gas limit of balance calls. */
export const readGas = 400_000n

export const toBalanceOf = (token: Address, account: Address): SimulatedCall => ({
  from: account,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
  gas: readGas,
})

const wordLength = 66

/**
 * Returns whether a token accepted a transfer. Some tokens return false instead of reverting, and some return no data. If a token
 * returns more than one word, only the first word counts.
 */
export const isAccepted = ({ succeeded, returnData }: SimulatedResult): boolean =>
  succeeded && (returnData === '0x' || BigInt(returnData.slice(0, wordLength)) !== 0n)

/** Decodes a result of one word. Returns 0 if the call failed or returned any other length. */
export const toAmount = (result: SimulatedResult | undefined): bigint =>
  !result?.succeeded || result.returnData.length !== wordLength ? 0n : hexToBigInt(result.returnData)

/** Returns a random account, which has no balances or permissions. */
export const createUnusedAccount = (): Address => toHex(crypto.getRandomValues(new Uint8Array(20)))
