import { contract, type Endpoint, type Fault } from '@outrigger/api/contract'
import type { FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { InvalidParameterError } from '../errors/serviceError.ts'
import { toChainName } from '../node/chainName.ts'
import { findSimilar, toUnknown } from '../validation/similar.ts'

type Part = 'body' | 'query' | 'params'
type Fields = { readonly [name: string]: unknown }

// Later parts override earlier ones, and nothing overrides the path.
const parts: readonly Part[] = ['body', 'query', 'params']
/** Names of path parameters. In a query they repeat the path, so they do not count as misspelled filters. */
const pathNames = new Set(Object.values(contract).flatMap(({ path }) => path.match(/(?<=\{)\w+(?=\})/g) ?? []))

/**
 * Creates a reader of an endpoint's arguments. It reads only declared fields, each from its declared part of the request.
 * It rejects an undeclared name that could be a misspelled filter, because ignoring it would answer a different question.
 */
export function createArgumentsReader(endpoint: Endpoint): (request: FastifyRequest) => { [name: string]: unknown } {
  const declared = parts.map((part) => [part, namesOf(endpoint[part])] as const).filter(([, names]) => names.length > 0)
  const inQuery = namesOf(endpoint.query)
  const own = new Set(declared.flatMap(([, names]) => names))
  const filtersElsewhere = new Set(endpoint.filtersElsewhere)

  function refuseMistaken(query: Fields): void {
    const faults: Fault[] = []
    for (const name in query) {
      if (own.has(name) || pathNames.has(name)) continue
      if (findSimilar(name, inQuery) !== undefined)
        faults.push({ path: `query.${name}`, message: toUnknown(name, inQuery) })
      else if (filtersElsewhere.has(name)) faults.push({ path: `query.${name}`, message: toMisplaced(inQuery) })
    }
    if (faults.length > 0) throw new InvalidParameterError(faults.slice(0, maxFaults))
  }

  return (request) => {
    if (inQuery.length > 0) refuseMistaken(request.query as Fields)
    const found: { [name: string]: unknown } = {}
    for (const [part, names] of declared) addDeclared(found, request[part] as Fields | undefined, names)
    return found
  }
}

/** Copies the declared fields that are present. Chains get their names. */
function addDeclared(found: { [name: string]: unknown }, fields: Fields | undefined, names: readonly string[]): void {
  for (const name of names) {
    const value = fields?.[name]
    if (value !== undefined) found[name] = name === 'chain' && typeof value === 'string' ? toChainName(value) : value
  }
}

const maxFaults = 5

function toMisplaced(known: readonly string[]): string {
  return `is not a filter of this path, but of the stream or another path. This path accepts ${known.join(', ')}`
}

function namesOf(schema: TSchema | undefined): readonly string[] {
  return Object.keys((schema as TObject | undefined)?.properties ?? {})
}
