// Exports for other packages in this repository. They are not part of the public API and may change in any release.

export { toBaseUrl } from './client/createClient.ts'
export { createAnalyticsQuestions } from './client/readings/analytics.ts'
export { type Cost, computeCost, logsCost, toCostText } from './contract/cost.ts'
export { toOutcome } from './contract/errors.ts'
export { toZeros } from './contract/mempool.ts'
export { toPathPattern } from './contract/paths.ts'
export { maxLogAddresses } from './contract/streamMessages.ts'
export { promisedProtocols } from './contract/vocabulary.ts'
