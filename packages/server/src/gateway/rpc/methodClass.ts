import type { Tier } from '@outrigger/api/contract'

type Params = readonly unknown[]
/** The highest block that is known; null before the first. */
type ToHead = () => bigint | null

type Rule = {
  readonly methods: RegExp
  /** Compute units; the specification prices most, `info`, `send`, `estimate`, `proof` and `other` are ours. */
  readonly cost: number | ((params: Params, toHead: ToHead) => number)
  /** Lowest tier that may call it. */
  readonly tier?: Tier
}

/** The first that matches is a method's class. `event` is a message of a subscription, `beacon` a request to a beacon node. */
const rules = {
  traceBlock: { methods: /^trace_(?:block|filter|replayBlock)/, cost: 2500, tier: 'starter' },
  trace: { methods: /^trace_/, cost: 1000, tier: 'starter' },
  debug: { methods: /^debug_/, cost: 5000, tier: 'starter' },
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

export const eventCost = 40
export const beaconCost = 20

export type MethodPrice = {
  readonly class: MethodClass
  readonly tier: Tier | null
  cost(params: unknown, toHead: ToHead): number
}

/** Class, price and tier of a method. */
export function classifyMethod(method: string): MethodPrice {
  for (const [name, rule] of Object.entries(rules) as [keyof typeof rules, Rule][]) {
    const { methods, cost, tier = null } = rule
    if (!methods.test(method)) continue
    return {
      class: name,
      tier,
      cost:
        typeof cost === 'number' ? () => cost : (params, toHead) => cost(Array.isArray(params) ? params : [], toHead),
    }
  }
  return classifyMethod('')
}

/** 75, and 5 per 1000 blocks asked for, at most 500. An end that is open or has a name is where the chain ends now. */
function computeLogsCost([filter]: Params, toHead: ToHead): number {
  if (typeof filter !== 'object' || filter === null) return 75
  const { fromBlock, toBlock, blockHash } = filter as { readonly [field: string]: unknown }
  const blocks = blockHash === undefined ? toNumber(toBlock, toHead) - toNumber(fromBlock, toHead) + 1 : 1
  return blocks > 0 ? Math.min(500, 75 + 5 * Math.ceil(blocks / 1000)) : 75
}

const headNames = [undefined, null, 'latest', 'pending', 'safe', 'finalized']

function toNumber(block: unknown, toHead: ToHead): number {
  if (block === 'earliest') return 0
  if (headNames.some((name) => name === block)) return Number(toHead() ?? Number.NaN)
  return typeof block === 'string' && /^0x[\da-f]{1,12}$/i.test(block) ? Number(block) : Number.NaN
}
