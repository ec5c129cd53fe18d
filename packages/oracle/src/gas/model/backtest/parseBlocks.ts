import { ascending, min } from '../../compute/bigints.ts'
import { leastOffer } from '../../compute/tips.ts'
import { GasModelError } from '../../gasErrors.ts'
import { tipPercentiles } from '../../history/blockFees.ts'
import type { BacktestBlock } from './incumbents.ts'

type Amount = string | number

/** Response to `eth_feeHistory`. */
type FeeHistoryAnswer = {
  readonly oldestBlock: Amount
  readonly baseFeePerGas?: readonly Amount[]
  readonly gasUsedRatio?: readonly number[]
  readonly reward?: readonly (readonly Amount[])[] | null
}

type Transaction = {
  readonly gas?: Amount
  readonly gasUsed?: Amount
  readonly gasPrice?: Amount
  readonly effectiveGasPrice?: Amount
  readonly maxFeePerGas?: Amount
  readonly maxPriorityFeePerGas?: Amount
}

type Row = {
  readonly result?: FeeHistoryAnswer
  readonly oldestBlock?: Amount
  readonly number?: Amount
  readonly baseFeePerGas?: Amount
  readonly gasUsedRatio?: number
  readonly gasUsed?: Amount
  readonly gasLimit?: Amount
  readonly tips?: readonly Amount[]
  readonly transactions?: readonly (Transaction | string)[]
}

/**
 * Parses the blocks of a file and sorts them by number. The file has one JSON value per line, or a single JSON value. Names
 * are in camel or snake case. Supported values:
 *
 * - responses to `eth_feeHistory` at `tipPercentiles`, with or without their JSON-RPC envelope
 * - `{number, baseFeePerGas, gasUsedRatio, tips}`, with tips ascending at `tipPercentiles`
 * - blocks with transactions, as returned by `eth_getBlockByNumber` (only these contain the exact lowest offer)
 *
 * @throws {GasModelError} a row has another form, or the blocks are not consecutive
 */
export function parseBlocks(text: string): readonly BacktestBlock[] {
  const blocks = parseRows(text).flatMap((row, index) => {
    const history = row.result ?? (row.oldestBlock === undefined ? undefined : (row as unknown as FeeHistoryAnswer))
    if (history !== undefined) return toObservations(history)
    return [toBlock(row, index)]
  })
  blocks.sort((a, b) => (a.number < b.number ? -1 : 1))
  const gap = blocks.findIndex(({ number }, index) => index > 0 && number !== (blocks[index - 1]?.number ?? 0n) + 1n)
  if (gap > 0)
    throw new GasModelError(
      `Block ${blocks[gap]?.number} is not the next block after ${blocks[gap - 1]?.number}. A test needs consecutive blocks.`,
    )
  return blocks
}

/** Converts a response to `eth_feeHistory` to blocks, oldest first. @throws {GasModelError} */
function toObservations(answer: FeeHistoryAnswer): readonly BacktestBlock[] {
  const { oldestBlock, gasUsedRatio = [], baseFeePerGas = [], reward } = answer
  const rewards = reward ?? []
  if (rewards.some((tips) => tips.length !== tipPercentiles.length))
    throw new GasModelError(`Request these percentiles from eth_feeHistory: ${tipPercentiles.join(', ')}.`)
  return gasUsedRatio.map((ratio, index) => ({
    number: BigInt(oldestBlock) + BigInt(index),
    baseFeePerGas: BigInt(baseFeePerGas[index] ?? 0),
    gasUsedRatio: ratio,
    tips: (rewards[index] ?? []).map(BigInt),
  }))
}

function parseRows(text: string): readonly Row[] {
  try {
    const value: unknown = text.trimStart().startsWith('[') ? JSON.parse(text) : undefined
    if (Array.isArray(value)) return value.map(toCamelCase) as readonly Row[]
  } catch (error) {
    throw new GasModelError(`This is not JSON: ${(error as Error).message}.`)
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  try {
    return lines.map((line) => toCamelCase(JSON.parse(line)) as Row)
  } catch {
    // The text may be one value that spans several lines.
  }
  try {
    return [toCamelCase(JSON.parse(text)) as Row]
  } catch (error) {
    throw new GasModelError(
      `This is neither one JSON value per line nor a single JSON value: ${(error as Error).message}.`,
    )
  }
}

function toBlock(row: Row, index: number): BacktestBlock {
  const { number, baseFeePerGas = 0, gasUsed, gasLimit, tips, transactions } = row
  const ratio = row.gasUsedRatio ?? Number(gasUsed) / Number(gasLimit)
  if (number === undefined || !(ratio >= 0 && ratio <= 1.000001) || (tips ?? transactions) === undefined)
    throw new GasModelError(
      `Row ${index + 1} is not a block with fees. It needs number, gasUsedRatio (or gasUsed and gasLimit), and tips or transactions.`,
    )
  const block = { number: BigInt(number), baseFeePerGas: BigInt(baseFeePerGas), gasUsedRatio: ratio }
  return tips === undefined
    ? { ...block, ...toTips(transactions ?? [], block.baseFeePerGas) }
    : { ...block, tips: tips.map(BigInt) }
}

/**
 * Computes the tips of a whole block as `eth_feeHistory` does. They are weighted by gas used if it is known,
 * otherwise by gas limit.
 */
function toTips(transactions: readonly (Transaction | string)[], baseFee: bigint) {
  const paid = transactions
    .filter((transaction) => typeof transaction === 'object')
    .map((transaction) => ({
      tip: toTip(transaction, baseFee),
      gas: Number(transaction.gasUsed ?? transaction.gas ?? 21_000),
    }))
    .sort((a, b) => ascending(a.tip, b.tip))
  const total = paid.reduce((sum, { gas }) => sum + gas, 0)
  const offers = paid.filter(({ tip }) => tip >= leastOffer).map(({ tip }) => tip)
  let below = 0
  const upTo = paid.map(({ gas }) => (below += gas))
  return {
    tips: tipPercentiles.map((percentile) => {
      const at = upTo.findIndex((gas) => gas >= (total * percentile) / 100)
      return paid[Math.max(0, at)]?.tip ?? 0n
    }),
    entryTip: offers[0] ?? null,
    lowestTips: offers.slice(0, 3).map(Number),
  }
}

function toTip(transaction: Transaction, baseFee: bigint): bigint {
  const { gasPrice = 0, effectiveGasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const room = BigInt(effectiveGasPrice ?? maxFeePerGas ?? gasPrice) - baseFee
  if (effectiveGasPrice !== undefined || maxPriorityFeePerGas === undefined) return room
  return min(BigInt(maxPriorityFeePerGas), room)
}

function toCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamelCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      toCamelCase(item),
    ]),
  )
}
