import type { BenchSuite } from '../../../../scripts/bench/suite.ts'
import { startBundleChain } from './fixtures/bundleChain.ts'
import { compareSignatures } from './fixtures/compareSignatures.ts'
import { compareSimulations } from './fixtures/equality.ts'
import { measureFanOut } from './fixtures/fanOutSpread.ts'
import { runKills } from './fixtures/runKills.ts'
import { runTruth } from './fixtures/truth.ts'

const none = { atMost: 0 } as const

/** Runs bundles against the relays and the builder of the devnet. The builder knows the true outcome of each bundle. */
export const suite: BenchSuite = {
  name: 'bundles',
  async run() {
    const signatures = await compareSignatures(1_000)
    const truth = await (async () => {
      await using chain = await startBundleChain(['flashbots', 'rsync'], {}, { timeoutMs: 1_200 })
      return await runTruth(chain, 125)
    })()
    for (const one of [...truth.wrongStatus, ...truth.wrongWhy]) process.stderr.write(`${JSON.stringify(one)}\n`)
    await using chain = await startBundleChain()
    const differences = await compareSimulations(chain, 500, { called: 50 })
    const spread = await measureFanOut(chain, 300, { hangs: false })
    const hung = await measureFanOut(chain, 100, { hangs: true })
    const kills = await runKills(50)
    return [
      { name: 'signature headers', value: signatures.compared, unit: '' },
      { name: 'signature headers different from those of Flashbots', value: signatures.different, unit: '', bar: none },
      { name: 'bundles with rivals and faults', value: truth.bundles, unit: '' },
      { name: 'wrong statuses', value: truth.wrongStatus.length, unit: '', bar: none },
      {
        name: 'correct causes',
        value: 100 * (1 - truth.wrongWhy.length / truth.explained),
        unit: '%',
        bar: { atLeast: 98 },
      },
      { name: 'simulated bundles, differences from execution', value: differences.length, unit: '', bar: none },
      { name: 'spread over eight relays, p99', value: spread.p99Ms ?? Number.NaN, unit: 'ms', bar: { atMost: 5 } },
      { name: 'spread with one hanging relay, p99', value: hung.p99Ms ?? Number.NaN, unit: 'ms', bar: { atMost: 5 } },
      { name: 'kills', value: kills.kills, unit: '' },
      { name: 'submissions', value: kills.submissions, unit: '' },
      { name: 'sent twice', value: kills.sentTwice, unit: '', bar: none },
      { name: 'statuses lost or undecided', value: kills.lost + kills.undecided, unit: '', bar: none },
    ]
  },
}
