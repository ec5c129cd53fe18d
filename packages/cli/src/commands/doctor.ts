import { type ConfigFlags, loadSettings } from '../config/loadSettings.ts'
import { refuseWithoutProviders } from '../config/providers.ts'
import { toConfig } from '../config/settings.ts'
import { diagnose } from '../doctor/diagnose.ts'
import { toReport } from '../doctor/report.ts'
import { SilentFailure } from '../exitCodes.ts'
import { type AddCommand, addSubcommand, type GlobalFlags, withProviders } from './command.ts'

/** `outrigger doctor`: can every configured endpoint do what it will be asked for, and what to do if not. */
export const addDoctor: AddCommand = (program, cli) => {
  withProviders(addSubcommand(program, 'doctor', 'examine every configured endpoint')).action(
    (flags: ConfigFlags & GlobalFlags) =>
      cli.run(flags, async (output) => {
        const config = toConfig(await loadSettings(flags))
        if (Object.keys(config.chains ?? {}).length === 0 && !config.beacon) refuseWithoutProviders()
        output.progress('Asking every endpoint …')
        const pools = await diagnose(config, (name) => output.progress(`${name} examined …`))
        output.data(pools, () => pools.flatMap((pool) => toReport(pool, output.paint)))
        if (pools.some(({ usable }) => !usable)) throw new SilentFailure()
      }),
  )
}
