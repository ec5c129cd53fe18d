import type { Aggregation } from './analyticsShapes.ts'
import { chainNames } from './chains.ts'

type ChainName = (typeof chainNames)[number]

/** A metric, and the chains that have it. */
export type MetricDescription = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly unit: string
  readonly aggregations: readonly Aggregation[]
  readonly chains: readonly ChainName[]
}

const without = (...names: readonly string[]) => chainNames.filter((name) => !names.includes(name))

/** The metrics of the specification. Chains that it does not list have the metrics of their family. */
export const metrics: readonly MetricDescription[] = [
  {
    id: 'transaction_volume',
    name: 'Transaction volume',
    description: 'Native currency that successful transactions transferred between distinct addresses, without fees',
    unit: 'tokens',
    aggregations: ['hourly', 'daily', 'weekly', 'monthly'],
    chains: chainNames,
  },
  {
    id: 'active_addresses',
    name: 'Active addresses',
    description: 'Distinct sources and destinations of transactions, including failed ones',
    unit: 'addresses',
    aggregations: ['daily', 'weekly', 'monthly'],
    chains: chainNames,
  },
  {
    id: 'gas_usage',
    name: 'Gas usage',
    description: 'Gas used by all transactions. On Solana, compute units',
    unit: 'gas',
    aggregations: ['hourly', 'daily', 'weekly'],
    chains: without('bitcoin', 'litecoin', 'starknet'),
  },
  {
    id: 'new_wallets',
    name: 'New wallets',
    description:
      'Addresses that sent their first transaction (nonce 0). On Bitcoin and Litecoin, addresses that appear for the first time',
    unit: 'wallets',
    aggregations: ['daily', 'weekly', 'monthly'],
    chains: ['ethereum', 'bitcoin', 'litecoin'],
  },
]
