export type { TrustedProxies } from './access/clientIp.ts'
export {
  type ApiKey,
  type CreateKeyParameters,
  createKeyring,
  InvalidKeyError,
  type Keyring,
  UnknownKeyError,
} from './access/keyring.ts'
export { type Scope, scopes } from './access/scopes.ts'
export { type Tier, tiers } from './access/tiers.ts'
export { toOpportunityFilter, toWireHealth, toWireOpportunity } from './api/defiWire.ts'
export { toSnakeCase, toWireSwap, toWireTransaction } from './api/mempoolWire.ts'
export { toWireBeaconStatus, toWireGasPrice, toWireLrtRates } from './api/oracleWire.ts'
export {
  ApiAnswerError,
  type ApiClient,
  type ApiClientOptions,
  createApiClient,
  ServiceUnreachableError,
} from './client/apiClient.ts'
export {
  type ChainConfig,
  InvalidConfigError,
  type LogLevel,
  logLevels,
  type NodeConfig,
  NodeConfigSchema,
  type PoolConfig,
  toNodeConfig,
} from './config.ts'
export { chainDefaults, configDefaults, poolDefaults } from './configDefaults.ts'
export { type Arguments, type Contract, contract, type Response, type ServedId } from './contract/contract.ts'
export { toOpenApi } from './contract/openapi.ts'
export type { Lending } from './lending.ts'
export { type LendingSettings, toLendingRegistry } from './lendingSettings.ts'
export { ListenError, NodeClosedError } from './listen.ts'
export { createNode, type Listening, type ListenOptions, type NodeOptions, type OutriggerNode } from './node.ts'
export { openStore } from './store.ts'
