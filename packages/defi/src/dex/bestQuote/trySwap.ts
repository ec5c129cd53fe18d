import { type Address, encodeFunctionData, erc20Abi, type Hex, hexToBigInt, type PublicClient, pad } from 'viem'
import { findFailure, type StateOverrides, type Step, simulate, toAmount, toBalanceStep } from '../../reads/simulate.ts'
import { nativeToken, type SwapTransaction } from '../router/universalRouter.ts'
import { type ComparedQuote, toDifference } from './comparedQuote.ts'

/** A promise with its transaction. */
export type Candidate = {
  readonly source: string
  readonly promised: bigint
  readonly transaction: SwapTransaction
  readonly spender: Address
  /** Carried out by the sender first. */
  readonly approvals: readonly Step[]
}

export type Trial = {
  readonly blockNumber: bigint
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  readonly from: Address
  readonly slippageBps: number
  /** Null where the sender cannot be given the input. */
  readonly overrides: StateOverrides | null
}

/** Has code in simulations only: CALLDATALOAD(0) BALANCE, returned as a word. */
const balanceReader: Address = '0x00000000000000000000000000000000009a7e13'
const balanceReaderCode: Hex = '0x6000353160005260206000f3'

/** Carries a candidate out in a simulation of its own, and counts what the sender has before and after. */
export async function trySwap(client: PublicClient, candidate: Candidate, trial: Trial): Promise<ComparedQuote> {
  const { source, promised, transaction, spender, approvals } = candidate
  const { blockNumber, tokenIn, tokenOut, from, overrides } = trial
  const common = { source, promised, transaction, spender, received: null, difference: null, gas: null }
  const unproven = (reason: string): ComparedQuote => ({ ...common, verdict: 'unproven', reason })
  if (overrides === null) return unproven('The sender has not the input, and cannot be given it in a simulation.')
  const balances = [toHolding(tokenOut, from), toHolding(tokenIn, from)]
  const stages = { before: balances, approvals, swap: [{ from, ...transaction }], after: balances }
  const state = { ...overrides, [balanceReader]: { code: balanceReaderCode } }
  const results = await simulate(client, blockNumber, stages, state)
  if (results === null) return unproven('The provider has no eth_simulateV1, or not all of it.')
  const failure = findFailure(results.swap)
  if (failure !== null) return { ...common, verdict: 'reverted', reason: `Simulated: ${failure}` }
  const [outBefore, inBefore] = results.before.map(toAmount)
  const [outAfter, inAfter] = results.after.map(toAmount)
  const received = (outAfter ?? 0n) - (outBefore ?? 0n)
  const spent = (inBefore ?? 0n) - (inAfter ?? 0n)
  const measured = { ...common, received, difference: toDifference(promised, received) }
  const gas = hexToBigInt(results.swap[0]?.gasUsed ?? '0x0')
  return { ...measured, gas, ...judge(promised, received, spent, trial) }
}

/** A promise that is off by more than the slippage is not kept, even where what comes is the most. */
function judge(promised: bigint, received: bigint, spent: bigint, { slippageBps, amountIn }: Trial) {
  if (spent > amountIn)
    return { verdict: 'short', reason: `It takes ${spent} units, and ${amountIn} are swapped.` } as const
  if (received * 10_000n >= promised * BigInt(10_000 - slippageBps)) return { verdict: 'kept', reason: null } as const
  return { verdict: 'short', reason: `It promises ${promised} units and brings ${received}.` } as const
}

const toHolding = (token: Address, holder: Address): Step =>
  token === nativeToken ? { from: holder, to: balanceReader, data: pad(holder) } : toBalanceStep(token, holder)

/** Some tokens, USDT among them, take an allowance only where there is none. */
export const toApprovals = (token: Address, owner: Address, spender: Address, amount: bigint): readonly Step[] =>
  token === nativeToken
    ? []
    : [0n, amount].map((allowance) => ({
        ...{ from: owner, to: token },
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, allowance] }),
      }))
