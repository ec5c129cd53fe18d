import type { Transaction } from '@outrigger/mempool/internal'
import { type Address, encodeFunctionData, type PublicClient, parseAbi, size, slice } from 'viem'
import type { CopiedCall } from '../detect/frontrun/copiedCall.ts'
import { createUnusedAccount, toAmount, toBalanceOf } from './erc20Calls.ts'
import { simulateTransactions } from './simulateTransactions.ts'
import type { SimulatedCall, SimulatedResult } from './simulation.ts'
import type { SimulationBudget } from './simulationBudget.ts'

export type CopiedCallParameters = {
  readonly transaction: Pick<Transaction, 'hash' | 'from' | 'to' | 'input' | 'value'>
  /** In whose name; an account that has done nothing yet, so that nothing it is allowed already counts. */
  readonly copier?: Address
  /** Tokens whose balance is looked at, and what an amount is worth in wei; null where nobody knows. */
  readonly tokens: readonly Address[]
  readonly toNativeValue: (token: Address, amount: bigint) => bigint | null
  readonly blockNumber: bigint
  /** See `SimulationParameters`. */
  readonly gasPrice?: bigint
  readonly budget?: SimulationBudget
}

/** Source: https://www.multicall3.com, the same on every chain. */
const multicall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
const balanceAbi = parseAbi(['function getEthBalance(address) view returns (uint256)'])

/**
 * Carries a pending call out in another name, in a simulation, and looks at what that leaves.
 *
 * @returns null where it cannot be simulated: it sends value, deploys a contract, or no node simulates
 * @throws what the client throws when its providers do not answer
 * @example
 * explainNotCopyable(await getCopiedCall(client, { transaction, tokens: [weth], toNativeValue, blockNumber }))
 */
export async function getCopiedCall(
  client: PublicClient,
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
  // A copier would have to bring the value along; nobody's account has it in the simulation.
  if (to === null || value > 0n || size(input) < 4) return null
  const run = async (account: Address) => {
    const balances = [toEther(account), ...tokens.map((token) => ({ ...toBalanceOf(token, account), from: reader }))]
    const call: SimulatedCall = { from: account, to, data: input }
    const simulation = await simulateTransactions(client, {
      blockNumber,
      calls: [...balances, call, ...balances],
      gasPrice,
      ...(budget && { budget }),
    })
    if (simulation === null) return null
    // By the other methods somebody else pays the gas.
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

/** Looks at balances: whoever makes the call pays for it in advance. */
const reader = createUnusedAccount()

const toEther = (account: Address): SimulatedCall => ({
  from: reader,
  to: multicall3,
  data: encodeFunctionData({ abi: balanceAbi, functionName: 'getEthBalance', args: [account] }),
})
