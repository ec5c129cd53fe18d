import { allProtocols } from '@outrigger/calldata/archive'
import { toSuggestion } from '@outrigger/core/internal'
import { type MempoolFilter, type MempoolTransactionType, transactionTypes } from '@outrigger/mempool'
import type { Command } from 'commander'
import { type Address, isAddress, parseEther, parseGwei } from 'viem'
import { splitList } from '../config/flags.ts'
import { UsageError } from '../exitCodes.ts'

export type FilterFlags = {
  readonly type?: string
  readonly minValue?: string
  readonly unknownValue?: boolean
  readonly minGasPrice?: string
  readonly maxGasPrice?: string
  readonly dex?: string
  readonly address?: string
  readonly token?: string
}

/** Adds the options that select transactions. */
export function withFilter(command: Command): Command {
  return command
    .option('--type <type,…>', `only these types: ${transactionTypes.join(', ')}`)
    .option('--min-value <ETH>', 'minimum amount of native currency that the transaction moves, wrapped or not')
    .option('--unknown-value', 'with --min-value: also include transactions of partly unknown value')
    .option('--min-gas-price <gwei>', 'minimum price per gas')
    .option('--max-gas-price <gwei>', 'maximum price per gas')
    .option('--dex <id,…>', 'only swaps on these DEXes: uniswap_v2, uniswap_v3, sushiswap …')
    .option('--address <address,…>', 'sender or recipient of the transaction')
    .option('--token <address,…>', 'token that the transaction moves or trades')
}

/** @throws {UsageError} */
export function toFilter(flags: FilterFlags): MempoolFilter {
  return {
    ...(flags.type && { types: splitList(flags.type).map(toType) }),
    ...(flags.minValue && { minValue: toAmount('--min-value', flags.minValue, parseEther) }),
    ...(flags.unknownValue && { includeUnknownValue: true }),
    ...(flags.minGasPrice && { minGasPrice: toAmount('--min-gas-price', flags.minGasPrice, parseGwei) }),
    ...(flags.maxGasPrice && { maxGasPrice: toAmount('--max-gas-price', flags.maxGasPrice, parseGwei) }),
    ...(flags.dex && { dexes: splitList(flags.dex).map(toDex) }),
    ...(flags.address && { addresses: splitList(flags.address).map(toAddress) }),
    ...(flags.token && { tokens: splitList(flags.token).map(toAddress) }),
  }
}

function toType(text: string): MempoolTransactionType {
  const type = transactionTypes.find((known) => known === text)
  if (type === undefined)
    throw new UsageError(
      `"${text}" is not a transaction type.${toSuggestion(text, transactionTypes)} Types: ${transactionTypes.join(', ')}.`,
    )
  return type
}

function toDex(id: string): string {
  const ids = allProtocols.map((protocol) => protocol.id)
  if (ids.includes(id)) return id
  throw new UsageError(
    `"${id}" is not a known protocol.${toSuggestion(id, ids)} Ids look like uniswap_v3, sushiswap, curve, oneinch.`,
  )
}

function toAmount(flag: string, text: string, parse: (text: string) => bigint): bigint {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`${flag} takes a number such as 0.5, not "${text}".`)
  return parse(text)
}

/** @throws {UsageError} */
export function toAddress(text: string): Address {
  if (!isAddress(text, { strict: false }))
    throw new UsageError(`"${text}" is not an address. Expected 0x and 40 hex digits.`)
  return text.toLowerCase() as Address
}
