// Functions that the packages of this repository share with each other outside the public API. They may change in any version.

export { requireEvm } from './questions.ts'
