import type { Fault } from '@outrigger/api/contract'
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { InvalidParameterError } from '../node/serviceError.ts'
import { listUnknownFields } from './unknownFields.ts'

const decimals: { readonly [type: string]: RegExp } = { integer: /^-?\d+$/, number: /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i }

/**
 * TypeBox as Fastify's validator. Paths and queries are text, so their values are converted; a body must already have
 * the types it promises.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema)
  const place = httpPart === 'params' ? 'path' : httpPart === 'querystring' ? 'query' : (httpPart ?? 'body')
  const fields = Object.entries((schema as TObject).properties ?? {}) as [string, { readonly type?: string }][]
  const isText = fields.every(([, { type }]) => type === 'string')
  const numbers = fields.flatMap(([name, { type = '' }]) => (decimals[type] ? [[name, decimals[type]] as const] : []))

  function convert(input: { readonly [name: string]: unknown }): unknown {
    const value = validator.Convert(validator.Default({ ...input })) as { [name: string]: unknown }
    // Conversion takes '' for 0, 'true' for 1, '0x10' for 16 and cuts fractions off: these are refused.
    for (const [name, decimal] of numbers)
      if (input[name] !== undefined && !decimal.test(String(input[name]))) value[name] = input[name]
    return value
  }
  return (input) => {
    // A missing body has no fields.
    const value = place === 'body' ? (input ?? {}) : isText ? input : convert(input)
    // Queries may have names that nobody declares: which of them are refused is for the endpoint to say.
    const unknown = place === 'body' ? [...listUnknownFields(schema, value, place)] : []
    if (unknown.length === 0 && validator.Check(value)) return { value }
    return { error: toError(validator, value, { place, unknown }) }
  }
}

type ValidationError = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

/** What a schema finds wrong, in words for the caller. */
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
  // Unknown fields have their own message; unions repeat what their parts say, null what may be left out.
  const isSaid = ['additionalProperties', 'boolean', 'anyOf'].includes(keyword) || message === 'must be null'
  return isSaid ? [] : [{ path, message }]
}

// Of a long list of wrong values only the first are reported.
const maxFaults = 5

/** Checks the filter of a subscription against its schema. @throws {InvalidParameterError} */
export function requireFilter<schema extends TSchema>(
  validator: Validator<Record<never, never>, schema>,
  filter: unknown,
): asserts filter is Static<schema> {
  if (validator.Check(filter)) return
  const unknown = [...listUnknownFields(validator.Type(), filter, 'filter')]
  throw toError(validator, filter, { place: 'filter', unknown })
}

type Found = { readonly place: string; readonly unknown: readonly Fault[] }

/** What is wrong with a value: first the names that nobody knows, because a misspelt field is missing as well. */
function toError(
  validator: Pick<Validator, 'Errors'>,
  value: unknown,
  { place, unknown }: Found,
): InvalidParameterError {
  const others = validator.Errors(value).slice(0, 10 * maxFaults)
  const faults = [...unknown.slice(0, maxFaults), ...others.flatMap((error) => toFaults(place, error))]
  return new InvalidParameterError(faults.slice(0, maxFaults))
}
