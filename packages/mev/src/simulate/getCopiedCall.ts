import { type ClientOption, toClient } from '@outrigger/core/internal'
import type { Transaction } from '@outrigger/mempool/internal'
import { type Address, encodeFunctionData, parseAbi, size, slice } from 'viem'
import type { CopiedCall } from '../detect/context.ts'
import { createUnusedAccount, readGas, toAmount, toBalanceOf } from './erc20Calls.ts'
import { simulateTransactions } from './simulateTransactions.ts'
import type { SimulatedCall, SimulatedResult } from './simulation.ts'

export type CopiedCallParameters = {
  readonly transaction: Pick<Transaction, 'hash' | 'from' | 'to' | 'input' | 'value'>
  /** Sender of the copied call. @default a new account, which has no permissions on chain */
  readonly copier?: Address
  /** Tokens whose balance change counts as gain. Up to 31 tokens take one request. */
  readonly tokens: readonly Address[]
  /** Returns the value of a token amount in wei, or null if the value is unknown. */
  readonly toNativeValue: (token: Address, amount: bigint) => bigint | null
  readonly blockNumber: bigint
}

/** Multicall3 has the same address on every chain. Source: https://www.multicall3.com */
const multicall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
const balanceAbi = parseAbi(['function getEthBalance(address) view returns (uint256)'])
/** Currencies per request, of which ether is the first. The gas of their balance calls leaves a whole transaction's gas to the copied call. */
const maxTokens = 32

/**
 * Simulates a pending call with another sender, and measures the gain of that sender.
 *
 * @returns null if the call sends value, deploys a contract or has no function selector, or if no node simulates it
 * @throws any error of the client if no provider responds
 * @example
 * explainNotCopyable(await getCopiedCall(client, { transaction, tokens: [weth], toNativeValue, blockNumber }))
 */
export async function getCopiedCall(
  client: ClientOption,
  parameters: CopiedCallParameters,
): Promise<CopiedCall | null> {
  const { transaction, copier = createUnusedAccount(), blockNumber } = parameters
  const { hash, from, to, input, value } = transaction
  // The copier would have to own the value, and the simulation does not fund its account with that value.
  if (to === null || value > 0n || size(input) < 4) return null
  const run = (account: Address) => measure(client, { from: account, to, data: input }, parameters)
  const copied = await run(copier)
  if (copied === null) return null
  const original = copied.succeeds && copied.gain === 0n ? await run(from) : null
  return {
    transaction: hash,
    target: to,
    selector: slice(input, 0, 4),
    blockNumber,
    ...copied,
    paidToOthers: (original?.gain ?? 0n) > 0n,
  }
}

/** Measures what the sender of a call gains. Returns null if no node simulates it. */
async function measure(
  client: ClientOption,
  call: SimulatedCall,
  { tokens, toNativeValue, blockNumber }: CopiedCallParameters,
): Promise<Pick<CopiedCall, 'succeeds' | 'gain' | 'gasUsed'> | null> {
  const counted = [null, ...tokens]
  let gain: bigint | null = 0n
  let own: SimulatedResult | undefined
  for (let start = 0; start < counted.length; start += maxTokens) {
    const group = counted.slice(start, start + maxTokens)
    const balances = group.map((token) => toBalance(token, call.from))
    const calls = [...balances, call, ...balances]
    const simulation = await simulateTransactions(toClient(client), { blockNumber, calls })
    if (simulation === null) return null
    const { results } = simulation
    own = results[group.length]
    for (const [index, token] of group.entries()) {
      const change = toAmount(results[group.length + 1 + index]) - toAmount(results[index])
      const worth = token === null || change === 0n ? change : toNativeValue(token, change)
      gain = gain === null || worth === null ? null : gain + worth
    }
  }
  return own === undefined ? null : { succeeds: own.succeeded, gain, gasUsed: own.gasUsed }
}

/** Sender of the balance calls. */
const reader = createUnusedAccount()

/** Returns a call that reads a balance of a token, or of ether. */
function toBalance(token: Address | null, account: Address): SimulatedCall {
  if (token !== null) return { ...toBalanceOf(token, account), from: reader }
  const data = encodeFunctionData({ abi: balanceAbi, functionName: 'getEthBalance', args: [account] })
  return { from: reader, to: multicall3, data, gas: readGas }
}
