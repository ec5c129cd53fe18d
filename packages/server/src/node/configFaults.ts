import { toSuggestion } from '@outrigger/core/internal'
import type { TLocalizedValidationError } from 'typebox/error'
import { removedSettings } from './removedSettings.ts'

type Fault = Pick<TLocalizedValidationError, 'keyword' | 'schemaPath' | 'instancePath' | 'message'> & {
  readonly params: {
    readonly allowedValues?: readonly unknown[]
    readonly allowedValue?: unknown
    readonly type?: string | readonly string[]
    readonly additionalProperties?: readonly string[]
  }
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

/** Converts validation errors to one sentence per invalid field. It names the error and the allowed values. */
export function toFaultLines(schema: object, errors: readonly TLocalizedValidationError[]): string[] {
  const faults = (errors as readonly Fault[]).filter(({ keyword }) => keyword !== 'boolean')
  const unions = faults.filter(({ keyword }) => keyword === 'anyOf')
  const hidden = new Set(unions.flatMap((union) => listHidden(union, faults)))
  return faults.filter((fault) => !hidden.has(fault)).flatMap((fault) => toLines(fault, faults, schema))
}

const isOf = (union: Fault, { schemaPath }: Fault): boolean => schemaPath.startsWith(`${union.schemaPath}/anyOf/`)
const ownErrors = (union: Fault, faults: readonly Fault[]): readonly Fault[] =>
  faults.filter(
    (fault) =>
      isOf(union, fault) && fault.instancePath === union.instancePath && ['type', 'const'].includes(fault.keyword),
  )

/**
 * Lists the errors to leave out for a union, which has errors for each of its alternatives. If the value has the shape
 * of one alternative, only the errors inside that alternative are reported. Otherwise the error of the union is
 * reported, which lists all alternatives.
 */
function listHidden(union: Fault, faults: readonly Fault[]): readonly Fault[] {
  const own = ownErrors(union, faults)
  const inner = faults.filter((fault) => isOf(union, fault) && !own.includes(fault))
  return inner.length > 0 ? [union, ...own] : own
}

function toLines(fault: Fault, faults: readonly Fault[], schema: object): readonly string[] {
  const { keyword, instancePath, message, params, schemaPath } = fault
  const path = instancePath.slice(1).replaceAll('/', '.')
  const field = path || 'the configuration'
  if (keyword === 'anyOf') return [`${field}: must be ${listAlternatives(fault, faults).join(', ')}`]
  if (keyword !== 'additionalProperties')
    return [`${field}: ${message}${params.allowedValues ? ` (${params.allowedValues.join(', ')})` : ''}`]
  const known = Object.keys(findSchema(schema, schemaPath)?.['properties'] ?? {})
  return (params.additionalProperties ?? []).map((name) => {
    const ownPath = path === '' ? name : `${path}.${name}`
    if (Object.hasOwn(removedSettings, ownPath))
      return `${ownPath}: this setting was removed: ${removedSettings[ownPath]}`
    const suggestion = toSuggestion(name, known)
    return `${field}: unknown setting ${name}${suggestion && `.${suggestion}`}`
  })
}

function listAlternatives(union: Fault, faults: readonly Fault[]): readonly string[] {
  const own = ownErrors(union, faults)
  const alternatives = own.flatMap(({ keyword, schemaPath, params }) => {
    if (keyword === 'const') return [JSON.stringify(params.allowedValue)]
    // The alternative `false` has both a type error and a value error.
    const isConstant = own.some((other) => other.keyword === 'const' && other.schemaPath === schemaPath)
    return isConstant ? [] : [params.type ?? []].flat().map((type) => typeNames[type] ?? type)
  })
  return alternatives.map((text, index) => (index > 0 && index === alternatives.length - 1 ? `or ${text}` : text))
}

type SchemaNode = { readonly [key: string]: SchemaNode | undefined }

function findSchema(schema: object, path: string): SchemaNode | undefined {
  const keys = path.split('/').slice(1)
  return keys.reduce<SchemaNode | undefined>((node, key) => node?.[key], schema as SchemaNode)
}
