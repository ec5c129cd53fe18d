import type { BestQuote, ComparedQuote, SwapTransaction } from '@outrigger/defi/dex'
import { nativeToken } from '@outrigger/defi/dex'
import { type Address, BaseError, erc20Abi, type PublicClient } from 'viem'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { UpstreamUnavailableError } from './chainErrors.ts'
import type { SwapSettings } from './swapSettings.ts'

/** A quote whose simulated transaction delivers the promised amount. */
export type ProvenQuote = ComparedQuote & {
  readonly promised: bigint
  readonly received: bigint
  readonly gas: bigint
  readonly transaction: SwapTransaction
  readonly spender: Address
}

/**
 * Returns the quote of the configured source, or null if that is the local router.
 *
 * @throws {UpstreamUnavailableError} the aggregator failed, or its transaction does not deliver the promised amount
 */
export function chooseQuote({ best, quotes }: BestQuote, use: SwapSettings['use']): ProvenQuote | null {
  const chosen = use === 'best' ? best : quotes.find(({ source }) => source === use)
  if (chosen == null || chosen.source === 'local') return null
  if (chosen.verdict === 'kept') return chosen as ProvenQuote
  throw new UpstreamUnavailableError(
    chosen.source,
    `${chosen.source} has no usable swap: ${chosen.reason ?? chosen.verdict}`,
  )
}

/** Returns warnings about the minimum that the chain will enforce. `least` is the minimum that the slippage allows. */
export function toWarnings({ source, minAmountOut }: ProvenQuote, least: bigint): readonly string[] {
  if (minAmountOut === null)
    return [
      `The calldata of ${source} does not show which minimum output the chain enforces. The output was only simulated, and may be lower when the transaction is mined.`,
    ]
  // Tolerates aggregators' own rounding, and the unit that Augustus keeps.
  if (minAmountOut + least / 10_000n + 1n >= least) return []
  return [
    `The calldata of ${source} accepts as little as ${minAmountOut} units, but the slippage allows no less than ${least}.`,
  ]
}

/**
 * Returns the gas limit of an aggregator's transaction by executing it on the current state.
 *
 * @throws {InvalidParameterError} it would revert; names what the sender lacks, or the contract's own reason
 */
export async function simulateProven(
  client: PublicClient,
  { tokenIn, amountIn, from }: { readonly tokenIn: Address; readonly amountIn: bigint; readonly from: Address },
  { transaction, spender }: ProvenQuote,
): Promise<bigint> {
  const refuse = (path: string, message: string) => new InvalidParameterError([{ path, message }])
  if (tokenIn === nativeToken) {
    const balance = await client.getBalance({ address: from })
    if (balance < amountIn) throw refuse('body.from_address', `has ${balance} wei, but the swap needs ${amountIn}`)
  } else {
    const token = { address: tokenIn, abi: erc20Abi } as const
    const [balance, approved] = await Promise.all([
      client.readContract({ ...token, functionName: 'balanceOf', args: [from] }),
      client.readContract({ ...token, functionName: 'allowance', args: [from, spender] }),
    ])
    if (balance < amountIn)
      throw refuse('body.from_address', `has ${balance} units of ${tokenIn}, but the swap needs ${amountIn}`)
    if (approved < amountIn)
      throw refuse(
        'body.from_address',
        `allows ${spender} to spend ${approved} units of ${tokenIn}. Approve ${amountIn} units first`,
      )
  }
  try {
    const gas = await client.estimateGas({ account: from, ...transaction })
    return (gas * 5n) / 4n + 30_000n
  } catch (error) {
    if (!(error instanceof BaseError) || !/revert|execution/i.test(error.message)) throw error
    const reason = error.details || error.shortMessage
    throw refuse('body', `results in a transaction that reverts: ${reason}. Set disable_estimate to get it anyway.`)
  }
}
