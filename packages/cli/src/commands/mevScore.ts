import { existsSync } from 'node:fs'
import { getScore } from '@outrigger/mev/score'
import { openStore } from '@outrigger/server'
import type { Command } from 'commander'
import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { toConfig } from '../config/settings.ts'
import { showScore } from '../mev/showScore.ts'
import { toMevChain } from '../mev/toMevChain.ts'
import { addSubcommand, type Cli, type GlobalFlags, withDataDir } from './command.ts'

type Flags = ConfigFlags & GlobalFlags

/** `outrigger mev score`: how what was predicted compares with what the chain then did; needs no provider. */
export function addMevScore(mev: Command, cli: Cli): void {
  withDataDir(
    addSubcommand(mev, 'score <chain>', 'how often findings of `mev watch` and `up` held, by confidence'),
  ).action((chainName: string, flags: Flags) =>
    cli.run(flags, async (output) => {
      const chain = toMevChain(chainName)
      const place = toConfig(await loadSettings(flags))
      const isMissing = place.store === undefined && place.dataDir !== undefined && !existsSync(place.dataDir)
      if (isMissing) output.note(`There is no folder ${place.dataDir}.`)
      // Reading makes no directory where there is none.
      await using store = await openStore(isMissing ? {} : place)
      showScore(await getScore(store, chain), output)
    }),
  )
}
