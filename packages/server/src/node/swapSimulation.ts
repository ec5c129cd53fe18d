import { nativeToken, permit2Address, type SwapTransaction } from '@outrigger/defi/dex'
import { type Address, BaseError, erc20Abi, type PublicClient, parseAbi, toFunctionSelector } from 'viem'
import { InvalidParameterError } from '../errors/serviceError.ts'

const permit2Abi = parseAbi([
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
])

/** Errors of Uniswap's routers if the output would be below the transaction's minimum. */
const tooLittle: readonly string[] = [
  'InsufficientToken()',
  'InsufficientETH()',
  'V2TooLittleReceived()',
  'V3TooLittleReceived()',
  'V4TooLittleReceived(uint256,uint256)',
].map((signature) => toFunctionSelector(signature))

/** Trades between the quote and the simulation have moved the price by more than the slippage. */
export class PriceMovedError extends InvalidParameterError {
  constructor() {
    const message =
      'delivers less than the slippage allows, because the price has moved since the quote. Request a new quote, or allow more slippage.'
    super([{ path: 'body.slippage', message }])
  }
}

type SwapToSimulate = {
  readonly tokenIn: Address
  readonly amountIn: bigint
  readonly from: Address
  readonly hasPermit: boolean
  readonly transaction: SwapTransaction
}

/**
 * Returns the gas limit of a swap by executing it on the current state.
 *
 * @throws {InvalidParameterError} it would revert; names what the sender lacks, or the contract's own reason
 * @throws {PriceMovedError}
 */
export async function simulateSwap(client: PublicClient, swap: SwapToSimulate): Promise<bigint> {
  const fault = await findFault(client, swap)
  if (fault !== null) throw new InvalidParameterError([{ path: 'body.from_address', message: fault }])
  try {
    const gas = await client.estimateGas({ account: swap.from, ...swap.transaction })
    // Adds a margin, because pairs write more in a block with a later timestamp than in the block of the estimate.
    return (gas * 5n) / 4n + 30_000n
  } catch (error) {
    if (!(error instanceof BaseError) || !/revert|execution/i.test(error.message)) throw error
    const reason = error.details || error.shortMessage
    if (tooLittle.some((selector) => reason.includes(selector))) throw new PriceMovedError()
    throw new InvalidParameterError([
      {
        path: 'body',
        message: `results in a transaction that reverts: ${reason}. Set disable_estimate to get it anyway.`,
      },
    ])
  }
}

/** Returns what the sender lacks to pay for the swap, or null. */
async function findFault(client: PublicClient, swap: SwapToSimulate): Promise<string | null> {
  const { tokenIn, amountIn, from, hasPermit, transaction } = swap
  if (tokenIn === nativeToken) {
    const balance = await client.getBalance({ address: from })
    return balance < amountIn ? `has ${balance} wei, but the swap needs ${amountIn}` : null
  }
  const token = { address: tokenIn, abi: erc20Abi } as const
  const [balance, approved, [allowed, expiration], { timestamp }] = await Promise.all([
    client.readContract({ ...token, functionName: 'balanceOf', args: [from] }),
    client.readContract({ ...token, functionName: 'allowance', args: [from, permit2Address] }),
    client.readContract({
      address: permit2Address,
      abi: permit2Abi,
      functionName: 'allowance',
      args: [from, tokenIn, transaction.to],
    }),
    client.getBlock(),
  ])
  if (balance < amountIn) return `has ${balance} units of ${tokenIn}, but the swap needs ${amountIn}`
  if (approved < amountIn)
    return `allows Permit2 to spend ${approved} units of ${tokenIn}. Approve ${permit2Address} for ${amountIn} first`
  const isAllowed = allowed >= amountIn && BigInt(expiration) > timestamp
  if (hasPermit || isAllowed) return null
  return `does not allow the router to spend ${tokenIn} through Permit2. Send a permit, or approve ${transaction.to} at Permit2 for ${amountIn} first`
}
