import type { ApiClient } from '@outrigger/api'
import type { ServedId } from '@outrigger/api/contract'
import * as t from 'typebox'

/** Where the data of an answer comes from in time. */
export type DataTime = {
  /** ISO 8601. @default the time of the answer */
  readonly timestamp?: string
  readonly block_number?: number | null
  /** True if no provider responds and the data is older than its lifetime. */
  readonly stale?: boolean
}

/** Returns the time of data in the envelope of the unified paths. */
export function toDataTime({
  as_of,
}: {
  readonly as_of?: { readonly block: number; readonly age_ms: number }
}): DataTime {
  if (as_of === undefined) return {}
  return { block_number: as_of.block, timestamp: new Date(Date.now() - as_of.age_ms).toISOString() }
}

/** What a tool found: data in the shape of its output schema. */
export type Found<data> = {
  readonly data: data
  readonly asOf?: DataTime
  /** Sentences of the tool itself, such as limits of the answer. */
  readonly notes?: readonly string[]
}

/** A question that an agent can ask. It is answered by endpoints of the contract. */
export type Tool<input extends t.TObject = t.TObject, output extends t.TObject = t.TObject> = {
  /** Name in snake case. */
  readonly name: string
  readonly title: string
  /** For an agent: when to use the tool, and what it returns. */
  readonly description: string
  readonly input: input
  /** Shape of `data` in the answer. */
  readonly output: output
  /** Endpoints that the tool requests. */
  readonly endpoints: readonly ServedId[]
  /** True if the tool changes something. */
  readonly writes?: true
  ask(args: t.Static<input>, api: ApiClient): Promise<Found<t.Static<output>>>
  /** Returns the answer in one or two sentences. All text in `data` is quoted already. */
  toText(data: t.Static<output>): string
}

export function defineTool<input extends t.TObject, output extends t.TObject>(tool: Tool<input, output>): Tool {
  return tool as unknown as Tool
}

/** Parameters of several tools. */
export const Chain = t.String({
  minLength: 1,
  maxLength: 40,
  description: 'Name of the chain, such as ethereum, base or arbitrum',
})
export const Address = t.String({ pattern: '^0x[\\da-fA-F]{40}$', description: '0x and 40 hexadecimal digits' })
export const Hash = t.String({ pattern: '^0x[\\da-fA-F]{64}$', description: 'Hash: 0x and 64 hexadecimal digits' })
export const Calldata = t.String({
  pattern: '^0x(?:[\\da-fA-F]{2})*$',
  maxLength: 262_146,
  description: 'Calldata, hexadecimal with 0x',
})
export const RawTransaction = t.String({
  pattern: '^0x(?:[\\da-fA-F]{2})+$',
  maxLength: 262_146,
  description: 'Signed transaction, hexadecimal with 0x. It is never sent',
})
export const Wei = t.String({ pattern: '^\\d{1,78}$', description: 'Value in wei, a decimal string' })
export const Limit = (maximum: number, initial: number) =>
  t.Integer({ minimum: 1, maximum, description: `Maximum number of items. Default: ${initial}` })

/** Fields of several answers. */
export const Text = t.String()
export const orNull = <schema extends t.TSchema>(schema: schema) => t.Union([schema, t.Null()])
