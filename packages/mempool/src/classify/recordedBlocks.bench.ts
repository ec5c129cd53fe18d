import { computeMacroF1, judge } from './fixtures/judge.ts'
import { readRecordedBlocks } from './fixtures/recordedBlocks.ts'
import { transactionTypes } from './transactionType.ts'

/**
 * Benchmark: measures the accuracy of the classifier on 26 recorded blocks. Writes the confusion matrix and misses to
 * stderr.
 */
export const suite = { name: 'recorded blocks', run }

async function run() {
  const judgement = judge(readRecordedBlocks())
  const { confusion, misses, routed, details } = judgement
  const say = (line: string) => process.stderr.write(`${line}\n`)
  say(['truth \\ said'.padEnd(16), ...transactionTypes.map((type) => type.slice(0, 11).padStart(12))].join(''))
  for (const truth of transactionTypes)
    say([truth.padEnd(16), ...transactionTypes.map((type) => String(confusion[truth][type]).padStart(12))].join(''))
  for (const [miss, count] of [...misses].sort(([, a], [, b]) => b - a)) say(`${String(count).padStart(4)}  ${miss}`)
  const percent = { unit: '%', bar: { atLeast: 99 } }
  const share = (part: number) => ({ value: (part / details.judged) * 100, unit: '%', bar: { atLeast: 98 } })
  return [
    { name: 'swap recall, public routers', value: routed.recall * 100, ...percent },
    { name: 'swap precision, public routers', value: routed.precision * 100, ...percent },
    { name: `token in, of ${details.judged} labelled`, ...share(details.tokenIn) },
    { name: 'token out', ...share(details.tokenOut) },
    { name: 'exact amount', ...share(details.amount) },
    {
      name: 'NFT recall',
      value: (confusion.nft.nft / Object.values(confusion.nft).reduce((a, b) => a + b, 0)) * 100,
      ...percent,
    },
    { name: 'macro F1 over the types that occur', value: computeMacroF1(judgement), unit: '' },
  ]
}
