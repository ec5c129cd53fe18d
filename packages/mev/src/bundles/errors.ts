import { OutriggerError } from '@outrigger/core'

/** What is wrong with a bundle. `position` is that of the transaction, null for the bundle as a whole. */
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
  /** Follows the name of the field: "is not signed". */
  readonly message: string
}

/** A bundle that no builder could include as it is. Nothing has been sent; `faults` say what to change. */
export class InvalidBundleError extends OutriggerError {
  readonly code = 'INVALID_BUNDLE'
  readonly faults: readonly BundleFault[]
  constructor(faults: readonly BundleFault[]) {
    super(faults.map(({ position, message }) => `${toSubject(position)} ${message}`).join('; '))
    this.faults = faults
  }
}

const toSubject = (position: number | null) => (position === null ? 'The bundle' : `Transaction ${position}`)

/** No relay of this name is configured for the chain. Name one of those, or add it to the configuration. */
export class UnknownRelayError extends OutriggerError {
  readonly code = 'UNKNOWN_RELAY'
  constructor(name: string, known: readonly string[]) {
    super(`No relay "${name.slice(0, 64)}" is configured here. Configured: ${known.join(', ') || 'none'}.`)
  }
}

/** The settings of a relay cannot be used; the message says what to change. */
export class InvalidRelayError extends OutriggerError {
  readonly code = 'INVALID_RELAY'
}

/** The node can simulate no bundle: it has neither eth_callBundle nor eth_simulateV1. */
export class CannotSimulateError extends OutriggerError {
  readonly code = 'CANNOT_SIMULATE'
  constructor() {
    super(
      'The provider can simulate no bundle. Use one that answers eth_simulateV1 (Geth, Reth, Nethermind, anvil) or eth_callBundle.',
    )
  }
}

/** The node refuses to simulate the bundle at all; the message has its words. */
export class SimulationRefusedError extends OutriggerError {
  readonly code = 'SIMULATION_REFUSED'
}
