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
}

/** A variable and the setting it stands for, e.g. `OUTRIGGER_MEV_MIN_PROFIT_ETH` for `mev.minProfitEth`. */
export type Variable = { readonly name: string; readonly path: string; readonly schema: Schema }

const prefix = 'OUTRIGGER_'
const rpcPrefix = 'OUTRIGGER_RPC_'
/** Read elsewhere than in the settings of a node. */
const otherVariables = ['BEACON', 'CONFIG', 'NODE', 'API_KEY', 'DEBUG'].map((name) => `${prefix}${name}`)
const rpcVariables = Object.keys(chains).map((name) => `${rpcPrefix}${name.toUpperCase()}`)
/** Of the benchmarks, tests and builds of this repository. */
const foreignVariables = /^OUTRIGGER_(?:BENCH|CACHE|TEST|SOAK|LENDING_DATA)/

/** Derived from the schema of a node's configuration: every single value has a variable of its name. */
export const variables: readonly Variable[] = toVariables(NodeConfigSchema.properties as Record<string, Schema>)

/**
 * Settings of the environment: the variables above, `OUTRIGGER_RPC_<CHAIN>` and `OUTRIGGER_BEACON` with URLs.
 * @throws {UsageError} a value that cannot be read
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

/** A section that was removed stands for all settings that were in it. */
function refuseRemoved(env: Environment): void {
  for (const [path, advice] of Object.entries(removedSettings)) {
    const variable = toVariableName(path)
    const found = Object.keys(env).find((name) => name === variable || name.startsWith(`${variable}_`))
    if (found !== undefined) throw new UsageError(`${found}: this setting was removed: ${advice}.`)
  }
}

/** By its name or chain id. An unknown chain is reported together with all other wrong settings. */
function toChain(name: string): string {
  const text = name.slice(rpcPrefix.length).toLowerCase()
  return findChainName(text) ?? text
}

/**
 * What has the name of a setting's variable and is none: it would silently not be in force. Told, not refused, for others
 * may use the prefix as well.
 */
export function describeUnknownVariables(env: Environment): readonly string[] {
  const names = [...otherVariables, ...variables.map(({ name }) => name), ...rpcVariables]
  const bare = names.map((name) => name.slice(prefix.length))
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !name.startsWith(rpcPrefix))
    .filter((name) => !foreignVariables.test(name) && !names.includes(name))
    .map((name) => {
      const closest = findClosest(name.slice(prefix.length), bare)
      return `${name} is no variable of Outrigger and changes nothing.${closest === undefined ? '' : ` Did you mean ${prefix}${closest}?`}`
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

function readValue(name: string, text: string, { type, anyOf }: Schema): unknown {
  const isNumberAllowed = anyOf?.some((one) => one.type === 'integer') === true
  if (type === 'integer' || (isNumberAllowed && /^\d+$/.test(text))) {
    if (!/^\d+$/.test(text)) throw new UsageError(`${name} must be a whole number.`)
    return Number(text)
  }
  if (type === 'number') {
    if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`${name} must be a number.`)
    return Number(text)
  }
  if (type === 'boolean' || (anyOf && text === 'false')) {
    if (!['true', 'false', '1', '0'].includes(text)) throw new UsageError(`${name} must be true or false.`)
    return text === 'true' || text === '1'
  }
  return anyOf || type === 'array' ? text.split(',').map((item) => item.trim()) : text
}
