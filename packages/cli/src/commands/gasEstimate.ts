import { toGwei } from '@outrigger/core'
import { createPoolClient } from '@outrigger/core/internal'
import { estimateTransactionFee, type FeeRequest, getGasPrice, type TransactionFee } from '@outrigger/oracle'
import { toWireCoreEstimate } from '@outrigger/server/internal'
import type { Command } from 'commander'
import { type Address, formatEther, type Hex, isAddress } from 'viem'
import { createChainNode } from '../config/chainNode.ts'
import type { ConfigFlags } from '../config/loadSettings.ts'
import { toAccount } from '../ens/toAccount.ts'
import { UsageError } from '../exitCodes.ts'
import { toGasChain } from '../gas/toGasChain.ts'
import { readTransactionLists } from '../gas/transactionLists.ts'
import type { Output } from '../output/output.ts'
import { toTable } from '../output/table.ts'
import { type Cli, withProviders } from './command.ts'

type Transaction = {
  readonly from?: string
  readonly to?: string
  readonly value?: string
  readonly data?: string
  readonly blobs?: string
  readonly accessList?: string
  readonly authorizationList?: string
}
type Flags = ConfigFlags & Transaction

/** `outrigger gas estimate`: prints everything that a transaction pays, including the rollup's fee and blobs. */
export function addGasEstimate(gas: Command, cli: Cli): void {
  withProviders(gas.command('estimate <chain>').description('compute the total cost of a transaction in each tier'))
    .option('--to <address>', 'recipient')
    .option('--from <address>', 'sender')
    .option('--value <wei>', 'value in wei')
    .option('--data <hex>', 'calldata')
    .option('--blobs <count>', 'number of blobs')
    .option('--access-list <json>', 'addresses and storage keys (EIP-2930)')
    .option('--authorization-list <json>', 'signed authorizations (EIP-7702)')
    .action((name: string, flags: Flags) =>
      cli.run(async (output) => {
        toGasChain(name)
        const request = toRequest(await withAccounts(flags, output))
        const { node, pool } = await createChainNode(flags, name)
        await using _ = node
        const [client, { chain }] = [createPoolClient(pool), pool]
        const price = await getGasPrice(client, { chain })
        const fee = await estimateTransactionFee(client, request, { chain, price })
        output.data(toWireCoreEstimate(fee, price, Date.now()), () => toLines(fee, chain.nativeCurrency.symbol))
      }),
    )
}

/** Resolves the names of the sender and the recipient. */
async function withAccounts({ from, to, ...flags }: Flags, output: Output): Promise<Flags> {
  const [sender, recipient] = await Promise.all(
    [from, to].map((text) => (text === undefined ? undefined : toAccount(text, flags, output))),
  )
  return { ...flags, ...(sender && { from: sender }), ...(recipient && { to: recipient }) }
}

/** @throws {UsageError} */
function toRequest({ from, to, value, data, blobs, ...lists }: Transaction): FeeRequest {
  if (to === undefined && data === undefined) throw new UsageError('Give --to, --data, or both.')
  if (value !== undefined && !/^\d{1,78}$/.test(value)) throw new UsageError('--value takes wei, a whole number.')
  if (data !== undefined && !/^0x(?:[\da-f]{2})*$/i.test(data))
    throw new UsageError('--data takes 0x and an even number of hex digits.')
  if (blobs !== undefined && !/^\d{1,3}$/.test(blobs)) throw new UsageError('--blobs takes a whole number.')
  return {
    ...(from !== undefined && { from: toAddress('--from', from) }),
    ...(to !== undefined && { to: toAddress('--to', to) }),
    ...(value !== undefined && { value: BigInt(value) }),
    ...(data !== undefined && { data: data as Hex }),
    ...(blobs !== undefined && { blobs: Number(blobs) }),
    ...readTransactionLists(lists),
  }
}

function toAddress(flag: string, text: string): Address {
  if (isAddress(text, { strict: false })) return text
  throw new UsageError(`${flag} takes an address: 0x and 40 hex digits.`)
}

function toLines({ gasLimit, tiers, source }: TransactionFee, symbol: string): readonly string[] {
  const rows = (['slow', 'standard', 'fast', 'instant'] as const).map((name) => {
    const { gasPrice, execution, l1, operator, blob, total } = tiers[name]
    return [
      name,
      toGwei(gasPrice).toPrecision(4),
      ...[execution, l1 + operator + blob, total].map((wei) => formatEther(wei)),
    ]
  })
  const titles = ['gwei', `gas, ${symbol}`, 'beside', 'total'].map((title) => ({ title, align: 'right' as const }))
  return [
    ...toTable([{ title: 'tier' }, ...titles], rows),
    `Gas: ${gasLimit}.${source === null ? '' : ` The column "beside" shows the chain's fees besides gas, from ${source}.`}`,
  ]
}
