type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

export type RpcMethod = {
  readonly name: string
  readonly summary: string
  readonly params: readonly {
    readonly name: string
    readonly required: boolean
    readonly description?: string
    readonly schema: Schema
  }[]
  readonly examples: readonly [{ readonly params: readonly { readonly value: unknown }[] }]
  readonly 'x-outrigger-cost': { readonly description: string }
  readonly 'x-outrigger-policy': {
    readonly description: string
    readonly served_by: string
    readonly transports: readonly string[]
    readonly write: boolean
  }
}

/** The OpenRPC document of the node. */
export type OpenRpc = {
  /** One server for each chain. */
  readonly servers: readonly { readonly name: string; readonly url: string }[]
  readonly methods: readonly RpcMethod[]
}

/** Returns the methods whose name or summary contain every word of `text`. */
export function findMethods({ methods }: OpenRpc, text: string): readonly RpcMethod[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return methods.filter(({ name, summary }) => words.every((word) => `${name} ${summary}`.toLowerCase().includes(word)))
}

/** Names a type for people, such as `Quantity or BlockTag`. */
export function toTypeText(schema: Schema): string {
  const { $ref, type, items, anyOf, enum: values } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? ''
  if (anyOf !== undefined) return anyOf.map(toTypeText).join(' or ')
  if (values !== undefined) return values.join(', ')
  return items === undefined ? (type ?? 'any') : `array of ${toTypeText(items)}`
}

/** Returns the parameters of the example of a method, indented. */
export const toExample = ({ examples: [{ params }] }: RpcMethod): string =>
  JSON.stringify(
    params.map(({ value }) => value),
    null,
    2,
  )

/** The text is not a list of parameters. */
export class ParametersError extends Error {}

/** Parses the text of the parameters. @throws {ParametersError} */
export function toParams(text: string): readonly unknown[] {
  let params: unknown
  try {
    params = JSON.parse(text.trim() === '' ? '[]' : text)
  } catch (error) {
    throw new ParametersError(`The parameters are not JSON: ${(error as Error).message}`)
  }
  if (Array.isArray(params)) return params
  throw new ParametersError('The parameters must be a JSON array. Put them in square brackets.')
}

/** Returns the body of a request. Keeps the text of the parameters, because parsing would round large numbers. */
export const toBody = (method: string, text: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${text.trim() === '' ? '[]' : text.trim()}}`

const toOneLine = (params: string) => JSON.stringify(toParams(params))

/** Returns a shell command that sends the request. */
export function toCurl(url: string, method: string, params: string): string {
  const body = toBody(method, toOneLine(params)).replaceAll("'", "'\\''")
  return `curl ${url} -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '${body}'`
}

/** Returns a program that sends the request with viem. */
export function toViem(url: string, method: string, params: string): string {
  return `import { createClient, http } from 'viem'

const headers = { 'X-API-Key': process.env.KEY }
const client = createClient({ transport: http('${url}', { fetchOptions: { headers } }) })
console.log(await client.request({ method: '${method}', params: ${toOneLine(params)} }))
`
}

/** The response to a call, as the console shows it. */
export type RpcReply = {
  readonly status: number
  readonly tookMs: number
  /** The body as received. */
  readonly text: string
  /** The error in one sentence, if the call failed. */
  readonly failure: string | undefined
  readonly provider: string | null
  readonly attempts: string | null
  readonly cache: string | null
  readonly ageMs: string | null
  readonly computeUnits: string | null
}

/** The node did not answer. */
class UnreachableError extends Error {
  readonly code = 'SERVICE_UNREACHABLE'
}

/** Sends a call through the node, which runs it with the key of the session. @throws {UnreachableError} */
export async function sendCall(chain: string, method: string, params: string): Promise<RpcReply> {
  const beganMs = performance.now()
  const response = await fetch(`/dashboard/console/${encodeURIComponent(chain)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: toBody(method, params),
  }).catch((cause) => {
    throw new UnreachableError('The node did not answer.', { cause })
  })
  const text = await response.text()
  const { status, headers } = response
  return {
    status,
    tookMs: performance.now() - beganMs,
    text,
    failure: findRpcFailure(status, text),
    provider: headers.get('x-outrigger-provider'),
    attempts: headers.get('x-outrigger-attempts'),
    cache: headers.get('x-outrigger-cache'),
    ageMs: headers.get('x-outrigger-age'),
    computeUnits: headers.get('x-outrigger-compute-units'),
  }
}

/** What the codes of JSON-RPC 2.0, of EIP-1474 and of the gateway mean. */
const meanings: Readonly<Record<string, string>> = {
  '3': 'The call reverted',
  '-32700': 'The request is not JSON',
  '-32600': 'The request is not a call',
  '-32601': 'The method is not available',
  '-32602': 'The parameters are wrong',
  '-32603': 'The node or its providers failed',
  '-32000': 'The provider rejects the call',
  '-32003': 'The response is too large, or the transaction was rejected',
  '-32005': 'A limit is reached',
  '-32010': 'It is unknown whether the transaction was accepted',
}

/** Returns the error of a response in one sentence. Undefined if the response has a result. */
export function findRpcFailure(status: number, text: string): string | undefined {
  const { error } = parse(text) as { readonly error?: { readonly code?: unknown; readonly message?: unknown } }
  if (error === undefined) return status < 400 ? undefined : `The node answers ${status}.`
  const code = String(error.code ?? status)
  const message = String(error.message ?? 'no message')
  if (status === 401) return 'The session has ended. Sign in again.'
  const meaning = meanings[code]
  return meaning === undefined ? `${message} (${code})` : `${meaning}: ${message} (${code})`
}

function parse(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Longest text that is parsed to be indented, so that a large response does not stop the page. */
const maxIndented = 1_000_000
/** Longest part of a response that is shown. */
const maxShown = 20_000

/** Returns the part of a response to show, and whether that is all of it. */
export function toShown(text: string): { readonly shown: string; readonly isWhole: boolean } {
  const whole = text.length > maxIndented ? text : indent(text)
  return { shown: whole.slice(0, maxShown), isWhole: whole.length <= maxShown }
}

/** Indents JSON. Returns any other text unchanged. */
export function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const recentParameters = ['transactionHash', 'blockHash'] as const
export type RecentParameter = (typeof recentParameters)[number]

/** Returns the first parameter of a method if it is the hash of a transaction or block, which an example cannot know. */
export const findRecentParameter = ({ params: [first] }: RpcMethod): RecentParameter | undefined =>
  recentParameters.find((name) => name === first?.name)

/** Puts a recent transaction, or the latest block, in place of the first parameter. @throws {ParametersError} */
export async function insertRecent(chain: string, kind: RecentParameter, params: string): Promise<string> {
  const { text, failure } = await sendCall(chain, 'eth_getBlockByNumber', '["latest", false]')
  if (failure !== undefined) throw new ParametersError(failure)
  const { hash, transactions } = JSON.parse(text).result as { hash: string; transactions: readonly string[] }
  const value = kind === 'blockHash' ? hash : transactions[0]
  if (value === undefined)
    throw new ParametersError('The latest block has no transactions. Try again after the next one.')
  return JSON.stringify([value, ...toParams(params).slice(1)], null, 2)
}
