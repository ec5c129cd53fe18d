// What the packages of this repository use of each other beside the public face. It may change with any version.

export { type KeyUsage, readKeyUsage } from './access/ledger/keyUsage.ts'
export {
  toWireAddressHistory,
  toWireAsOf,
  toWireBalance,
  toWireBlock,
  toWireChainTransaction,
} from './api/blockchainWire.ts'
export { toWireHealth, toWireOpportunity } from './api/defiWire.ts'
export { toWireComparison as toWireGasComparison, toWireCoreEstimate, toWireUnifiedHistory } from './api/gasWire.ts'
export { toSnakeCase, toWireSwap, toWireTransaction } from './api/mempoolWire.ts'
export { toWireBeaconStatus, toWireGasPrice, toWireLrtRates } from './api/oracleWire.ts'
export { toWireComparison, toWireHistory, toWirePrice } from './api/priceWire.ts'
export type { ChainConfig, PoolConfig } from './node/config.ts'
export { chainDefaults, configDefaults, poolDefaults } from './node/configDefaults.ts'
export { createOpportunityFilter } from './node/liquidations.ts'
export { toTierSettings } from './node/tierSettings.ts'
