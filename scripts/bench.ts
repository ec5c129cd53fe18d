import { suite as alerts } from '../packages/alerts/src/delivery/alerts.bench.ts'
import { suite as severalNodes } from '../packages/alerts/src/sharing/sharing.bench.ts'
import { suite as positionReads } from '../packages/cli/src/commands/position.bench.ts'
import { suite as familyFaults } from '../packages/core/src/providers/families/familyFaults.bench.ts'
import { suite as faultMatrix } from '../packages/core/src/providers/faultMatrix.bench.ts'
import { suite as streams } from '../packages/core/src/providers/streams/streams.bench.ts'
import { suite as writeFaults } from '../packages/core/src/providers/writes/writeFaults.bench.ts'
import { suite as signals } from '../packages/core/src/store/postgres/signals.bench.ts'
import { suite as dashboard } from '../packages/dashboard/src/dashboard.bench.ts'
import { suite as addressIndex } from '../packages/data/src/addressIndex/addressIndex.bench.ts'
import { suite as analytics } from '../packages/data/src/analytics/analytics.bench.ts'
import { suite as poolBook } from '../packages/defi/src/dex/book/poolBook.bench.ts'
import { suite as poolQuotes } from '../packages/defi/src/dex/poolQuotes.bench.ts'
import { suite as routes } from '../packages/defi/src/dex/router/router.bench.ts'
import { suite as aaveContracts } from '../packages/defi/src/lending/aave/contracts.bench.ts'
import { suite as morphoContract } from '../packages/defi/src/lending/morpho/morpho.bench.ts'
import { suite as books } from '../packages/defi/src/liquidation/books.bench.ts'
import { suite as liquidations } from '../packages/defi/src/liquidation/executions.bench.ts'
import { suite as liquidationGas } from '../packages/defi/src/liquidation/liquidationGas.bench.ts'
import { suite as positions } from '../packages/defi/src/liquidation/positions.bench.ts'
import { suite as sizing } from '../packages/defi/src/liquidation/sizing.bench.ts'
import { suite as classification } from '../packages/mempool/src/classify/classify.bench.ts'
import { suite as recordedBlocks } from '../packages/mempool/src/classify/recordedBlocks.bench.ts'
import { suite as filters } from '../packages/mempool/src/filter/filterIndex.bench.ts'
import { suite as lifecycle } from '../packages/mempool/src/lifecycle/lifecycle.bench.ts'
import { suite as bundles } from '../packages/mev/src/bundles/bundles.bench.ts'
import { suite as annotation } from '../packages/mev/src/detector/annotation.bench.ts'
import { suite as minedBlocks } from '../packages/mev/src/inspect/inspect.bench.ts'
import { suite as mevScenarios } from '../packages/mev/src/scenarios.bench.ts'
import { suite as mevSearch } from '../packages/mev/src/search/search.bench.ts'
import { suite as mevSizing } from '../packages/mev/src/sizing/sizing.bench.ts'
import { suite as oracle } from '../packages/oracle/src/gas/gasOracle.bench.ts'
import { suite as feeHistory } from '../packages/oracle/src/gas/history/feeHistory.bench.ts'
import { suite as gasModel } from '../packages/oracle/src/gas/model/gasModel.bench.ts'
import { suite as activeKeys } from '../packages/server/src/access/activeKeys.bench.ts'
import { suite as ledger } from '../packages/server/src/access/ledger/ledger.bench.ts'
import { suite as gateway } from '../packages/server/src/http/gateway/gateway.bench.ts'
import { suite as http } from '../packages/server/src/http/oracle.bench.ts'
import { suite as stressTest } from '../packages/server/src/node/stressTest.bench.ts'
import { suite as survival } from '../packages/server/src/node/survival.bench.ts'
import { suite as anticipation } from '../packages/server/src/stream/anticipation.bench.ts'
import { suite as fanout } from '../packages/server/src/stream/fanout.bench.ts'
import { suite as mevStream } from '../packages/server/src/stream/mevStream.bench.ts'
import { suite as throughput } from '../packages/server/src/stream/throughput.bench.ts'
import { formatFigure, isBusy, judge, saveRun, startRun } from './bench/savedRun.ts'
import type { BenchSuite } from './bench/suite.ts'

const suites: readonly BenchSuite[] = [
  oracle,
  gasModel,
  feeHistory,
  analytics,
  addressIndex,
  http,
  gateway,
  ledger,
  activeKeys,
  signals,
  survival,
  stressTest,
  faultMatrix,
  familyFaults,
  writeFaults,
  streams,
  filters,
  fanout,
  classification,
  recordedBlocks,
  minedBlocks,
  lifecycle,
  throughput,
  dashboard,
  alerts,
  severalNodes,
  poolQuotes,
  routes,
  aaveContracts,
  morphoContract,
  positions,
  positionReads,
  sizing,
  liquidationGas,
  liquidations,
  books,
  poolBook,
  anticipation,
  annotation,
  mevStream,
  mevSizing,
  mevSearch,
  mevScenarios,
  bundles,
]

const args = process.argv.slice(2)
const isSaved = args.includes('--save')
const wanted = args.filter((arg) => arg !== '--save')
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name))
const print = (line: string) => process.stdout.write(`${line}\n`)
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}
if (isSaved && isBusy()) process.stderr.write('The machine is busy, so measured speeds will be too low.\n')
let missed = 0

for (const { name, run } of suites.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  process.stderr.write(`running ${name} …\n`)
  print(`\n${name}`)
  const end = startRun(name)
  const rows = await run()
  for (const row of rows) {
    const verdict = judge(row)
    if (verdict === 'MISSED') missed += 1
    print(
      `  ${row.name.padEnd(58)} ${formatFigure(row.value).padStart(12)} ${row.unit.padEnd(10)} ${verdict}`.trimEnd(),
    )
  }
  if (isSaved) saveRun(end(rows))
}
process.exitCode = missed > 0 ? 1 : 0
