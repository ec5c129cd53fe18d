import { toWireBeaconStatus } from '@outrigger/server/internal'
import { formatCount } from '../output/format.ts'
import { type AddCommand, addSubcommand } from './command.ts'
import { openReadings, type ReadingFlags, withReadings } from './openReadings.ts'

/** `outrigger beacon`: head, finality and validators of the beacon chain. */
export const addBeacon: AddCommand = (program, cli) => {
  withReadings(addSubcommand(program, 'beacon', 'status of the beacon chain')).action((flags: ReadingFlags) =>
    cli.run(flags, async (output) => {
      await using readings = await openReadings(flags, ({ chains: _, ...rest }) => rest)
      const status = await readings.getBeacon()
      const { slot, validators, syncDistance } = status
      const behind = syncDistance > 0 ? `, ${formatCount(syncDistance)} slots behind` : ''
      output.data(toWireBeaconStatus(status), () => [
        `network     ${status.network}`,
        `sync        ${status.syncStatus}${behind}`,
        `slot        ${formatCount(slot.slot)} (epoch ${formatCount(slot.epoch)})`,
        `finality    justified epoch ${formatCount(slot.justifiedEpoch)}, finalized ${formatCount(slot.finalizedEpoch)}`,
        `validators  ${formatCount(validators.total)}, ${formatCount(validators.pending)} pending, ${formatCount(validators.exiting)} exiting`,
        `source      ${status.source}${status.stale ? ', stale' : ''}`,
      ])
    }),
  )
}
