import { nativeToken } from '@outrigger/calldata/internal'
import { type ChainName, chains } from '@outrigger/core'
import { toListedTokens } from '@outrigger/core/internal'
import { type Address, zeroAddress } from 'viem'
import { toLower } from '../pool.ts'
import type { AggregatorAnswer, AggregatorDefinition, AggregatorRequest, SwapTerms } from './aggregator.ts'
import { AggregatorError, UnsafeSwapError } from './aggregatorErrors.ts'

/**
 * The contracts that a transaction may call or approve on the request's chain. They are the provider's own contracts
 * and those that the user trusts.
 */
export type Trust = { readonly contracts: ReadonlySet<Address>; readonly definition: AggregatorDefinition }

/**
 * Runs the off-chain checks of an answer.
 *
 * @returns the terms in the calldata, or null if its form is unknown
 * @throws {UnsafeSwapError} if the transaction is not the requested swap
 * @throws {AggregatorError} if the answer promises no output
 */
export function checkSwap(answer: AggregatorAnswer, request: AggregatorRequest, trust: Trust): SwapTerms | null {
  if (answer.amountOut === 0n) throw new AggregatorError('it promises 0 units')
  checkValue(answer, request)
  checkContract('calls', answer.transaction.to, request, trust)
  checkContract('wants an approval for', answer.spender, request, trust)
  const terms = readTerms(answer, request, trust.definition)
  if (terms !== null) checkTerms(terms, request)
  return terms
}

/** The transaction's value must be the input for the native currency, and otherwise zero. */
function checkValue({ transaction }: AggregatorAnswer, { tokenIn, amountIn }: AggregatorRequest): void {
  const due = tokenIn === nativeToken ? amountIn : 0n
  if (transaction.value === due) return
  throw new UnsafeSwapError(`its transaction pays ${transaction.value} wei instead of ${due}`)
}

export const isKnownToken = (chain: ChainName, address: Address): boolean =>
  address === chains[chain].wrappedNative || toListedTokens(chain).has(address)

function checkContract(what: string, address: Address, request: AggregatorRequest, { contracts }: Trust): void {
  const { chain, tokenIn, tokenOut } = request
  if (address === tokenIn || address === tokenOut || isKnownToken(chain, address))
    throw new UnsafeSwapError(`its transaction ${what} ${address}, a token`)
  if (contracts.has(address)) return
  throw new UnsafeSwapError(
    `its transaction ${what} ${address}, which is not one of its known contracts on ${chain}. If you trust that contract, add it to the aggregator's contracts.`,
  )
}

function readTerms(answer: AggregatorAnswer, request: AggregatorRequest, { readTerms }: AggregatorDefinition) {
  try {
    const terms = readTerms(answer.transaction, request)
    if (terms === null) return null
    const { tokenIn, tokenOut, recipient, operators = [] } = terms
    return {
      ...terms,
      tokenIn: tokenIn === null ? null : toToken(tokenIn),
      tokenOut: tokenOut === null ? null : toToken(tokenOut),
      // All routers treat the zero address as the caller.
      recipient: toLower(recipient === zeroAddress ? request.from : recipient),
      operators: operators.map(toLower),
    }
  } catch (error) {
    if (error instanceof UnsafeSwapError) throw error
    return null
  }
}

function checkTerms(terms: SwapTerms, { tokenIn, tokenOut, amountIn, from }: AggregatorRequest): void {
  const refuse = (problem: string) => new UnsafeSwapError(`its calldata ${problem}`)
  if (terms.amountIn !== amountIn) throw refuse(`takes ${terms.amountIn} units instead of ${amountIn}`)
  if ((terms.tokenIn ?? tokenIn) !== tokenIn) throw refuse(`takes ${terms.tokenIn} instead of ${tokenIn}`)
  if ((terms.tokenOut ?? tokenOut) !== tokenOut) throw refuse(`pays out ${terms.tokenOut} instead of ${tokenOut}`)
  if (terms.recipient !== toLower(from)) throw refuse(`pays out to ${terms.recipient}, not to the sender`)
}

/** Odos and others use the zero address for the native currency. */
const toToken = (token: Address): Address => (token === zeroAddress ? nativeToken : toLower(token))
