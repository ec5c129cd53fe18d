// Exports for the other packages of this repository. They are not public and may change in any version.

export { Args, type Span } from './decoder/args.ts'
export { Call } from './decoder/call.ts'
export { mapChains, toAddresses, toDeployments } from './decoder/deployment.ts'
export type { FunctionDefinition, Functions } from './decoder/protocol.ts'
export { boundByPrices, keepsPrice } from './payments/boundByPrices.ts'
export { type Bounds, exactly, toExact } from './payments/bounds.ts'
export { withoutTolerated } from './payments/enforced.ts'
export { Ledger, type LedgerOptions, type Outcome, type Payout, takesOwn } from './payments/ledger.ts'
export { aggregationRouters, settlerRegistry } from './swaps/aggregationRouters.ts'
export { toAugustusPaid } from './swaps/paraswap/partnerFee.ts'
