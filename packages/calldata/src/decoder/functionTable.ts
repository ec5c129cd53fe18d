import type { ChainName } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import type { Contract, Decode, FunctionDefinition, Protocol } from './protocol.ts'

/** A decode function with the protocol and function names of its actions. */
export type TableEntry = { readonly protocol: string; readonly name: string; readonly decode: Decode }

export type ContractEntry = {
  readonly functions: Map<string, TableEntry>
  receive: TableEntry | undefined
  fallback: TableEntry | undefined
}

/** All functions that are known on one chain. */
export type FunctionTable = {
  /** By address, lower case. */
  readonly contracts: ReadonlyMap<string, ContractEntry>
  /** By selector, for any address. */
  readonly atAnyAddress: ReadonlyMap<string, readonly TableEntry[]>
}

/** Earlier protocols win where two claim the same address or selector. */
export function createFunctionTable(chain: ChainName, protocols: readonly Protocol[]): FunctionTable {
  const contracts = new Map<string, ContractEntry>()
  const atAnyAddress = new Map<string, TableEntry[]>()
  for (const { id, contracts: own, atAnyAddress: general = new Map<string, FunctionDefinition>() } of protocols) {
    for (const contract of own)
      for (const address of contract.addresses[chain] ?? []) addContract(contracts, address, id, contract)
    for (const [selector, { name, decode }] of general)
      getOrCreate(atAnyAddress, selector, () => []).push({ protocol: id, name, decode })
  }
  return { contracts, atAnyAddress }
}

/** Contracts that share an address (the facets of a diamond) share an entry. */
function addContract(
  contracts: Map<string, ContractEntry>,
  address: string,
  protocol: string,
  contract: Contract,
): void {
  const entry = getOrCreate(contracts, address.toLowerCase(), () => ({
    ...{ functions: new Map(), receive: undefined, fallback: undefined },
  }))
  for (const [selector, { name, decode }] of contract.functions)
    if (!entry.functions.has(selector)) entry.functions.set(selector, { protocol, name, decode })
  if (contract.receive) entry.receive ??= { protocol, name: 'receive', decode: contract.receive }
  if (contract.fallback) entry.fallback ??= { protocol, name: 'fallback', decode: contract.fallback }
}
