import type { Tier } from '@outrigger/api/contract'
import { computeCost, logsCost, toCostText } from '@outrigger/api/internal'
import type { Pool } from '../../access/ledger/account.ts'

type Params = readonly unknown[]
/** Returns the highest known block, or null before the first one. */
type ToHead = () => bigint | null

type Rule = {
  readonly methods: RegExp
  /** Compute units. The specification sets most prices. `info`, `send`, `estimate`, `proof` and `other` are ours. */
  readonly cost: number | ((params: Params, toHead: ToHead) => number)
  /** The cost in words, if it depends on the parameters. */
  readonly costText?: (method: string) => string
  /** Lowest tier that may call the method. */
  readonly tier?: Tier
  /** The pool that the cost is charged to. @default cu */
  readonly pool?: Pool
}

const callCost = 26
const [blockCost, fullBlockCost] = [21, 36]
const traceCost = 1000
const debugCost = 5000
/** Costs as much as one block trace per 1,000 blocks, because nodes have an index of addresses. */
const traceFilterCost = {
  base: 0,
  each: 2500,
  per: '1000 blocks',
  of: ['fromBlock', 'toBlock'],
  size: 1000,
  max: 250_000,
} as const

const traces = { tier: 'starter', pool: 'trace' } as const

/**
 * The first matching rule is the class of a method. `event` is a message of a subscription, `beacon` a request to a beacon node.
 */
const rules = {
  traceFilter: {
    methods: /^(?:arb)?trace_filter$/,
    cost: computeTraceFilterCost,
    costText: () => toCostText(traceFilterCost),
    ...traces,
  },
  traceBlock: { methods: /^(?:arb)?trace_(?:block|replayBlock)/, cost: 2500, ...traces },
  trace: {
    methods: /^(?:arb|ots_)?trace|^ots_getInternalOperations$/,
    cost: (params) => traceCost * countCalls(params),
    costText: (method) => toTraceCostText(method, traceCost),
    ...traces,
  },
  debug: {
    methods: /^debug_/,
    cost: (params) => debugCost * countCalls(params),
    costText: (method) => toTraceCostText(method, debugCost),
    ...traces,
  },
  // The logs of a filter are priced when they are requested.
  logs: {
    methods: /^eth_get(?:Filter)?Logs$|^erigon_get(?:Latest)?Logs$/,
    cost: computeLogsCost,
    costText: () => toCostText(logsCost),
  },
  // Served from the streams of the pool.
  filter: { methods: /^eth_new(?:Block|PendingTransaction)?Filter$|^eth_getFilterChanges$/, cost: 20 },
  block: {
    methods: /^eth_getBlock(?:ByNumber|ByHash|Receipts)$|^eth_getUncleByBlock/,
    cost: ([, full]) => (full === true ? fullBlockCost : blockCost),
    costText: (method) =>
      method.startsWith('eth_getBlockBy')
        ? `${blockCost}, or ${fullBlockCost} with whole transactions`
        : `${blockCost}`,
  },
  transaction: { methods: /^eth_getTransaction(?:By|Receipt)|^eth_getRawTransaction/, cost: 20 },
  send: { methods: /^eth_send/, cost: 20 },
  simulate: {
    methods: /^eth_(?:simulate|multi|call(?:Many|Bundle))/,
    cost: (params) => callCost * countCalls(params),
    costText: () => `${callCost} for each call it executes`,
  },
  call: { methods: /^eth_(?:call|createAccessList)/, cost: callCost },
  estimate: { methods: /^eth_estimate/, cost: 87 },
  state: { methods: /^eth_get(?:Balance|TransactionCount|Code|Storage)/, cost: 15 },
  proof: { methods: /^eth_getProof$/, cost: 21 },
  info: {
    methods:
      /^(?:net|web3|rpc)_|^rpc\.discover$|^eth_(?:chainId|blockNumber|gasPrice|maxPriorityFeePerGas|feeHistory|\w*[bB]aseFee|syncing|accounts|protocolVersion|config|capabilities|(?:un)?subscribe|uninstallFilter|getBlockTransactionCountBy\w+)$/,
    cost: 5,
  },
  other: { methods: /^/, cost: 20 },
} as const satisfies { readonly [name: string]: Rule }

export type MethodClass = keyof typeof rules | 'event' | 'beacon'

/** Cost of one event. The specification prices heads and logs. The price of pending transactions is ours. */
export const eventCosts = { newHeads: 40, logs: 40, syncing: 40, newPendingTransactions: 5 } as const
export const subscribeCost = 5
export const beaconCost = 20
export const beaconEventCost = 40

export type MethodPrice = {
  readonly class: MethodClass
  readonly tier: Tier | null
  readonly pool: Pool
  /** The cost in words. */
  readonly costText: string
  cost(params: unknown, toHead: ToHead): number
}

/** Returns the class, price and tier of a method. */
export function classifyMethod(method: string): MethodPrice {
  for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, Rule][]) {
    const { methods, cost, costText = () => String(cost), tier = null, pool = 'cu' } = rule
    if (!methods.test(method)) continue
    return {
      class: name,
      tier,
      pool,
      costText: costText(method),
      cost: typeof cost === 'number' ? () => cost : (params, toHead) => cost(toList(params), toHead),
    }
  }
  return classifyMethod('')
}

function toTraceCostText(method: string, cost: number): string {
  return /callMany$/i.test(method) ? `${cost} for each call it traces` : `${cost}`
}

type Fields = { readonly [field: string]: unknown }

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Returns parameters as a list. Some nodes also accept named parameters, in any order. */
const toList = (params: unknown): Params => (isObject(params) ? Object.values(params) : [])

const findFilter = (params: Params): Fields | undefined => params.find(isObject)

function computeLogsCost(params: Params, toHead: ToHead): number {
  const filter = findFilter(params)
  if (filter === undefined) return logsCost.base
  const { fromBlock, toBlock, blockHash } = filter
  // A null block hash is ignored: nodes then use the range.
  const isOne = typeof blockHash === 'string' && fromBlock == null && toBlock == null
  return computeCost(logsCost, isOne ? { fromBlock: 0, toBlock: 0 } : { fromBlock, toBlock }, toHead)
}

function computeTraceFilterCost(params: Params, toHead: ToHead): number {
  // Without a start, nodes search from the first block.
  const { fromBlock, toBlock } = findFilter(params) ?? {}
  return Math.max(traceFilterCost.each, computeCost(traceFilterCost, { fromBlock: fromBlock ?? 0, toBlock }, toHead))
}

/** Names under which methods take lists of calls. */
const callLists = ['blockStateCalls', 'calls', 'transactions', 'txs'] as const

/** Counts the calls to execute, at least one: the calls of all blocks of `eth_simulateV1`, or the list of `trace_callMany`. */
function countCalls(params: Params): number {
  return Math.max(1, ...params.map(countIn))
}

function countIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countIn(item), 0)
  if (!isObject(value)) return 0
  const lists = callLists.flatMap((name) => (Array.isArray(value[name]) ? [value[name] as readonly unknown[]] : []))
  // Signed transactions are text. A block without calls is executed too.
  const count = lists.flat().reduce((sum: number, item) => sum + (isObject(item) ? countIn(item) : 1), 0)
  return Math.max(1, count)
}
