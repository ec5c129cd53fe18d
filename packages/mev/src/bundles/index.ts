export {
  type BundleParameters,
  type BundleTransaction,
  computeBundleHash,
  type PrivacyHint,
  type PrivateTransactionParameters,
  type Refund,
} from './bundle.ts'
export { type Bundler, type BundlerEvents, type BundlerOptions, createBundler } from './bundler.ts'
export type { Cancellation } from './cancel.ts'
export {
  type BundleFault,
  CannotSimulateError,
  InvalidBundleError,
  InvalidRelayError,
  SimulationRefusedError,
  UnknownRelayError,
} from './errors.ts'
export type { BundleRecord, Submission } from './record.ts'
export { listPrivateRelays, type PrivateRelay } from './relays/listPrivateRelays.ts'
export { relayProfiles } from './relays/registry.ts'
export { type RelaySetting, resolveRelay } from './relays/relay.ts'
export type { RelayProfile } from './relays/relayProfile.ts'
export { toSignatureHeader } from './signature.ts'
export { requireSignerKey } from './signer.ts'
export { type BundleSimulationParameters, simulateBundle } from './simulate/simulateBundle.ts'
export type { BundleSimulation, SimulatedLog, SimulatedTransaction, StateChange } from './simulate/simulation.ts'
export type { BundleStatus, ChainFailure } from './verdict/step.ts'
export type { Cause } from './why/cause.ts'
