import { chains } from '@outrigger/core'
import { findChainName, findClosest } from '@outrigger/core/internal'
import { NodeConfigSchema } from '@outrigger/server'
import { removedSettings } from '@outrigger/server/internal'
import { UsageError } from '../exitCodes.ts'
import { toUrls } from './flags.ts'
import type { Setting } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly const?: unknown
}

/** A variable and its setting, e.g. `OUTRIGGER_MEV_MIN_PROFIT_ETH` for `mev.minProfitEth`. */
export type Variable = { readonly name: string; readonly path: string; readonly schema: Schema }

const prefix = 'OUTRIGGER_'
const rpcPrefix = 'OUTRIGGER_RPC_'
/** Variables that are not settings of a node. */
const otherVariables = ['BEACON', 'CONFIG', 'NODE', 'URL', 'GATEWAY_URL', 'API_KEY', 'DEBUG'].map(
  (name) => `${prefix}${name}`,
)
const rpcVariables = Object.keys(chains).map((name) => `${rpcPrefix}${name.toUpperCase()}`)
/** Variables of benchmarks, tests and builds of this repository. */
const foreignVariables = /^OUTRIGGER_(?:BENCH|CACHE|TEST|SOAK|LENDING_DATA)/

/** The variables of all settings, from the schema of the configuration. */
export const variables: readonly Variable[] = toVariables(NodeConfigSchema.properties as Record<string, Schema>)

/**
 * Reads settings from the variables above, and URLs from `OUTRIGGER_RPC_<CHAIN>` and `OUTRIGGER_BEACON`.
 * @throws {UsageError} a value is invalid, or its setting was removed
 */
export function readEnvironment(env: Environment): readonly Setting[] {
  refuseRemoved(env)
  const endpoints = Object.entries(env)
    .filter(([name, value]) => value && (name === 'OUTRIGGER_BEACON' || name.startsWith(rpcPrefix)))
    .map(([name, value = '']) => ({
      path: name === 'OUTRIGGER_BEACON' ? 'beacon.endpoints' : `chains.${toChain(name)}.endpoints`,
      value: toUrls(value),
      origin: name,
    }))
  const values = variables.flatMap(({ name, path, schema }) => {
    const text = env[name]
    return text ? [{ path, value: readValue(name, text, schema), origin: name }] : []
  })
  return [...endpoints, ...values]
}

/** Finds the removed setting of a variable, or the section that contained it. */
function findRemoved(name: string): string | undefined {
  return Object.keys(removedSettings).find((path) => {
    const variable = toVariableName(path)
    return name === variable || name.startsWith(`${variable}_`)
  })
}

function refuseRemoved(env: Environment): void {
  for (const name of Object.keys(env)) {
    const path = findRemoved(name)
    if (path !== undefined) throw new UsageError(`${name}: this setting was removed: ${removedSettings[path]}.`)
  }
}

/** Finds a chain by its name or id. An unknown chain is reported later, together with other invalid settings. */
function toChain(name: string): string {
  const text = name.slice(rpcPrefix.length).toLowerCase()
  return findChainName(text) ?? text
}

/** Describes variables that look like settings but are not. They are not refused, because other programs may use the prefix. */
export function describeUnknownVariables(env: Environment): readonly string[] {
  const names = [...otherVariables, ...variables.map(({ name }) => name), ...rpcVariables]
  const bare = names.map((name) => name.slice(prefix.length))
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !name.startsWith(rpcPrefix))
    .filter((name) => !foreignVariables.test(name) && !names.includes(name) && findRemoved(name) === undefined)
    .map((name) => {
      const closest = findClosest(name.slice(prefix.length), bare)
      return `${name} is not a variable of Outrigger and changes nothing.${closest === undefined ? '' : ` Did you mean ${prefix}${closest}?`}`
    })
}

function toVariables(properties: Readonly<Record<string, Schema>>, prefix = ''): readonly Variable[] {
  return Object.entries(properties).flatMap(([key, schema]): readonly Variable[] => {
    const path = `${prefix}${key}`
    // Endpoints have variables of their own, contracts and indexes have none.
    if (['chains', 'beacon', 'lendingDeployments', 'addressIndex'].includes(path)) return []
    if (schema.properties) return toVariables(schema.properties, `${path}.`)
    return [{ name: toVariableName(path), path, schema }]
  })
}

function toVariableName(path: string): string {
  return `${prefix}${path.replace(/[A-Z]/g, '_$&').replaceAll('.', '_').toUpperCase()}`
}

function readValue(name: string, text: string, schema: Schema): unknown {
  const { type, anyOf = [] } = schema
  if (type === 'integer' || type === 'number') return readNumber(name, text, type)
  if (type === 'boolean') return readBoolean(name, text)
  if (type === 'array') return toItems(text)
  if (anyOf.length === 0) return text
  if (text === 'false') return false
  if (anyOf.some((one) => one.const === text)) return text
  const isNumber = anyOf.some((one) => one.type === 'integer') && /^\d+$/.test(text)
  return isNumber ? Number(text) : toItems(text)
}

const toItems = (text: string): readonly string[] => text.split(',').map((item) => item.trim())

function readNumber(name: string, text: string, type: 'integer' | 'number'): number {
  const [form, words] = type === 'integer' ? [/^\d+$/, 'a whole number'] : [/^\d+(?:\.\d+)?$/, 'a number']
  if (form.test(text)) return Number(text)
  throw new UsageError(`${name} must be ${words}.`)
}

function readBoolean(name: string, text: string): boolean {
  if (['true', '1'].includes(text)) return true
  if (['false', '0'].includes(text)) return false
  throw new UsageError(`${name} must be true or false.`)
}
