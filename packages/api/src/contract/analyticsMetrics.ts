import type { Aggregation } from './analyticsShapes.ts'
import { chainNames } from './chains.ts'

type ChainName = (typeof chainNames)[number]

/** A metric of chains, and where it is to be had. */
export type MetricDescription = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly unit: string
  readonly aggregations: readonly Aggregation[]
  readonly chains: readonly ChainName[]
}

const without = (...names: readonly string[]) => chainNames.filter((name) => !names.includes(name))

/** The metrics, as the specification lists them; chains it does not list have what others of their family have. */
export const metrics: readonly MetricDescription[] = [
  {
    id: 'transaction_volume',
    name: 'Transaction volume',
    description: 'Native currency that successful transactions moved between distinct parties, without fees',
    unit: 'tokens',
    aggregations: ['hourly', 'daily', 'weekly', 'monthly'],
    chains: chainNames,
  },
  {
    id: 'active_addresses',
    name: 'Active addresses',
    description: 'Distinct sources and destinations of transactions, failed ones included',
    unit: 'addresses',
    aggregations: ['daily', 'weekly', 'monthly'],
    chains: chainNames,
  },
  {
    id: 'gas_usage',
    name: 'Gas usage',
    description: 'Gas that all transactions used: of Solana compute units',
    unit: 'gas',
    aggregations: ['hourly', 'daily', 'weekly'],
    chains: without('bitcoin', 'litecoin', 'starknet'),
  },
  {
    id: 'new_wallets',
    name: 'New wallets',
    description:
      'Addresses that send their first transaction, by its nonce 0; of Bitcoin those that appear for the first time',
    unit: 'wallets',
    aggregations: ['daily', 'weekly', 'monthly'],
    chains: ['ethereum', 'bitcoin', 'litecoin'],
  },
]
