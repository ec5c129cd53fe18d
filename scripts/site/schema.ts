/** The part of JSON Schema that the contract and the configuration use. */
export type Schema = {
  readonly type?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
}

/** Longer lists of values are truncated. The OpenAPI document has all values. */
const maxListed = 12

/** Describes the type of a value briefly: `integer`, `"a" or "b"`, `list of string`. */
export function toType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return toList(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf) return toList([...new Set(schema.anyOf.map(toType))])
  if (schema.type === 'array') return `list of ${schema.items ? toType(schema.items) : 'any'}`
  if (schema.type === 'object' && toValues(schema)) return 'object by name'
  const limits = [
    ...(schema.minimum === undefined ? [] : [`≥ ${schema.minimum}`]),
    ...(schema.maximum === undefined ? [] : [`≤ ${schema.maximum}`]),
  ]
  return [schema.type ?? 'any', ...limits].join(' ')
}

function toList(values: readonly string[]): string {
  const listed = values.length > maxListed ? [...values.slice(0, maxListed), '…'] : values
  return listed.join(' or ')
}

/** Returns the value schema of an object with free names. */
function toValues({ patternProperties, additionalProperties }: Schema): Schema | undefined {
  const [first] = Object.values(patternProperties ?? {})
  return first ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
}

export type Field = { readonly path: string; readonly schema: Schema; readonly required: boolean }

/** Lists the fields of an object and its nested objects. `[]` is an item of a list, `<name>` a free name. */
export function listFields(schema: Schema, prefix = ''): readonly Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]): readonly Field[] => {
    const path = `${prefix}${name}`
    return [{ path, schema: field, required: schema.required?.includes(name) ?? false }, ...listWithin(field, path)]
  })
  const values = toValues(schema)
  if (values === undefined) return own
  const path = `${prefix}<name>`
  return [...own, { path, schema: values, required: false }, ...listWithin(values, path)]
}

function listWithin(schema: Schema, path: string): readonly Field[] {
  if (schema.type === 'array') return schema.items ? listWithin(schema.items, `${path}[]`) : []
  if (schema.anyOf) return schema.anyOf.flatMap((each) => listWithin(each, path))
  return listFields(schema, `${path}.`)
}

/** Lists the fields of a message, or of its items if it is a list. A field that several kinds of items have is listed once. */
export function listMessageFields(schema: Schema): readonly Field[] {
  if (schema.type !== 'array') return listFields(schema)
  const fields = listWithin(schema, '')
  return [...new Set(fields.map(({ path }) => path))].map((path) => {
    const same = fields.filter((field) => field.path === path)
    const [first] = same as [Field]
    return {
      path,
      required: same.every(({ required }) => required),
      schema: same.length === 1 ? first.schema : { anyOf: same.map((field) => field.schema) },
    }
  })
}
