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
export type { ChainQuestions } from './api/chainQuestions.ts'
export { createNode, type NodeOptions, type OutriggerNode } from './createNode.ts'
export {
  InvalidConfigError,
  type LogLevel,
  logLevels,
  type NodeConfig,
  NodeConfigSchema,
  toNodeConfig,
} from './node/config.ts'
export type { Lending } from './node/lending.ts'
export { toLendingRegistry } from './node/lendingRegistry.ts'
export type { LendingSettings } from './node/lendingSettings.ts'
export type { Listening, ListenOptions } from './node/listening.ts'
export { ListenError, NodeClosedError } from './node/nodeErrors.ts'
export { openStore, type StorePlace } from './node/store.ts'
