import type { ChainName } from '@outrigger/core'
import { getOrCreate } from '@outrigger/core/internal'
import type { Contract, Decode, FunctionDefinition, Protocol } from './protocol.ts'

/** A decode function with the protocol and function names of its actions. */
export type TableEntry = { readonly protocol: string; readonly name: string; readonly decode: Decode }

export type ContractEntry = {
  readonly functions: ReadonlyMap<string, TableEntry>
  readonly receive: TableEntry | undefined
  readonly fallback: TableEntry | undefined
}

/** All known functions of one chain. */
export type FunctionTable = {
  /** By address, lower case. */
  readonly contracts: ReadonlyMap<string, ContractEntry>
  /** Contracts that accounts run by delegatecall. */
  readonly libraries: ReadonlyMap<string, ContractEntry>
  /** By selector, for any address. */
  readonly atAnyAddress: ReadonlyMap<string, readonly TableEntry[]>
}

/** Creates the function table of a chain. If two protocols claim the same address or selector, the earlier one wins. */
export function createFunctionTable(chain: ChainName, protocols: readonly Protocol[]): FunctionTable {
  const contracts = new Map<string, ContractEntry>()
  const libraries = new Map<string, ContractEntry>()
  const atAnyAddress = new Map<string, TableEntry[]>()
  for (const { id, contracts: own, atAnyAddress: general = new Map<string, FunctionDefinition>() } of protocols) {
    for (const contract of own) {
      const addresses = contract.addresses[chain] ?? []
      if (addresses.length === 0) continue
      const entry = toContractEntry(id, contract)
      addContract(contracts, addresses, entry)
      if (contract.isLibrary) addContract(libraries, addresses, entry)
    }
    for (const [selector, { name, decode }] of general)
      getOrCreate(atAnyAddress, selector, () => []).push({ protocol: id, name, decode })
  }
  return { contracts, libraries, atAnyAddress }
}

function toContractEntry(protocol: string, { functions, receive, fallback }: Contract): ContractEntry {
  return {
    functions: new Map([...functions].map(([selector, { name, decode }]) => [selector, { protocol, name, decode }])),
    receive: receive && { protocol, name: 'receive', decode: receive },
    fallback: fallback && { protocol, name: 'fallback', decode: fallback },
  }
}

/**
 * Adds a contract. All its addresses share one entry. Contracts at the same address (the facets of a diamond) are
 * merged.
 */
function addContract(contracts: Map<string, ContractEntry>, addresses: readonly string[], entry: ContractEntry): void {
  for (const address of addresses) {
    const key = address.toLowerCase()
    const before = contracts.get(key)
    contracts.set(key, before === undefined || before === entry ? entry : joinEntries(before, entry))
  }
}

function joinEntries(first: ContractEntry, then: ContractEntry): ContractEntry {
  return {
    functions: new Map([...then.functions, ...first.functions]),
    receive: first.receive ?? then.receive,
    fallback: first.fallback ?? then.fallback,
  }
}
