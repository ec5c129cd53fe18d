import * as t from 'typebox'

// A shape is declared once, in the names and units of the library. `record` derives the wire schema from it. `Reading` is
// the type in the library, and `t.Static` is the type on the wire. `encode` and `decode` convert between them.

type Named<wireName extends string = string> = { readonly wireName: wireName }
type WireOnly = { readonly isWireOnly: true }
type Field = t.TSchema | ((Named | WireOnly) & { readonly schema: t.TSchema })
type Fields = { readonly [name: string]: Field }

/** Names a field whose wire name is not its library name in snake case. */
export const named = <const wireName extends string, schema extends t.TSchema>(wireName: wireName, schema: schema) => ({
  wireName,
  schema,
})

/** Declares a field that `encode` accepts and `decode` drops, such as an age or a flag derived from other fields. */
export const wireOnly = <schema extends t.TSchema>(schema: schema) => ({ schema, isWireOnly: true as const })

type SnakeCase<name, done extends string = ''> = name extends `${infer head}${infer rest}`
  ? SnakeCase<rest, `${done}${head extends Lowercase<head> ? head : `_${Lowercase<head>}`}`>
  : done

type SchemaOf<field> = field extends { readonly schema: infer schema extends t.TSchema } ? schema : field
type WireName<name, field> = field extends Named<infer wireName> ? wireName : SnakeCase<name>
type WireFields<fields> = {
  -readonly [name in keyof fields as WireName<name, fields[name]>]: SchemaOf<fields[name]>
}

/** An object whose names and units differ between the library and the wire. */
export type TRecord<fields> = (WireFields<fields> extends infer properties extends t.TProperties
  ? t.TObject<properties>
  : never) & { readonly '~fields': fields }

type Side = 'decoded' | 'encoded'
type Library<schema, side extends Side> = schema extends { readonly '~absent': infer absent }
  ? absent | Present<schema, side>
  : Present<schema, side>
type Present<schema, side extends Side> = schema extends { readonly '~fields': infer fields }
  ? LibraryFields<fields, side>
  : schema extends t.TCodec<t.TSchema, infer value>
    ? value
    : schema extends t.TArray<infer item>
      ? readonly Library<item, side>[]
      : schema extends t.TRecord<string, infer value>
        ? { readonly [key: string]: Library<value, side> }
        : schema extends t.TUnion<[infer value extends t.TSchema, t.TNull]>
          ? Library<value, side> | null
          : schema extends t.TSchema
            ? t.Static<schema>
            : never

type NamesOf<fields, side extends Side> = {
  [name in keyof fields]: side extends 'decoded' ? (fields[name] extends WireOnly ? never : name) : name
}[keyof fields]
type OptionalNames<fields> = {
  [name in keyof fields]: SchemaOf<fields[name]> extends Absent
    ? never
    : SchemaOf<fields[name]> extends t.TOptional
      ? name
      : never
}[keyof fields]

// Mapped over the keys of `fields`, so that editors and the reference pages show the comments of the declared fields.
type Members<fields, names extends keyof fields, side extends Side> = {
  readonly [name in names]: Library<SchemaOf<fields[name]>, side>
}
type LibraryFields<fields, side extends Side, names extends keyof fields = NamesOf<fields, side>> = Members<
  fields,
  Exclude<names, OptionalNames<fields>>,
  side
> &
  Partial<Members<fields, Extract<names, OptionalNames<fields>>, side>> extends infer members
  ? { [name in keyof members]: members[name] }
  : never

/** The library type of a schema. */
export type Reading<schema> = Library<schema, 'decoded'>
/** Input of `encode`: the library type plus the fields that only the wire has. */
export type Encodable<schema> = Library<schema, 'encoded'>

type Absent<value = unknown> = { readonly '~absent': value }

/** Declares a field that the wire omits if the library has null, false or an empty list. */
export function orAbsent<schema extends t.TSchema>(schema: schema) {
  const value = t.IsArray(schema) ? [] : t.IsBoolean(schema) || t.IsLiteral(schema) ? false : null
  return Object.defineProperty(t.Optional(schema), '~absent', { value }) as t.TOptional<schema> &
    Absent<schema extends t.TArray ? readonly never[] : schema extends t.TBoolean | t.TLiteral ? false : null>
}

type Direction = 'encode' | 'decode'
type Conversion = (value: unknown) => unknown
type Values = { readonly [name: string]: unknown }

/**
 * Declares a shape by the library names of its fields, in the order of the wire. Wire names are in snake case.
 *
 * @example
 * const Pool = record({ tvlUsd: t.Number(), apy: Percent, isStable: named('stable', t.Boolean()) })
 */
export function record<const fields extends Fields>(fields: fields, options: t.TObjectOptions = {}): TRecord<fields> {
  const parts = Object.entries(fields).map(([name, field]) => {
    const schema = 'schema' in field ? field.schema : field
    return {
      name,
      schema,
      wireName: 'wireName' in field ? field.wireName : toSnakeCase(name),
      isWireOnly: 'isWireOnly' in field,
    }
  })
  const encoded = parts.map(({ name, wireName, schema }) => ({
    from: name,
    to: wireName,
    convert: toConversion(schema, 'encode'),
  }))
  const decoded = parts
    .filter(({ isWireOnly }) => !isWireOnly)
    .map(({ name, wireName, schema }) => ({ from: wireName, to: name, convert: toConversion(schema, 'decode') }))
  const schema = t.Object(Object.fromEntries(parts.map(({ wireName, schema }) => [wireName, schema])), options)
  const codec = t.Codec(schema).Decode(toRenaming(decoded)).Encode(toRenaming(encoded))
  return Object.defineProperty(codec, '~fields', { value: fields }) as never
}

type Part = { readonly from: string; readonly to: string; readonly convert: Conversion }

export const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const toRenaming = (parts: readonly Part[]) => (value: Values) => {
  const result: { [name: string]: unknown } = {}
  for (const { from, to, convert } of parts) {
    const field = convert(value[from])
    if (field !== undefined) result[to] = field
  }
  return result
}

/** Returns the wire value of a library value. */
export const encode = <schema extends t.TSchema>(schema: schema, value: Encodable<schema>) =>
  toConversion(schema, 'encode')(value) as t.Static<schema>

/** Returns the library value of a wire value. It does not validate. */
export const decode = <schema extends t.TSchema>(schema: schema, value: t.Static<schema>) =>
  toConversion(schema, 'decode')(value) as Reading<schema>

const keep: Conversion = (value) => value

/** Builds a conversion. TypeBox's `Value.Encode` and `Value.Decode` would also validate and clone. */
function toConversion(schema: t.TSchema, direction: Direction): Conversion {
  const convert = toPresentConversion(schema, direction)
  if ('~absent' in schema) {
    const absent = schema['~absent']
    if (direction === 'decode') return (value) => (value === undefined ? absent : convert(value))
    const isAbsent = (value: unknown) =>
      value === undefined || value === absent || (Array.isArray(value) && value.length === 0)
    return (value) => (isAbsent(value) ? undefined : convert(value))
  }
  if (convert === keep || !t.IsOptional(schema)) return convert
  return (value) => (value === undefined ? undefined : convert(value))
}

function toPresentConversion(schema: t.TSchema, direction: Direction): Conversion {
  if (t.IsCodec(schema)) return schema['~codec'][direction] as Conversion
  if (t.IsArray(schema)) {
    const convert = toConversion(schema.items, direction)
    return convert === keep ? keep : (values) => (values as readonly unknown[]).map(convert)
  }
  if (t.IsRecord(schema)) {
    const convert = toConversion(t.RecordValue(schema), direction)
    return (values) =>
      Object.fromEntries(Object.entries(values as Values).map(([name, value]) => [name, convert(value)]))
  }
  if (!t.IsUnion(schema)) return keep
  const [member = t.Null(), none, ...others] = schema.anyOf
  const convert = t.IsNull(none) && others.length === 0 ? toConversion(member, direction) : keep
  return convert === keep ? keep : (value) => (value === null ? null : convert(value))
}
