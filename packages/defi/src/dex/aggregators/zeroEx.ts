import { aggregationRouters, settlerRegistry } from '@outrigger/calldata/internal'
import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  type Hex,
  type PublicClient,
  parseAbi,
  parseAbiParameters,
  slice,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { nativeToken } from '../router/universalRouter.ts'
import type { AggregatorDefinition, SwapTerms } from './aggregator.ts'
import { AggregatorError, UnsafeSwapError } from './aggregatorErrors.ts'
import { toChainId } from './chainId.ts'

const holderAbi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
])
/** The first words of `exec` and of the Settler's `execute`. The actions behind them are not encoded by the ABI's rules. */
const holderHead = parseAbiParameters('address operator, address token, uint256 amount, address target')
const settlerHead = parseAbiParameters('address recipient, address buyToken, uint256 minAmountOut')
const executeSelectors: readonly Hex[] = [
  toFunctionSelector('execute((address,address,uint256),bytes[],bytes32)'),
  toFunctionSelector('execute((address,address,uint256),bytes[])'),
]
const execSelector = toFunctionSelector(holderAbi[0])
const registryAbi = parseAbi([
  'function ownerOf(uint256 feature) view returns (address)',
  'function prev(uint128 feature) view returns (address)',
])
/** Of the Settlers whose swaps the taker sends. */
const takerSubmitted = 2n

/**
 * 0x's Swap API v2 with AllowanceHolder, which the sender approves and calls. It lends the approval to the operator that the
 * calldata names, which must be a Settler of 0x.
 * Form: 0x.org/docs/upgrading/upgrading_to_swap_v2, `GET /swap/allowance-holder/quote`.
 */
export const zeroEx: AggregatorDefinition = {
  url: 'https://api.0x.org',
  toKeyHeaders: (apiKey) => ({ '0x-api-key': apiKey }),
  headers: { '0x-version': 'v2' },
  contracts: aggregationRouters.zeroEx,
  async swap(ask, { chain, tokenIn, tokenOut, amountIn, slippageBps, from }) {
    const query = new URLSearchParams({
      chainId: String(toChainId(chain)),
      sellToken: tokenIn,
      buyToken: tokenOut,
      sellAmount: String(amountIn),
      taker: from,
      slippageBps: String(slippageBps),
    })
    const answer = await ask(`/swap/allowance-holder/quote?${query}`)
    if (answer.raw['liquidityAvailable'] === false) throw new AggregatorError('it has no route')
    const tx = answer.object('transaction')
    const transaction = { to: tx.address('to'), data: tx.data('data'), value: tx.amount('value') }
    const spender = answer.optionalAddress('allowanceTarget') ?? transaction.to
    return { amountOut: answer.amount('buyAmount'), spender, transaction }
  },
  readTerms({ to, data, value }, { chain }) {
    if (slice(data, 0, 4) !== execSelector) {
      if (aggregationRouters.zeroEx[chain]?.includes(to))
        throw new UnsafeSwapError('its calldata is not a call of exec')
      return null
    }
    const [operator, token, amount, target] = decodeAbiParameters(holderHead, slice(data, 4))
    const isNativeIn = value > 0n && (token === zeroAddress || token.toLowerCase() === nativeToken)
    const given = { tokenIn: token, amountIn: isNativeIn ? value : amount, operators: [operator, target] }
    return { ...given, ...readSlippage(data) }
  },
  getOperators: getSettlers,
}

const unknownSlippage = { tokenOut: null, recipient: zeroAddress, minAmountOut: null }

/** What the Settler checks at the end. Without a token it checks nothing (`_checkSlippageAndTransfer`). */
function readSlippage(data: Hex): Pick<SwapTerms, 'tokenOut' | 'recipient' | 'minAmountOut'> {
  try {
    const [, , , , call] = decodeFunctionData({ abi: holderAbi, data }).args
    if (!executeSelectors.includes(slice(call, 0, 4))) return unknownSlippage
    const [recipient, buyToken, minAmountOut] = decodeAbiParameters(settlerHead, slice(call, 4))
    return buyToken === zeroAddress ? unknownSlippage : { tokenOut: buyToken, recipient, minAmountOut }
  } catch {
    // Malformed: who may take the input is known all the same.
    return unknownSlippage
  }
}

/** The present Settler and the one before, which 0x's API may still use. None while 0x has paused them. */
async function getSettlers(client: PublicClient): Promise<readonly Address[]> {
  const registry = { address: settlerRegistry, abi: registryAbi } as const
  try {
    const present = await client.readContract({ ...registry, functionName: 'ownerOf', args: [takerSubmitted] })
    const before = await client
      .readContract({ ...registry, functionName: 'prev', args: [takerSubmitted] })
      .catch(() => present)
    return [present, before]
  } catch {
    return []
  }
}
