// What the packages of this repository use of each other beside the public face. It may change with any version.

export { requireEvm } from './questions.ts'
