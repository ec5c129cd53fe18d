import type { Fault } from '@outrigger/api/contract'
import type { Static, TSchema } from 'typebox'
import type { Compile, Validator } from 'typebox/compile'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { listUnknownFields } from './unknownFields.ts'

type ValidationError = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

/** Converts the errors of a schema to messages for the caller. */
function toFaults(place: string, { instancePath, keyword, message, params }: ValidationError): Fault[] {
  const path = `${place}${instancePath.replaceAll('/', '.')}`
  const { allowedValues, allowedValue, requiredProperties } = params as {
    allowedValues?: readonly unknown[]
    allowedValue?: unknown
    requiredProperties?: readonly string[]
  }
  if (keyword === 'required')
    return (requiredProperties ?? []).map((name) => ({ path: `${path}.${name}`, message: 'is required' }))
  if (allowedValues) return [{ path, message: `must be one of ${allowedValues.join(', ')}` }]
  if (keyword === 'const') return [{ path, message: `must be ${String(allowedValue)}` }]
  // Unknown fields have their own message. Unions repeat the errors of their parts, and null only means that a field is optional.
  const isSaid = ['additionalProperties', 'boolean', 'anyOf'].includes(keyword) || message === 'must be null'
  return isSaid ? [] : [{ path, message }]
}

// A long list of wrong values reports only the first ones.
const maxFaults = 5

/** Validates the filter of a subscription. @throws {InvalidParameterError} */
export function requireFilter<schema extends TSchema>(
  validator: Validator<Record<never, never>, schema>,
  filter: unknown,
): asserts filter is Static<schema> {
  if (validator.Check(filter)) return
  const unknown = [...listUnknownFields(validator.Type(), filter, 'filter')]
  throw toError(validator, filter, { place: 'filter', unknown })
}

type Found = { readonly place: string; readonly unknown: readonly Fault[] }

/** Lists the errors of a value. Unknown names come first, because a misspelled field also counts as missing. */
export function toError(
  validator: Pick<Validator, 'Errors'>,
  value: unknown,
  { place, unknown }: Found,
): InvalidParameterError {
  const others = validator.Errors(value).slice(0, 10 * maxFaults)
  const faults = [...unknown.slice(0, maxFaults), ...others.flatMap((error) => toFaults(place, error))]
  return new InvalidParameterError(faults.slice(0, maxFaults))
}
