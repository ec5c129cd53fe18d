export type { AskedSwap, MadeSwap } from './aggregatorForms.ts'
export {
  type AggregatorServer,
  createAggregatorServer,
  type DevnetAggregator,
} from './aggregatorServer.ts'
export { createFeedPrices } from './feedPrices.ts'
export {
  createMarketServer,
  type MarketServer,
  type MarketServerParameters,
  type VenueFault,
  type VenueName,
} from './marketServer.ts'
export { marketTokens } from './tokens.ts'
export type { MarketToken } from './venue.ts'
