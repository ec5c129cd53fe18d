import type { MempoolFilter, MempoolTransaction } from '../watcherTypes.ts'

type Filtered = { readonly filter: MempoolFilter }
type Row<group> = { readonly threshold: number; readonly group: group }

/** Filters sorted by threshold, with one lane per kind of threshold. Unused lanes are undefined. */
export type ThresholdIndex<group extends Filtered> = (Row<group>[] | undefined)[]

/** Kinds of thresholds, most selective first. Doubles preserve the order of wei, and filters compare exactly afterwards. */
const lanes = [
  {
    toThreshold: ({ onlyMev }: MempoolFilter) => (onlyMev ? 1 : undefined),
    toLevel: ({ mev }: MempoolTransaction) => (mev === null ? 0 : 1),
  },
  {
    toThreshold: ({ minValue, includeUnknownValue }: MempoolFilter) =>
      includeUnknownValue ? undefined : toNumber(minValue),
    toLevel: ({ movedValue }: MempoolTransaction) => Number(movedValue.wei),
  },
  {
    toThreshold: ({ minGasPrice }: MempoolFilter) => toNumber(minGasPrice),
    toLevel: ({ transaction }: MempoolTransaction) => Number(transaction.maxFeePerGas),
  },
  {
    toThreshold: ({ maxGasPrice }: MempoolFilter) => toNumber(maxGasPrice, -1),
    toLevel: ({ transaction }: MempoolTransaction) => -Number(transaction.maxFeePerGas),
  },
  { toThreshold: () => 0, toLevel: () => 0 },
] as const

export function addToThresholds<group extends Filtered>(thresholds: ThresholdIndex<group>, group: group): void {
  const index = findLane(group)
  const threshold = lanes[index]?.toThreshold(group.filter) ?? 0
  const lane = thresholds[index] ?? []
  lane.splice(findFirstAbove(lane, threshold), 0, { threshold, group })
  thresholds[index] = lane
}

/** Removes a filter. Returns true if the index is then empty. */
export function removeFromThresholds<group extends Filtered>(thresholds: ThresholdIndex<group>, group: group): boolean {
  const index = findLane(group)
  const left = thresholds[index]?.filter((row) => row.group !== group)
  thresholds[index] = left?.length ? left : undefined
  return thresholds.every((lane) => lane === undefined)
}

/** Visits the filters whose threshold the transaction reaches. */
export function visitThresholds<group extends Filtered>(
  thresholds: ThresholdIndex<group>,
  entry: MempoolTransaction,
  visit: (group: group) => void,
): void {
  for (let index = 0; index < thresholds.length; index += 1) {
    const lane = thresholds[index]
    if (lane === undefined) continue
    const level = lanes[index]?.toLevel(entry) ?? 0
    for (const { threshold, group } of lane) {
      if (threshold > level) break
      visit(group)
    }
  }
}

const findLane = ({ filter }: Filtered) => lanes.findIndex(({ toThreshold }) => toThreshold(filter) !== undefined)

function toNumber(amount: bigint | undefined, sign = 1): number | undefined {
  return amount === undefined ? undefined : sign * Number(amount)
}

function findFirstAbove(lane: readonly Row<unknown>[], threshold: number): number {
  let low = 0
  let high = lane.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lane[middle]?.threshold ?? 0) <= threshold) low = middle + 1
    else high = middle
  }
  return low
}
