import type { FastifySchemaCompiler } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Fault, InvalidParameterError } from '../contract/errors.ts'

/**
 * TypeBox as Fastify's validator. Paths and queries are text, so their values are converted; a body must already have
 * the types it promises.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema)
  const place = httpPart === 'params' ? 'path' : httpPart === 'querystring' ? 'query' : (httpPart ?? 'body')
  const isText = Object.values<TSchema>((schema as TObject).properties ?? {}).every(
    (field) => 'type' in field && field.type === 'string',
  )
  return (input) => {
    const value = place === 'body' || isText ? input : validator.Convert(validator.Default(input))
    if (validator.Check(value)) return { value }
    return { error: new InvalidParameterError(validator.Errors(value).flatMap((error) => toFaults(place, error))) }
  }
}

type ValidationError = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

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
  // `false` schemas only repeat what `additionalProperties` says.
  return keyword === 'boolean' ? [] : [{ path, message }]
}
