import { OutriggerError } from '@outrigger/core'

/** Conflict or error in a bundle. `position` is the index of the transaction, or null for the whole bundle. */
export type BundleFault = {
  readonly kind:
    | 'badHex'
    | 'unsigned'
    | 'badSignature'
    | 'wrongChain'
    | 'tooLarge'
    | 'duplicate'
    | 'pastBlock'
    | 'stateBlock'
    | 'timestamp'
    | 'refund'
    | 'nonce'
    | 'alreadyMined'
    | 'baseFee'
    | 'balance'
    | 'gasLimit'
    | 'intrinsicGas'
    | 'initCode'
    | 'priorityFee'
    | 'noRecipient'
    | 'blobs'
    | 'blobFee'
    | 'authorizations'
    | 'reverts'
  readonly position: number | null
  /** Continues a sentence that starts with the field name, e.g. "is not signed". */
  readonly message: string
}

/** Thrown for a bundle that no builder could include. Nothing was sent. `faults` name the changes to make. */
export class InvalidBundleError extends OutriggerError {
  readonly code = 'INVALID_BUNDLE'
  readonly faults: readonly BundleFault[]
  constructor(faults: readonly BundleFault[]) {
    super(faults.map(({ position, message }) => `${toSubject(position)} ${message}`).join('; '))
    this.faults = faults
  }
}

const toSubject = (position: number | null) => (position === null ? 'The bundle' : `Transaction ${position}`)

/** Thrown for a relay name that is not configured for the chain. Use a configured name or add the relay to the configuration. */
export class UnknownRelayError extends OutriggerError {
  readonly code = 'UNKNOWN_RELAY'
  constructor(name: string, known: readonly string[]) {
    super(
      `The relay "${name.slice(0, 64)}" is not configured for this chain. Configured: ${known.join(', ') || 'none'}.`,
    )
  }
}

/** Thrown for invalid relay settings. The message names the change to make. */
export class InvalidRelayError extends OutriggerError {
  readonly code = 'INVALID_RELAY'
}

/** Thrown if the node supports neither eth_callBundle nor eth_simulateV1. */
export class CannotSimulateError extends OutriggerError {
  readonly code = 'CANNOT_SIMULATE'
  constructor() {
    super(
      'The provider cannot simulate bundles. Use one that supports eth_simulateV1 (Geth, Reth, Nethermind, anvil) or eth_callBundle.',
    )
  }
}

/** Thrown if the node rejects the simulation request. The message includes the node's error. */
export class SimulationRefusedError extends OutriggerError {
  readonly code = 'SIMULATION_REFUSED'
}
