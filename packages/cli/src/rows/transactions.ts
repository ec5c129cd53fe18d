import type { Response } from '@outrigger/api/contract'
import type { ChainProfile } from '@outrigger/core'
import { parseUnits } from 'viem'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** Transactions of an address, on every chain family. Names as in cryo, if it has the column. */
export const transactions = defineRows({
  name: 'transactions',
  version: 1,
  description: 'Transactions of an address.',
  time: 'block_time',
  columns: {
    chain: column('string', 'Chain'),
    block_number: orNull('int64', 'Block. Null for a pending transaction'),
    block_time: orNull('timestamp', 'Time of the block'),
    transaction_hash: column('hex', 'Hash, or signature on Solana'),
    from_address: orNull('hex', 'Sender'),
    to_address: orNull('hex', 'Recipient. Null for a contract creation'),
    value_string: column('decimal', 'Moved native currency in base units, such as wei'),
    value: column('double', 'The same in whole units, such as ETH'),
    value_symbol: column('string', 'Native currency, such as ETH'),
    gas_used: orNull('int64', 'Gas used. On Bitcoin the virtual size in vB'),
    gas_price: orNull('double', 'Price per gas that was paid, in the unit of `gas_price_unit`'),
    gas_price_unit: orNull('string', 'gwei, or the unit of the chain, such as sat/vB'),
    status: column('string', 'success, failed, pending, or unknown before Byzantium'),
  },
})

type WireTransactions = Response<'blockchainAddressTransactions'>['data']['transactions']

export function toTransactionRows(
  found: WireTransactions,
  { name, nativeCurrency }: Pick<ChainProfile, 'name' | 'nativeCurrency'>,
): Table {
  return transactions.of(
    found.map(({ hash, from, to, value, gas_used, gas_price, block_number, timestamp, status }) => {
      const [amount = '0', symbol = nativeCurrency.symbol] = value.split(' ')
      const [price, unit = null] = gas_price?.split(' ') ?? []
      return {
        chain: name,
        block_number,
        block_time: timestamp === null ? null : Date.parse(timestamp),
        transaction_hash: hash,
        from_address: from,
        to_address: to,
        value_string: parseUnits(amount, nativeCurrency.decimals),
        value: Number(amount),
        value_symbol: symbol,
        gas_used,
        gas_price: price === undefined ? null : Number(price),
        gas_price_unit: unit,
        status,
      }
    }),
  )
}
