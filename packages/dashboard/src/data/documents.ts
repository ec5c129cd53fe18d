type Schema = Readonly<Record<string, unknown>>
export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}
export type Operation = {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Schema }>>
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
}
export type OpenApi = {
  readonly info: { readonly version: string }
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
export type AsyncApi = {
  readonly channels: Readonly<
    Record<
      string,
      {
        readonly address?: string
        readonly description?: string
        readonly summary?: string
        readonly messages?: Schema
      }
    >
  >
}

/** One operation of the OpenAPI document. */
export type Call = { readonly method: string; readonly path: string; readonly operation: Operation }

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Returns the operations whose method, path, id or summary contain every word of `text`. */
export function findCalls({ paths }: OpenApi, text: string): readonly Call[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      methods.flatMap((method) => (operations[method] ? [{ method, path, operation: operations[method] }] : [])),
    )
    .filter(({ method, path, operation: { operationId = '', summary = '' } }) => {
      const all = `${method} ${path} ${operationId} ${summary}`.toLowerCase()
      return words.every((word) => all.includes(word))
    })
}

/** Returns the URL of a call with its values filled in. Query parameters without a value are omitted. */
export function toAddress(base: string, { path, operation }: Call, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams()
  for (const { name, in: place } of operation.parameters ?? [])
    if (place === 'query' && values[name]) query.append(name, values[name])
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return `${base}${filled}${query.size > 0 ? `?${query}` : ''}`
}
