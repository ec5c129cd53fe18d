import type { ChainName } from '@outrigger/core'
import { type ChainOption, resolveChain, toChainName } from '@outrigger/core/internal'
import { type Address, zeroAddress } from 'viem'
import type { Action, Undecoded } from './action.ts'
import { Decoding, withoutNewContract } from './decoding.ts'
import { createFunctionTable } from './functionTable.ts'
import type { Protocol } from './protocol.ts'

/** The fields of a transaction that a decoder reads. */
export type CallData = {
  readonly from?: Address | null
  readonly to: Address | null
  /** In wei. */
  readonly value?: bigint
  /** The gas limit. Accounts refund gas only up to this limit. */
  readonly gas?: bigint
  /** Calldata, 0x-prefixed hex. */
  readonly input: string
}

/** The actions of one transaction's calldata, and the parts of it that are not decoded. */
export type Decoded = {
  /** Actions in the order of the calls, including calls inside wrappers. */
  readonly actions: readonly Action[]
  readonly undecoded: readonly Undecoded[]
}

/** Decodes the calldata of one chain's transactions. It keeps no state between calls. */
export type Decoder = {
  readonly chain: ChainName
  /** Decodes a call. Never throws, whatever the calldata contains. */
  decode(call: CallData): Decoded
}

/** The chain and protocols of a decoder, and the limits of its work. */
export type DecoderOptions = {
  readonly chain: ChainOption
  /** If two protocols claim the same address or selector, the earlier one wins. */
  readonly protocols: readonly Protocol[]
  /** Most wrappers around a call. @default 12 */
  readonly maxDepth?: number
  /** Most inner calls and list items decoded per transaction. @default 8192 */
  readonly maxItems?: number
}

/** Most digits decoded: four times the limit of a node (geth's txMaxSize, 128 KiB). */
const maxDigits = 2 * 512 * 1024

/**
 * Creates a decoder for the transactions of one chain. It looks up calls by contract and selector, then by selector
 * alone. It also decodes the calls inside wrappers, for example a swap in a multicall in a Safe transaction. Depth and
 * number of items are limited. Parts that are not decoded are reported with the reason and the byte range.
 *
 * @example
 * const decoder = createDecoder({ chain: 'ethereum', protocols })
 * const { actions, undecoded } = decoder.decode({ to, input, value: 10n ** 18n })
 */
export function createDecoder({ protocols, maxDepth = 12, maxItems = 8192, ...options }: DecoderOptions): Decoder {
  const chain = toChainName(options.chain)
  const wrappedNative = resolveChain(options.chain).wrappedNative ?? zeroAddress
  const context = { chain, wrappedNative, table: createFunctionTable(chain, protocols), maxDepth }
  return {
    chain,
    decode({ from = null, to, value = 0n, gas = null, input }) {
      const hex = input.length > maxDigits ? input : input.toLowerCase()
      const decoding = new Decoding(context, { origin: from, target: to, gas, hex }, maxItems)
      const { whole } = decoding
      if (hex.length > maxDigits) decoding.undecoded('tooMany', whole, to, null)
      else if (to !== null)
        try {
          decoding.enter({ from, to: to.toLowerCase() as Address, library: null, value, depth: 0, parts: [], ...whole })
        } catch {
          // Only input that is not hex throws, because its numbers cannot be parsed.
          decoding.actions.length = 0
          decoding.undecoded('malformed', whole, to, null)
        }
      // The copy has exact size: a list that grew keeps room for sixteen more items, and callers store thousands of lists.
      const { actions, hasNewContract, unread } = decoding
      return { actions: hasNewContract ? actions.map(withoutNewContract) : [...actions], undecoded: unread }
    },
  }
}
