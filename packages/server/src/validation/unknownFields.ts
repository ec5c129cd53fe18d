import type { Fault } from '@outrigger/api/contract'
import type { TSchema } from 'typebox'
import { toUnknown } from './similar.ts'

/** The parts of a JSON Schema that list the fields of an object. */
type Shape = {
  readonly properties?: { readonly [name: string]: Shape }
  readonly additionalProperties?: unknown
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly type?: string
}

/**
 * Lists the fields of a value that its schema does not declare, at any depth. An object that allows any field has
 * `additionalProperties` in its schema. For a union, the fields of all variants are known.
 *
 * @param path of the value, such as `body`
 */
export function listUnknownFields(schema: TSchema, value: unknown, path: string): Generator<Fault> {
  return listUnknown([schema as Shape], value, path)
}

const toVariants = (shape: Shape): readonly Shape[] => shape.anyOf?.flatMap(toVariants) ?? [shape]

function* listUnknown(shapes: readonly Shape[], value: unknown, path: string): Generator<Fault> {
  if (typeof value !== 'object' || value === null) return
  const variants = shapes.flatMap(toVariants)
  if (Array.isArray(value)) {
    const items = variants.flatMap((variant) => variant.items ?? [])
    // The schema itself reports undeclared arrays, at any depth.
    if (items.length === 0) return
    for (const [index, item] of value.entries()) yield* listUnknown(items, item, `${path}.${index}`)
    return
  }
  const objects = variants.flatMap(({ type, properties, additionalProperties = false }) => {
    if (type !== undefined && type !== 'object') return []
    return additionalProperties === false && properties ? [properties] : [null]
  })
  const declared = objects.filter((properties) => properties !== null)
  // If no variant lists its fields, the type is wrong, which the schema reports.
  if (objects.includes(null) || objects.length === 0) return
  const known = [...new Set(declared.flatMap((properties) => Object.keys(properties)))]
  for (const [name, field] of Object.entries(value)) {
    const of = declared.flatMap((properties) => (Object.hasOwn(properties, name) ? [properties[name] as Shape] : []))
    if (of.length === 0) yield { path: `${path}.${name.slice(0, 64)}`, message: toUnknown(name, known) }
    else yield* listUnknown(of, field, `${path}.${name}`)
  }
}
