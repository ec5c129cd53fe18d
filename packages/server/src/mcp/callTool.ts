import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { type ApiClientOptions, createApiClient } from '@outrigger/api'
import * as t from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { toError } from '../validation/faults.ts'
import { listUnknownFields } from '../validation/unknownFields.ts'
import type { Tool } from './tool.ts'
import { toToolFailure } from './toolError.ts'
import { toSafeText, toSafeValue } from './untrusted.ts'

/** Connection to a node: over HTTP, or to the routes of this process. */
export type Connection = Pick<ApiClientOptions, 'baseUrl' | 'apiKey' | 'fetch'>

/** The first request for liquidations reads all borrowers. */
const timeoutMs = 60_000

const AsOf = t.Object(
  {
    timestamp: t.String({
      description: 'Time of the data, or of the answer if the data has no time of its own. ISO 8601',
    }),
    age_seconds: t.Number({ description: 'Age of the data when the answer was made' }),
    block_number: t.Optional(t.Union([t.Integer(), t.Null()])),
    stale: t.Optional(t.Boolean({ description: 'True if the data comes from a cache because no provider responds' })),
  },
  { description: 'Time of the data' },
)

/** Returns the JSON Schema of the answers of a tool. */
export const toOutputSchema = ({ output }: Tool) =>
  t.Object({
    data: output,
    as_of: AsOf,
    endpoints: t.Array(t.String(), { description: 'Requests to the REST API of the node that return the same data' }),
    notes: t.Optional(t.Array(t.String())),
  })

const validators = new WeakMap<Tool, Validator>()

/** Validates the arguments, asks the node and describes the answer. Errors are answers too: they say what to do. */
export async function callTool(tool: Tool, args: unknown, connection: Connection): Promise<CallToolResult> {
  try {
    requireArguments(tool, args)
    const { fetch, listRequests } = recordRequests(connection)
    const api = createApiClient({ ...connection, fetch, timeoutMs })
    const { data, asOf = {}, notes = [] } = await tool.ask(args as never, api)
    const nowMs = Date.now()
    const { timestamp = new Date(nowMs).toISOString(), ...more } = asOf
    const safe = toSafeValue(data)
    const answer = {
      data: safe,
      as_of: { timestamp, age_seconds: toAgeSeconds(timestamp, nowMs), ...more },
      endpoints: listRequests(),
      ...(notes.length > 0 && { notes: [...notes] }),
    }
    const texts = [[tool.toText(safe as never), ...notes].join(' '), JSON.stringify(answer)]
    return { content: texts.map((text) => ({ type: 'text', text })), structuredContent: answer }
  } catch (error) {
    const { code, what, advice } = toToolFailure(error)
    return { content: [{ type: 'text', text: `${tool.name} failed with ${code}: ${what} ${advice}` }], isError: true }
  }
}

/** @throws {InvalidParameterError} */
function requireArguments(tool: Tool, args: unknown): void {
  const validator = validators.get(tool) ?? Compile(tool.input)
  validators.set(tool, validator)
  const unknown = [...listUnknownFields(tool.input, args, 'arguments')]
  if (unknown.length > 0 || !validator.Check(args)) throw toError(validator, args, { place: 'arguments', unknown })
}

const toAgeSeconds = (timestamp: string, nowMs: number) =>
  Math.max(0, Math.round((nowMs - Date.parse(timestamp)) / 100) / 10)

/** Remembers the requests of one call, at most ten. */
function recordRequests({ fetch = globalThis.fetch }: Connection) {
  const requests = new Set<string>()
  const recording: typeof globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(String(input))
    if (requests.size < 10) requests.add(`${init?.method ?? 'GET'} ${toPath(pathname + search)}`)
    return fetch(input, init)
  }
  return { fetch: recording, listRequests: () => [...requests] }
}

// Arguments of the agent are in it, which may come from outside.
const toPath = (path: string) => (/^[\w/%.?=&,+:~-]{1,300}$/.test(path) ? path : toSafeText(path))
