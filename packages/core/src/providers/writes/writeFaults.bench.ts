import { runWriteFaults, type WriteReport } from './fixtures/writeFaults.ts'

const wanted = Number(process.env['OUTRIGGER_BENCH_WRITE_FAULTS'] ?? 10_000)

async function run() {
  let reported = 0
  const report: WriteReport = await runWriteFaults(1_000_000, wanted, (faults) => {
    if (faults - reported < 1000) return
    reported = faults
    process.stderr.write(`  ${faults} faults …\n`)
  })
  for (const violation of report.violations) process.stderr.write(`  ${violation}\n`)
  const violations = (words: RegExp) => report.violations.filter((violation) => words.test(violation)).length
  const never = (name: string, words: RegExp) => ({ name, value: violations(words), unit: '', bar: { atMost: 0 } })
  return [
    { name: 'injected faults', value: report.faults, unit: '', bar: { atLeast: wanted } },
    { name: 'transactions', value: report.transactions, unit: '' },
    { name: 'reverting calls', value: report.calls, unit: '' },
    { name: 'callers got an uncertain-write error with the hash', value: report.uncertain, unit: '' },
    {
      name: 'other providers asked about a late revert',
      value: report.hedges,
      unit: '',
    },
    never('sent twice to one provider', /sent twice/),
    never('sent on while the first provider may have it', /without look-up/),
    never('sent on after the chain had said no', /had said no/),
    never('accepted and lost', /lost|answered with/),
    never('confirmed although no node accepted it', /nobody has accepted/),
    never('reverts retried', /revert retried/),
    never('reverts not reported', /revert not reported/),
  ]
}

/** Transactions and reverting calls against real servers that fail before and after they accept. */
export const suite = { name: 'write faults', run }
