import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, longest first. Vitest knows durations of earlier runs only, and a clean checkout has none:
 * begun last, one of them would be run alone while the other cores wait.
 */
const slowest = [
  'packages/cli/src/commands/everyCommand.test.ts',
  'tests/commands.test.ts',
  'packages/dashboard/src/pages.test.ts',
  'tests/examples.test.ts',
  'tests/secrets.test.ts',
  'packages/alerts/src/sharing/sharing.test.ts',
  'packages/mev/src/truth.test.ts',
  'packages/cli/src/commands/devnet.test.ts',
  'packages/cli/src/commands/mevLive.test.ts',
  'packages/server/src/http/parameters.test.ts',
  'packages/server/src/node/node.test.ts',
  'packages/alerts/src/delivery/survival.test.ts',
  'packages/cli/src/up/severalNodes.test.ts',
  'packages/defi/src/positions/getPositionHealth.test.ts',
  'packages/server/src/node/addressIndexes.test.ts',
  'packages/defi/src/lending/compoundV2/contracts.test.ts',
  'packages/defi/src/liquidation/book/createBooks.test.ts',
  'packages/defi/src/dex/book/killedBuilds.test.ts',
]

/** Those first, then all others in the order of Vitest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const index = slowest.findIndex((name) => moduleId.endsWith(name))
      return index < 0 ? slowest.length : index
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
