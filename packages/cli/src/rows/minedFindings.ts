import type { MinedFinding } from '@outrigger/mev/inspect'
import { type Token, toEtherOrNull, toList, toMs, toTokensOrNull } from './amounts.ts'
import { column, defineRows, orNull, type Table } from './schema.ts'

/** MEV in mined blocks: one row per finding and token of its profit. */
export const minedFindings = defineRows({
  name: 'mined_findings',
  version: 1,
  description:
    'MEV in mined blocks. One row per finding and token of its profit, so count findings, and add up their totals, where `token_index` is 0.',
  time: 'block_time',
  columns: {
    chain: column('string', 'Chain'),
    block_number: column('int64', 'Block'),
    block_time: orNull('timestamp', 'Time of the block. Null if a file of blocks has no headers'),
    finding_index: column('int32', 'Position among the findings of the block, from 0'),
    kind: column('string', 'arbitrage, sandwich, liquidation or jit'),
    transaction_hash: column('hex', 'First transaction of the finding'),
    transaction_hashes: column('hex', 'All its transactions in order, with victims, separated by commas'),
    from_address: column('hex', 'Who gains: the sender, attacker, liquidator or liquidity provider'),
    protocols: orNull('string', 'Protocols of the swaps or of the liquidation, separated by commas'),
    pools: orNull('hex', 'Pools, separated by commas'),
    victim_count: column('int32', 'Transactions of others between its own'),
    borrower: orNull('hex', 'Borrower of a liquidation'),
    profit_wei: orNull('decimal', 'Profit before gas and payments to the builder, wei. Null without a price'),
    profit_eth: orNull('double', 'The same in ETH'),
    profit_usd: orNull('double', 'The same in US dollars'),
    gas_cost_wei: orNull('decimal', 'Gas cost of its own transactions, wei'),
    gas_cost_eth: orNull('double', 'The same in ETH'),
    coinbase_transfer_wei: orNull('decimal', 'Payments to the coinbase of the block, wei. Null without traces'),
    coinbase_transfer_eth: orNull('double', 'The same in ETH'),
    token_index: column('int32', 'Position among the tokens of the profit, from 0'),
    token_address: orNull('hex', 'Token. Null if the finding gains no token'),
    token_symbol: orNull('string', 'Symbol from the built-in list'),
    amount_string: orNull('decimal', 'Gain of the token in base units. Negative for a loss'),
    amount: orNull('double', 'The same in whole tokens. Null if the decimals are unknown'),
  },
})

type Context = {
  readonly chain: string
  /** Unix seconds. */
  readonly timestamp: bigint | null
  /** Position among the findings of the block. */
  readonly index: number
  readonly toToken: (address: string) => Token
}

export function toMinedFindingRows(finding: MinedFinding, { chain, timestamp, index, toToken }: Context): Table {
  const { blockNumber, kind, transactions, profit, profitWei, profitUsd, details } = finding
  const { gasCost, coinbaseTransfer } = details
  const shared = {
    chain,
    block_number: blockNumber,
    block_time: toMs(timestamp),
    finding_index: index,
    kind,
    transaction_hash: transactions[0] ?? '0x',
    transaction_hashes: transactions.join(),
    ...toDetails(finding),
    profit_wei: profitWei,
    profit_eth: toEtherOrNull(profitWei),
    profit_usd: profitUsd,
    gas_cost_wei: gasCost,
    gas_cost_eth: toEtherOrNull(gasCost),
    coinbase_transfer_wei: coinbaseTransfer,
    coinbase_transfer_eth: toEtherOrNull(coinbaseTransfer),
  }
  const gains = Object.entries(profit)
  const tokens: readonly (readonly [string, bigint] | undefined)[] = gains.length === 0 ? [undefined] : gains
  return minedFindings.of(
    tokens.map((gain, tokenIndex) => {
      const [address = null, amount = null] = gain ?? []
      const token = address === null ? null : toToken(address)
      return {
        ...shared,
        token_index: tokenIndex,
        token_address: address,
        token_symbol: token?.symbol ?? null,
        amount_string: amount,
        amount: toTokensOrNull(amount, token?.decimals),
      }
    }),
  )
}

function toDetails({ kind, details }: MinedFinding) {
  const none = { protocols: null, pools: null, victim_count: 0, borrower: null }
  switch (kind) {
    case 'arbitrage':
      return {
        ...none,
        from_address: details.from,
        protocols: toList(details.swaps.map(({ protocol }) => protocol)),
        pools: toList(details.swaps.map(({ pool }) => pool)),
      }
    case 'sandwich':
      return {
        ...none,
        from_address: details.attacker,
        pools: toList(details.pools),
        victim_count: details.victims.length,
      }
    case 'jit':
      return { ...none, from_address: details.provider, pools: details.pool, victim_count: details.victims.length }
    case 'liquidation':
      return { ...none, from_address: details.liquidator, protocols: details.protocol, borrower: details.borrower }
  }
}
