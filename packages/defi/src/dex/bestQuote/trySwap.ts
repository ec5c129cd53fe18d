import { nativeToken } from '@outrigger/calldata/internal'
import { type Address, encodeFunctionData, erc20Abi, type Hex, hexToBigInt, type PublicClient, pad } from 'viem'
import { findFailure, type StateOverrides, type Step, simulate, toAmount, toBalanceStep } from '../../reads/simulate.ts'
import { toLower } from '../pool.ts'
import type { SwapTransaction } from '../router/universalRouter.ts'
import { type ComparedQuote, toDifference } from './comparedQuote.ts'
import { type EffectLog, findForbiddenEffect } from './findForbiddenEffect.ts'

/** A promised output with its transaction. */
export type Candidate = {
  readonly source: string
  readonly promised: bigint
  readonly minAmountOut: bigint | null
  readonly transaction: SwapTransaction
  readonly spender: Address
  /** Approvals that the sender makes first. */
  readonly approvals: readonly Step[]
}

export type Trial = {
  readonly blockNumber: bigint
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  readonly from: Address
  readonly slippageBps: number
  /** Null if the sender cannot be given the input. */
  readonly overrides: StateOverrides | null
}

/** Addresses that log transfers of the native currency: by EIP-7708, and by nodes that trace them. */
const nativeLogs: readonly Address[] = ['0xfffffffffffffffffffffffffffffffffffffffe', nativeToken]

/** An account that has code only in simulations: CALLDATALOAD(0) BALANCE, returned as a word. */
const balanceReader: Address = '0x00000000000000000000000000000000009a7e13'
const balanceReaderCode: Hex = '0x6000353160005260206000f3'

/** Simulates a candidate, and compares the sender's balances before and after. */
export async function trySwap(client: PublicClient, candidate: Candidate, trial: Trial): Promise<ComparedQuote> {
  const { approvals, ...promise } = candidate
  const { promised, transaction } = promise
  const { blockNumber, tokenIn, tokenOut, from, overrides } = trial
  const common = { ...promise, received: null, difference: null, gas: null }
  const unproven = (reason: string): ComparedQuote => ({ ...common, verdict: 'unproven', reason })
  if (overrides === null) return unproven('The sender does not have the input, and a simulation cannot provide it.')
  const balances = [tokenOut, tokenIn, nativeToken].map((token) => toHolding(token, from))
  const stages = { before: balances, approvals, swap: [{ from, ...transaction }], after: balances }
  const state = { ...overrides, [balanceReader]: { code: balanceReaderCode } }
  const results = await simulate(client, blockNumber, stages, state)
  if (results === null) return unproven('The provider does not fully support eth_simulateV1.')
  const failure = findFailure(results.swap)
  if (failure !== null) return { ...common, verdict: 'reverted', reason: `Simulated: ${failure}` }
  const [swap] = results.swap
  if (swap?.logs === undefined) return unproven('The provider omits the logs of its simulation.')
  const [received = 0n, inGained = 0n, nativeGained = 0n] = balances.map(
    (_, index) => toAmount(results.after[index]) - toAmount(results.before[index]),
  )
  const measured = { ...common, received, difference: toDifference(promised, received) }
  const gas = hexToBigInt(swap.gasUsed)
  const theft = findTheft(swap.logs, -inGained, -nativeGained, candidate, trial)
  if (theft !== null) return { ...measured, gas, verdict: 'unsafe', reason: theft }
  // A promise missed by more than the slippage is not kept, even if the output is the best.
  if (received > 0n && received * 10_000n >= promised * BigInt(10_000 - trial.slippageBps))
    return { ...measured, gas, verdict: 'kept', reason: null }
  return { ...measured, gas, verdict: 'short', reason: `It promises ${promised} units but delivers ${received}.` }
}

/** Returns which assets other than the input leave the sender, by balances and logs, or null. */
function findTheft(
  logs: readonly EffectLog[],
  spent: bigint,
  nativeSpent: bigint,
  { spender }: Candidate,
  { tokenIn, tokenOut, amountIn, from }: Trial,
): string | null {
  if (spent > amountIn) return `It takes ${spent} units instead of ${amountIn}.`
  if (tokenIn !== nativeToken && nativeSpent > 0n) return `It takes ${nativeSpent} wei besides the input.`
  return findForbiddenEffect(logs, {
    sender: toLower(from),
    counted: [tokenIn, tokenOut, ...nativeLogs],
    approval: { token: tokenIn, spender: toLower(spender), amount: amountIn },
  })
}

const toHolding = (token: Address, holder: Address): Step =>
  token === nativeToken ? { from: holder, to: balanceReader, data: pad(holder) } : toBalanceStep(token, holder)

/**
 * Returns the approvals of an amount. They reset the allowance first, because some tokens, such as USDT, only accept
 * a new allowance if the old one is zero.
 */
export const toApprovals = (token: Address, owner: Address, spender: Address, amount: bigint): readonly Step[] =>
  token === nativeToken
    ? []
    : [0n, amount].map((allowance) => ({
        from: owner,
        to: token,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, allowance] }),
      }))
