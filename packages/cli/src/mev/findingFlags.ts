import { mevTypes } from '@outrigger/api/contract'
import type { FindingConditions } from '@outrigger/server/internal'
import type { Command } from 'commander'
import { parseEther } from 'viem'
import { splitList } from '../config/flags.ts'
import { UsageError } from '../exitCodes.ts'
import { toAddress } from '../mempool/filterFlags.ts'

export type FindingFlags = {
  readonly type?: string
  readonly minProfitEth?: string
  readonly minConfidence?: string
  readonly dependsOn?: string
  readonly token?: string
  readonly pool?: string
  readonly address?: string
}

/** Adds the options that select findings. */
export function withFindingFilter(command: Command): Command {
  return command
    .option('--type <type,…>', `only these types: ${mevTypes.join(', ')}`)
    .option('--min-profit-eth <ETH>', 'minimum profit after gas (default: 0.0001)')
    .option('--min-confidence <share>', 'minimum confidence, 0 to 1')
    .option('--depends-on <what>', 'pending: only findings with a pending transaction; state: only the others')
    .option('--token <address,…>', 'token that is swapped, repaid or received')
    .option('--pool <pool,…>', 'pool of the swaps, by address or id')
    .option('--address <address,…>', 'sender or recipient of a pending transaction, or borrower of a liquidation')
}

/** @throws {UsageError} */
export function toFindingConditions(flags: FindingFlags): FindingConditions & { readonly minProfit: bigint } {
  const { type, minProfitEth, minConfidence, dependsOn, token, pool, address } = flags
  return {
    minProfit: toMinProfit(minProfitEth),
    ...(type && { types: splitList(type).map(toType) }),
    ...(minConfidence && { minConfidence: toShare(minConfidence) }),
    ...(dependsOn && { dependsOn: toDependsOn(dependsOn) }),
    ...(token && { tokens: splitList(token).map(toAddress) }),
    ...(pool && { pools: splitList(pool).map(toPool) }),
    ...(address && { addresses: splitList(address).map(toAddress) }),
  }
}

function toMinProfit(text = '0.0001'): bigint {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`--min-profit-eth takes ether such as 0.01, not "${text}".`)
  return parseEther(text)
}

function toType(text: string): (typeof mevTypes)[number] {
  const type = mevTypes.find((known) => known === text)
  if (type === undefined) throw new UsageError(`--type takes ${mevTypes.join(', ')}, not "${text}".`)
  return type
}

function toShare(text: string): number {
  if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) throw new UsageError(`--min-confidence takes 0 to 1, not "${text}".`)
  return Number(text)
}

function toDependsOn(text: string): 'pending' | 'state' {
  if (text !== 'pending' && text !== 'state')
    throw new UsageError(`--depends-on takes pending or state, not "${text}".`)
  return text
}

function toPool(text: string): `0x${string}` {
  if (!/^0x(?:[\da-f]{40}|[\da-f]{64})$/i.test(text))
    throw new UsageError(`"${text}" is not a pool. Expected an address, or 0x and 64 hex digits.`)
  return text as `0x${string}`
}
