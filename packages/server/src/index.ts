export {
  type ApiKey,
  type CreateKeyParameters,
  createKeyring,
  InvalidKeyError,
  type Keyring,
  UnknownKeyError,
} from './access/keyring.ts'
export { tiers } from './access/tiers.ts'
export type { TrustedProxies } from './access/trustedProxies.ts'
export { toWireHealth, toWireOpportunity } from './api/defiWire.ts'
export { toSnakeCase, toWireSwap, toWireTransaction } from './api/mempoolWire.ts'
export { toWireBeaconStatus, toWireGasPrice, toWireLrtRates } from './api/oracleWire.ts'
export {
  type ChainConfig,
  InvalidConfigError,
  type LogLevel,
  logLevels,
  type NodeConfig,
  NodeConfigSchema,
  type PoolConfig,
  toNodeConfig,
} from './node/config.ts'
export { chainDefaults, configDefaults, poolDefaults } from './node/configDefaults.ts'
export type { Lending } from './node/lending.ts'
export { type LendingSettings, toLendingRegistry } from './node/lendingSettings.ts'
export { createOpportunityFilter } from './node/liquidations.ts'
export type { Listening, ListenOptions } from './node/listening.ts'
export { createNode, type NodeOptions, type OutriggerNode } from './node/node.ts'
export { ListenError, NodeClosedError } from './node/nodeErrors.ts'
export { openStore } from './node/store.ts'
