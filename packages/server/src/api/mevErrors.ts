import {
  type BundleFault,
  type BundleSimulation,
  CannotSimulateError,
  InvalidBundleError,
  SimulationRefusedError,
  UnknownRelayError,
} from '@outrigger/mev/bundles'
import { InvalidParameterError, ServiceError } from '../errors/serviceError.ts'
import { UpstreamUnavailableError } from '../node/chainErrors.ts'

export class UnknownBundleError extends ServiceError {
  readonly code = 'NOT_FOUND'
  constructor(hash: string) {
    super(`No bundle or private transaction with the hash ${hash.slice(0, 80)} was sent by this node.`)
  }
}

/** @throws {InvalidBundleError} a transaction fails that must not fail */
export function requireSuccess(
  simulation: BundleSimulation | null,
  transactions: readonly { readonly canRevert: boolean }[],
): void {
  if (simulation === null || simulation.success) return
  const position = simulation.results.findIndex(({ success }, index) => !success && !transactions[index]?.canRevert)
  const { error = null } = simulation.results[position] ?? {}
  const message = `fails in a simulation: ${error}. Nothing was sent. To send it anyway, turn the simulation off`
  throw new InvalidBundleError([{ kind: 'reverts', position, message }])
}

/** Converts an error of the library to one for the caller. */
export function toBundleError(error: unknown, isPrivate: boolean): unknown {
  if (error instanceof InvalidBundleError)
    return new InvalidParameterError(
      error.faults.map((fault) => ({ path: toPath(fault, isPrivate), message: fault.message })),
      error,
    )
  if (error instanceof UnknownRelayError)
    return new InvalidParameterError([{ path: 'query.relay', message: error.message }], error)
  if (error instanceof SimulationRefusedError)
    return new InvalidParameterError([{ path: 'body.transactions', message: error.message }], error)
  if (error instanceof CannotSimulateError) return new UpstreamUnavailableError('simulation', error.message, error)
  return error
}

function toPath({ kind, position }: BundleFault, isPrivate: boolean): string {
  if (kind === 'pastBlock') return isPrivate ? 'body.max_block_number' : 'body.target_block'
  if (kind === 'stateBlock') return 'body.state_block_number'
  if (kind === 'timestamp') return 'body.max_timestamp'
  if (isPrivate) return 'body.signed_tx'
  return position === null ? 'body.transactions' : `body.transactions.${position}.signed_tx`
}
