import { aggregationRouters, nativeToken, settlerRegistry } from '@outrigger/calldata/internal'
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
import type { AggregatorDefinition, SwapTerms } from './aggregator.ts'
import { AggregatorError, UnsafeSwapError } from './aggregatorErrors.ts'
import { toChainId } from './chainId.ts'

const holderAbi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
])
/** The first words of `exec` and of the Settler's `execute`. The actions after them are not ABI-encoded. */
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
/** The registry's feature for Settlers whose swaps are sent by the taker. */
const takerSubmitted = 2n

/**
 * 0x's Swap API v2 with AllowanceHolder, which the sender approves and calls. AllowanceHolder passes the approval to
 * the operator in the calldata, which must be a Settler of 0x.
 * Form: 0x.org/docs/upgrading/upgrading_to_swap_v2, `GET /swap/allowance-holder/quote`.
 */
export const zeroEx: AggregatorDefinition = {
  url: 'https://api.0x.org',
  toKeyHeaders: (apiKey) => ({ '0x-api-key': apiKey }),
  headers: { '0x-version': 'v2' },
  contracts: aggregationRouters.zeroEx,
  async swap(fetchJson, { chain, tokenIn, tokenOut, amountIn, slippageBps, from }) {
    const query = new URLSearchParams({
      chainId: String(toChainId(chain)),
      sellToken: tokenIn,
      buyToken: tokenOut,
      sellAmount: String(amountIn),
      taker: from,
      slippageBps: String(slippageBps),
    })
    const answer = await fetchJson(`/swap/allowance-holder/quote?${query}`)
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

/** Returns the Settler's final check. Without a token it checks nothing (`_checkSlippageAndTransfer`). */
function readSlippage(data: Hex): Pick<SwapTerms, 'tokenOut' | 'recipient' | 'minAmountOut'> {
  try {
    const [, , , , call] = decodeFunctionData({ abi: holderAbi, data }).args
    if (!executeSelectors.includes(slice(call, 0, 4))) return unknownSlippage
    const [recipient, buyToken, minAmountOut] = decodeAbiParameters(settlerHead, slice(call, 4))
    return buyToken === zeroAddress ? unknownSlippage : { tokenOut: buyToken, recipient, minAmountOut }
  } catch {
    // Even if this part is malformed, the contracts that may take the input are known.
    return unknownSlippage
  }
}

/** Reads the present Settler and the previous one, which 0x's API may still use. Empty while 0x has paused them. */
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
