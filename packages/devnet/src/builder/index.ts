export { type Builder, type BuilderParameters, type BuiltBlock, createBuilder, type Decision } from './builder.ts'
export { type BuilderRelayName, builderRelays } from './dialects.ts'
export { BuilderError } from './errors.ts'
export type { Received, RelayFault } from './relayServer.ts'
