import type { Fault } from '@outrigger/api/contract'
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { InvalidParameterError } from '../node/serviceError.ts'
import { listUnknownFields } from './unknownFields.ts'

const decimals: { readonly [type: string]: RegExp } = { integer: /^-?\d+$/, number: /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i }

/**
 * Uses TypeBox as Fastify's validator. Paths and queries are text, so their values are converted. A body must already have the
 * declared types.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema)
  const place = httpPart === 'params' ? 'path' : httpPart === 'querystring' ? 'query' : (httpPart ?? 'body')
  const fields = Object.entries((schema as TObject).properties ?? {}) as [string, { readonly type?: string }][]
  const isText = fields.every(([, { type }]) => type === 'string')
  const numbers = fields.flatMap(([name, { type = '' }]) => (decimals[type] ? [[name, decimals[type]] as const] : []))

  function convert(input: { readonly [name: string]: unknown }): unknown {
    const value = validator.Convert(validator.Default({ ...input })) as { [name: string]: unknown }
    // Conversion would turn '' into 0, 'true' into 1 and '0x10' into 16, and would truncate fractions. These values are rejected.
    for (const [name, decimal] of numbers)
      if (input[name] !== undefined && !decimal.test(String(input[name]))) value[name] = input[name]
    return value
  }
  return (input) => {
    // A missing body has no fields.
    const value = place === 'body' ? (input ?? {}) : isText ? input : convert(input)
    // Queries may have undeclared names. The endpoint decides which of them to reject.
    const unknown = place === 'body' ? [...listUnknownFields(schema, value, place)] : []
    if (unknown.length === 0 && validator.Check(value)) return { value }
    return { error: toError(validator, value, { place, unknown }) }
  }
}

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
function toError(
  validator: Pick<Validator, 'Errors'>,
  value: unknown,
  { place, unknown }: Found,
): InvalidParameterError {
  const others = validator.Errors(value).slice(0, 10 * maxFaults)
  const faults = [...unknown.slice(0, maxFaults), ...others.flatMap((error) => toFaults(place, error))]
  return new InvalidParameterError(faults.slice(0, maxFaults))
}
