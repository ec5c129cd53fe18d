import { keccak_256 } from '@noble/hashes/sha3'
import type { ChainName } from '@outrigger/core'
import { type Address, bytesToHex, type Hex } from 'viem'
import type { Call } from './call.ts'

/**
 * Decodes one call: reads its arguments and emits actions. It never throws. If a read fails, its actions are removed
 * and the call is reported as malformed.
 */
export type Decode = (call: Call) => void

export type FunctionDefinition = {
  /** Canonical signature, or the selector if the signature is unknown. */
  readonly signature: string
  readonly name: string
  readonly decode: Decode
}

/** Functions by selector, lower case. */
export type Functions = ReadonlyMap<Hex, FunctionDefinition>

/** One or more contracts with the same functions. */
export type Contract = {
  readonly name: string
  readonly addresses: { readonly [chain in ChainName]?: readonly Address[] }
  readonly functions: Functions
  /** Whether accounts run the contract by delegatecall. Its functions then act as the account. @default false */
  readonly isLibrary?: boolean
  /** Decodes native currency sent without calldata. @default a transfer */
  readonly receive?: Decode
  /** Decodes calldata that no function decodes, such as packed forms. It reads from the first byte on. */
  readonly fallback?: Decode
}

/** The contracts and functions of a protocol, as data for the decoder. */
export type Protocol<id extends string = string> = {
  /** The id in `dex` and in filters: `uniswap_v3`. */
  readonly id: id
  readonly name: string
  /** URL where addresses and signatures are published. */
  readonly source: string
  readonly contracts: readonly Contract[]
  /** Functions that are recognized by their selector at any address. */
  readonly atAnyAddress?: Functions
}

/**
 * Checks the form of a protocol definition at compile time and returns it.
 *
 * @example
 * const myToken = defineProtocol({
 *   id: 'my_token',
 *   name: 'My token',
 *   source: 'https://example.org',
 *   contracts: [{ name: 'Token', addresses: { ethereum: ['0x…'] }, functions }],
 * })
 */
export function defineProtocol<const id extends string>(protocol: Protocol<id>): Protocol<id> {
  return protocol
}

/**
 * Creates a function table from signatures. Use a bare selector for a function whose signature is unpublished.
 *
 * @example
 * defineFunctions({
 *   'deposit()': (call) => call.emit({ kind: 'wrap', token: call.wrappedNative, amount: call.value }),
 * })
 */
export function defineFunctions(table: { readonly [signature: string]: Decode }): Functions {
  return new LazyFunctions(() =>
    Object.entries(table).map(([signature, decode]) => [
      toSelector(signature),
      { signature, name: signature.split('(', 1)[0] ?? signature, decode },
    ]),
  )
}

/** Joins several function tables. If two contain the same selector, the later table wins. */
export function joinFunctions(...tables: readonly Iterable<Entry>[]): Functions {
  return new LazyFunctions(() => tables.flatMap((table) => [...table]))
}

type Entry = readonly [Hex, FunctionDefinition]

/** Creates its map on first use, because hashing all signatures takes longer than loading the rest of the package. */
class LazyFunctions implements Functions {
  #map: Functions | undefined
  readonly #list: () => readonly Entry[]
  constructor(list: () => readonly Entry[]) {
    this.#list = list
  }
  get #made(): Functions {
    this.#map ??= new Map(this.#list())
    return this.#map
  }
  get size() {
    return this.#made.size
  }
  [Symbol.iterator]() {
    return this.#made[Symbol.iterator]()
  }
  get: Functions['get'] = (selector) => this.#made.get(selector)
  has: Functions['has'] = (selector) => this.#made.has(selector)
  keys: Functions['keys'] = () => this.#made.keys()
  values: Functions['values'] = () => this.#made.values()
  entries: Functions['entries'] = () => this.#made.entries()
  forEach: Functions['forEach'] = (...parameters) => this.#made.forEach(...parameters)
}

function toSelector(signature: string): Hex {
  if (signature.startsWith('0x')) return signature as Hex
  return bytesToHex(keccak_256(signature).subarray(0, 4))
}
