import { computeCost, logsCost, type Tier } from '@outrigger/api/contract'
import type { Pool } from '../../access/ledger/account.ts'

type Params = readonly unknown[]
/** The highest block that is known; null before the first. */
type ToHead = () => bigint | null

type Rule = {
  readonly methods: RegExp
  /** Compute units; the specification prices most, `info`, `send`, `estimate`, `proof` and `other` are ours. */
  readonly cost: number | ((params: Params, toHead: ToHead) => number)
  /** Lowest tier that may call it. */
  readonly tier?: Tier
  /** Which pool it draws on. @default cu */
  readonly pool?: Pool
}

const traces = { tier: 'starter', pool: 'trace' } as const

/** The first that matches is a method's class. `event` is a message of a subscription, `beacon` a request to a beacon node. */
const rules = {
  traceBlock: { methods: /^trace_(?:block|filter|replayBlock)/, cost: 2500, ...traces },
  trace: { methods: /^trace_/, cost: 1000, ...traces },
  debug: { methods: /^debug_/, cost: 5000, ...traces },
  logs: { methods: /^eth_get(?:Logs|FilterLogs|FilterChanges)$/, cost: computeLogsCost },
  block: {
    methods: /^eth_getBlock(?:ByNumber|ByHash|Receipts)$|^eth_getUncleByBlock/,
    cost: ([, full]) => (full === true ? 36 : 21),
  },
  transaction: { methods: /^eth_getTransaction(?:By|Receipt)|^eth_getRawTransaction/, cost: 20 },
  send: { methods: /^eth_send/, cost: 20 },
  call: { methods: /^eth_(?:call|simulate|createAccessList)/, cost: 26 },
  estimate: { methods: /^eth_estimate/, cost: 87 },
  state: { methods: /^eth_get(?:Balance|TransactionCount|Code|Storage)/, cost: 15 },
  proof: { methods: /^eth_getProof$/, cost: 21 },
  info: {
    methods:
      /^(?:net|web3|rpc)_|^eth_(?:chainId|blockNumber|gasPrice|maxPriorityFeePerGas|feeHistory|\w*[bB]aseFee|syncing|accounts|protocolVersion|config|capabilities|(?:un)?subscribe|getBlockTransactionCountBy\w+)$/,
    cost: 5,
  },
  other: { methods: /^/, cost: 20 },
} as const satisfies { readonly [name: string]: Rule }

export type MethodClass = keyof typeof rules | 'event' | 'beacon'

/** Of an event: the specification prices heads and logs, the figure of pending transactions is ours. */
export const eventCosts = { newHeads: 40, logs: 40, syncing: 40, newPendingTransactions: 5 } as const
export const subscribeCost = 5
export const beaconCost = 20
export const beaconEventCost = 40

export type MethodPrice = {
  readonly class: MethodClass
  readonly tier: Tier | null
  readonly pool: Pool
  cost(params: unknown, toHead: ToHead): number
}

/** Class, price and tier of a method. */
export function classifyMethod(method: string): MethodPrice {
  for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, Rule][]) {
    const { methods, cost, tier = null, pool = 'cu' } = rule
    if (!methods.test(method)) continue
    return {
      class: name,
      tier,
      pool,
      cost:
        typeof cost === 'number' ? () => cost : (params, toHead) => cost(Array.isArray(params) ? params : [], toHead),
    }
  }
  return classifyMethod('')
}

function computeLogsCost([filter]: Params, toHead: ToHead): number {
  if (typeof filter !== 'object' || filter === null) return logsCost.base
  const { fromBlock, toBlock, blockHash } = filter as { readonly [field: string]: unknown }
  const range = blockHash === undefined ? { fromBlock, toBlock } : { fromBlock: 0, toBlock: 0 }
  return computeCost(logsCost, range, toHead)
}
