// Functions that the packages of this repository share with each other outside the public API. They may change in any version.

export { readStoredBars } from './analytics/readStoredBars.ts'
export { readReceipts } from './families/evm/readReceipts.ts'
export { requireEvm } from './questions.ts'
