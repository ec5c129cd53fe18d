import type { Fault } from '@outrigger/api/contract'
import type { FastifySchemaCompiler } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { InvalidParameterError } from '../node/serviceError.ts'

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
    if (validator.Check(value)) return { value }
    return { error: new InvalidParameterError(validator.Errors(value).flatMap((error) => toFaults(place, error))) }
  }
}

type ValidationError = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

/** What a schema finds wrong, in words for the caller. */
export function toFaults(place: string, { instancePath, keyword, message, params }: ValidationError): Fault[] {
  const path = `${place}${instancePath.replaceAll('/', '.')}`
  const { allowedValues, allowedValue, requiredProperties, additionalProperties } = params as {
    allowedValues?: readonly unknown[]
    allowedValue?: unknown
    requiredProperties?: readonly string[]
    additionalProperties?: readonly string[]
  }
  if (keyword === 'required')
    return (requiredProperties ?? []).map((name) => ({ path: `${path}.${name}`, message: 'is required' }))
  if (additionalProperties) return [{ path, message: `has no field ${additionalProperties.join(', ').slice(0, 100)}` }]
  if (allowedValues) return [{ path, message: `must be one of ${allowedValues.join(', ')}` }]
  if (keyword === 'const') return [{ path, message: `must be ${String(allowedValue)}` }]
  // These only repeat: `false` schemas what `additionalProperties` says, unions what their parts say, null what may be left out.
  const isSaid = keyword === 'boolean' || keyword === 'anyOf' || message === 'must be null'
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
  const faults = validator
    .Errors(filter)
    .slice(0, 10 * maxFaults)
    .flatMap((error) => toFaults('filter', error))
  throw new InvalidParameterError(faults.slice(0, maxFaults))
}
