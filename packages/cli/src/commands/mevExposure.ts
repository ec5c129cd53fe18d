import type { Outrigger } from '@outrigger/api'
import type { ChainName } from '@outrigger/core'
import type { OutriggerNode } from '@outrigger/server'
import type { Command } from 'commander'
import type { Address, Hex } from 'viem'
import { createChainNode } from '../config/chainNode.ts'
import { loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { UsageError } from '../exitCodes.ts'
import { showExposure } from '../mev/showExposure.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { type Cli, withProviders } from './command.ts'
import { openClient, type ReadingFlags, withNode } from './openReadings.ts'

type Form = Parameters<Outrigger['mev']['getExposure']>[1]
type Flags = ReadingFlags & {
  readonly from?: string
  readonly to?: string
  readonly data?: string
  readonly value?: string
}

/** `outrigger mev exposure`: computes the loss of a transaction to a sandwich. */
export function addMevExposure(mev: Command, cli: Cli): void {
  const command = mev
    .command('exposure <chain> [transaction]')
    .description('compute what a swap would lose to a sandwich, and the limit and the relays that prevent it')
  withNode(withProviders(command))
    .option('--from <address>', 'sender of an unsigned call')
    .option('--to <address>', 'contract that the call goes to')
    .option('--data <hex>', 'calldata')
    .option('--value <wei>', 'value of the call (default: 0)')
    .addHelpText(
      'after',
      '\n<transaction> is the signed bytes, as for eth_sendRawTransaction, or the hash of a pending transaction. Nothing is sent.',
    )
    .action((chain: string, transaction: string | undefined, flags: Flags) =>
      cli.run(async (output) => {
        const form = toForm(transaction, flags)
        const name = toMevChain(chain)
        await using node = openClient(flags) ?? (await createExposureNode(name, flags))
        showExposure(name, await node.mev.getExposure(name, form), output)
      }),
    )
}

async function createExposureNode(chain: ChainName, flags: Flags): Promise<OutriggerNode> {
  const { mev: { relays = [] } = {} } = toConfig(await loadSettings(flags))
  return (await createChainNode(flags, chain, { relays })).node
}

/** @throws {UsageError} not exactly one form */
function toForm(transaction: string | undefined, { from, to, data, value }: Flags): Form {
  const isCall = [from, to, data, value].some((flag) => flag !== undefined)
  if (isCall === (transaction !== undefined))
    throw new UsageError('Give a transaction, a hash, or --from, --to and --data.')
  if (transaction !== undefined)
    return transaction.length === 66 ? { hash: transaction as Hex } : { rawTransaction: transaction as Hex }
  if (from === undefined || to === undefined || data === undefined)
    throw new UsageError('An unsigned call needs --from, --to and --data.')
  if (value !== undefined && !/^\d{1,78}$/.test(value)) throw new UsageError('--value takes wei, a whole number.')
  return { from: from as Address, to: to as Address, data: data as Hex, value: BigInt(value ?? 0) }
}
