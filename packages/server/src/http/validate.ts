import type { FastifySchemaCompiler } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { toError } from '../validation/faults.ts'
import { listUnknownFields } from '../validation/unknownFields.ts'

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
