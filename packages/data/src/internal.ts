// Functions that the packages of this repository share with each other outside the public API. They may change in any version.

export { readReceipts } from './families/evm/readReceipts.ts'
export { requireEvm } from './questions.ts'
