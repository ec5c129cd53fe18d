import { type ClientOption, toClient } from '@outrigger/core/internal'
import type { Transaction } from '@outrigger/mempool/internal'
import { type Address, encodeFunctionData, parseAbi, size, slice } from 'viem'
import type { CopiedCall } from '../detect/frontrun/copiedCall.ts'
import { createUnusedAccount, toAmount, toBalanceOf } from './erc20Calls.ts'
import { simulateTransactions } from './simulateTransactions.ts'
import type { SimulatedCall, SimulatedResult } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

export type CopiedCallParameters = {
  readonly transaction: Pick<Transaction, 'hash' | 'from' | 'to' | 'input' | 'value'>
  /** Sender of the copied call. @default a new account, which has no permissions on chain */
  readonly copier?: Address
  /** Tokens whose balance change counts as gain. */
  readonly tokens: readonly Address[]
  /** Returns the value of a token amount in wei, or null if the value is unknown. */
  readonly toNativeValue: (token: Address, amount: bigint) => bigint | null
  readonly blockNumber: bigint
  /** See `SimulationParameters`. */
  readonly gasPrice?: bigint
  readonly budget?: SimulationBudget
}

/** Multicall3 has the same address on every chain. Source: https://www.multicall3.com */
const multicall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
const balanceAbi = parseAbi(['function getEthBalance(address) view returns (uint256)'])

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
  {
    transaction,
    copier = createUnusedAccount(),
    tokens,
    toNativeValue,
    blockNumber,
    gasPrice = 0n,
    budget,
  }: CopiedCallParameters,
): Promise<CopiedCall | null> {
  const { hash, from, to, input, value } = transaction
  // The copier would have to own the value, and the simulation does not fund its account with that value.
  if (to === null || value > 0n || size(input) < 4) return null
  const run = async (account: Address) => {
    const balances = [toEther(account), ...tokens.map((token) => ({ ...toBalanceOf(token, account), from: reader }))]
    const call: SimulatedCall = { from: account, to, data: input }
    const simulation = await simulateTransactions(toClient(client), {
      blockNumber,
      calls: [...balances, call, ...balances],
      gasPrice,
      ...(budget && { budget }),
    })
    if (simulation === null) return null
    // With the other methods, another account pays for the gas.
    const paidPrice = simulation.method === 'eth_simulateV1' ? gasPrice : 0n
    return toOutcome(simulation.results, { tokens, toNativeValue, paidPrice })
  }
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

function toOutcome(
  results: readonly SimulatedResult[],
  {
    tokens,
    toNativeValue,
    paidPrice,
  }: Pick<CopiedCallParameters, 'tokens' | 'toNativeValue'> & { readonly paidPrice: bigint },
): Pick<CopiedCall, 'succeeds' | 'gain' | 'gasUsed'> {
  const count = tokens.length + 1
  const call = results[count]
  let gain: bigint | null = (call?.gasUsed ?? 0n) * paidPrice
  for (let index = 0; index < count; index++) {
    const change = toAmount(results[count + 1 + index]) - toAmount(results[index])
    const token = tokens[index - 1]
    const worth = token === undefined || change === 0n ? change : toNativeValue(token, change)
    gain = gain === null || worth === null ? null : gain + worth
  }
  return { succeeds: call?.succeeded ?? false, gain, gasUsed: call?.gasUsed ?? 0n }
}

/** Sender of the balance calls. A sender prepays the gas of its call, so the measured account must not send them itself. */
const reader = createUnusedAccount()

const toEther = (account: Address): SimulatedCall => ({
  from: reader,
  to: multicall3,
  data: encodeFunctionData({ abi: balanceAbi, functionName: 'getEthBalance', args: [account] }),
})
