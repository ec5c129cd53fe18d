import { ref, type Schema, type SchemaName } from './schemas.ts'

export type Parameter = {
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
  readonly description?: string
}

/** A method with a known shape. Its cost and its policy are not here, because the gateway's own rules say them. */
export type Method = {
  readonly summary: string
  readonly params: readonly Parameter[]
  readonly result: Schema
  /** Parameters of a call that works on every chain, or on Ethereum if it names a transaction or a block. */
  readonly example: readonly unknown[]
  /** The connections over which the method is served. @default both */
  readonly only?: 'websocket'
  /** True for a method that only recent versions of some clients have. */
  readonly recent?: true
}

const toSchema = (schema: Schema | SchemaName): Schema => (typeof schema === 'string' ? ref(schema) : schema)

export const need = (name: string, schema: Schema | SchemaName, description?: string): Parameter => ({
  name,
  schema: toSchema(schema),
  required: true,
  ...(description && { description }),
})
export const may = (name: string, schema: Schema | SchemaName, description?: string): Parameter => ({
  ...need(name, schema, description),
  required: false,
})

export const define = (
  summary: string,
  params: readonly Parameter[],
  result: Schema | SchemaName,
  example: readonly unknown[] = [],
): Method => ({ summary, params, result: toSchema(result), example })

export const recent = (method: Method): Method => ({ ...method, recent: true })

/** Values of the examples: the first transaction of Ethereum, its block, and the contract of wrapped ether. */
export const examples = {
  transaction: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
  blockHash: '0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd',
  block: '0xb443',
  account: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  from: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  filter: '0x1',
  subscription: '0x1',
} as const
