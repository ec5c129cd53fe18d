import { allProtocols } from '@outrigger/calldata/archive'
import type { ChainName } from '@outrigger/core'
import { type Classification, createClassifier, createTokenRegistry } from '@outrigger/mempool'
import type { TransactionCall } from '@outrigger/mempool/internal'
import { toSnakeCase, toWireSwap } from './mempoolWire.ts'

/** Decoded call in wire form. Symbols come from the built-in list. */
export type DescribedCall = {
  readonly tx_type: string
  readonly rule: string
  readonly actions: readonly Readonly<Record<string, unknown>>[]
  readonly undecoded: readonly Readonly<Record<string, unknown>>[]
}

export function createCallDescriber(chain: ChainName): (call: TransactionCall) => DescribedCall {
  const { classify } = createClassifier({ chain, protocols: allProtocols })
  const tokens = createTokenRegistry({ chain })
  return (call) => toDescribedCall(classify(call), tokens)
}

/** Converts a classification to its wire form. The path shows the address of a token that `tokens` does not know. */
export function toDescribedCall(
  { type, rule, swap, actions, undecoded, unknownDelegates }: Classification,
  tokens: Pick<ReturnType<typeof createTokenRegistry>, 'peek'>,
): DescribedCall {
  const symbols = swap?.path.map((token) => tokens.peek(token)?.symbol ?? token) ?? []
  return {
    tx_type: type,
    rule,
    ...(swap && {
      swap_details: { ...toWireSwap(swap, symbols), path_addresses: swap.path, exact: swap.exact },
    }),
    actions: actions.map((action) => toSnakeCase<unknown>(action)),
    undecoded: undecoded.map((part) => toSnakeCase<unknown>(part)),
    ...(unknownDelegates.length > 0 && { unknown_delegates: unknownDelegates }),
  }
}
