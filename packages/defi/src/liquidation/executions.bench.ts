import { createUniform } from '@outrigger/devnet/random'
import { runTrials, type Trial } from './fixtures/trials.ts'

async function run() {
  const trials = await runTrials({ rounds: 8, positions: 40, random: createUniform(5), minProfitUsd: 0 })
  const errors = trials
    .map(({ opportunity: { netProfitUsd }, realizedUsd }) => Math.abs(realizedUsd - netProfitUsd) / netProfitUsd)
    .sort((a, b) => a - b)
  const failed = trials.filter(({ execution }) => !execution.succeeded)
  for (const { opportunity, execution } of failed)
    process.stderr.write(`${opportunity.protocol} ${opportunity.borrower}: ${execution.failed}\n`)
  const lost = trials.filter(({ realizedUsd }) => realizedUsd < 0)
  const at = (share: number) => 100 * (errors[Math.min(errors.length - 1, Math.floor(share * errors.length))] ?? 100)
  return [
    { name: 'announced liquidations carried out', value: trials.length, unit: '' },
    ...countBy(trials).map(([name, value]) => ({ name: `  of them ${name}`, value, unit: '' })),
    { name: 'reverts', value: failed.length, unit: '', bar: { atMost: 0 } },
    { name: 'without a profit when carried out', value: lost.length, unit: '', bar: { atMost: 0 } },
    { name: 'net profit realized to announced, median off by', value: at(0.5), unit: '%', bar: { atMost: 0.5 } },
    { name: 'net profit realized to announced, p95 off by', value: at(0.95), unit: '%', bar: { atMost: 1 } },
    { name: 'net profit realized to announced, worst off by', value: at(1), unit: '%' },
  ]
}

function countBy(trials: readonly Trial[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const { opportunity } of trials) counts.set(opportunity.protocol, (counts.get(opportunity.protocol) ?? 0) + 1)
  return [...counts]
}

/** Executes liquidations of random positions at random prices on real contracts. */
export const suite = { name: 'liquidations', run }
