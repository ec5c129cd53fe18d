import { existsSync } from 'node:fs'
import { getScore } from '@outrigger/mev/score'
import { openStore } from '@outrigger/server'
import type { Command } from 'commander'
import { loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { showScore } from '../mev/showScore.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { type Cli, withDataDir } from './command.ts'
import { openClient, type ReadingFlags, withNode } from './openReadings.ts'

const toNotScored = (chain: string) =>
  `Nothing has been scored on ${chain} yet. \`outrigger mev watch ${chain}\` keeps the score. For the score of a running node, add --node.`

/** `outrigger mev score`: compares predictions with later blocks, from the data directory or of a running node. */
export function addMevScore(mev: Command, cli: Cli): void {
  const command = mev
    .command('score <chain>')
    .description('show how often findings of `mev watch` and `up` came true, by confidence')
  withNode(withDataDir(command)).action((chainName: string, flags: ReadingFlags) =>
    cli.run(async (output) => {
      const chain = toMevChain(chainName)
      // A directory that is given is read even if a variable names a node.
      await using client = flags.dataDir === undefined || flags.node ? openClient(flags) : undefined
      const ifEmpty = toNotScored(chain)
      if (client) return showScore({ chain, ...(await client.mev.getStatus(chain)).score }, output, ifEmpty)
      const place = toConfig(await loadSettings(flags))
      const isMissing = place.store === undefined && place.dataDir !== undefined && !existsSync(place.dataDir)
      if (isMissing) output.note(`${place.dataDir} does not exist.`)
      // Reading does not create a directory.
      await using store = await openStore(isMissing ? {} : place)
      showScore(await getScore(store, chain), output, ifEmpty)
    }),
  )
}
