import { OutriggerError } from '@outrigger/core'
import { type Fault, faultDefinitions, type SteadyFault } from './definitions.ts'
import type { FaultBehaviour, FaultDefinition, FaultParameters } from './fault.ts'

/** The value is not a fault. The message lists the valid kinds or parameters. */
export class InvalidFaultError extends OutriggerError {
  readonly code = 'INVALID_FAULT'
}

const definitions: Readonly<Record<string, FaultDefinition>> = faultDefinitions as unknown as Readonly<
  Record<string, FaultDefinition>
>

const parseSteady = (value: unknown): SteadyFault => {
  const { kind, ...parameters } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const defaults = definitions[String(kind)]?.defaults
  if (defaults === undefined) {
    const kinds = Object.keys(faultDefinitions).join(', ')
    throw new InvalidFaultError(`Unknown fault "${String(kind)}". Use {"kind": …} with one of: ${kinds}, flap.`)
  }
  for (const [name, parameter] of Object.entries(parameters)) {
    const expected = Object.hasOwn(defaults, name) ? typeof defaults[name] : undefined
    if (typeof parameter === expected && (expected !== 'number' || Number.isInteger(parameter))) continue
    throw new InvalidFaultError(
      `Fault "${kind}" takes ${JSON.stringify(defaults)}. "${name}" is unknown or has the wrong type.`,
    )
  }
  return value as SteadyFault
}

/**
 * Validates a fault from outside, for example from a control request.
 *
 * @throws {InvalidFaultError} lists the valid kinds or parameters
 */
export const toFault = (value: unknown): Fault => {
  const { kind, periodMs, fault } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  if (kind !== 'flap') return parseSteady(value)
  if (typeof periodMs !== 'number' || !(periodMs >= 1)) {
    throw new InvalidFaultError('Fault "flap" takes {"periodMs": at least 1, "fault": {"kind": …}}.')
  }
  return { kind, periodMs, fault: parseSteady(fault) }
}

export const toBehaviour = ({ kind, ...parameters }: SteadyFault): FaultBehaviour => {
  const definition: FaultDefinition | undefined = definitions[kind]
  return definition?.behave({ ...definition.defaults, ...(parameters as FaultParameters) }) ?? {}
}
