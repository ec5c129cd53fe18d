export { type Bcoin, startBcoin } from './bcoin.ts'
export { BcoinMissingError } from './install.ts'
